#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "data/block_draft.hpp"

namespace smsvm::test {

/// Which parts of a block there are.
struct BlockShape {
  std::int64_t rows = 1, dense = 0, valued = 0, ones = 0;  ///< columns of each part
  int width = 16;                                          ///< bits of a listed column

  std::int64_t features() const { return dense + valued + ones; }
  std::string name() const {
    return std::to_string(rows) + " rows, " + std::to_string(dense) + " dense, " + std::to_string(valued) +
           " valued, " + std::to_string(ones) + " ones" + ", " + std::to_string(width) + " bits";
  }
};

/// A block with its columns dealt to its parts at random, and the same numbers as plain rows.
template <class Value>
struct RandomBlock {
  RandomBlock(const BlockShape& shape, std::mt19937_64& random) : rows(static_cast<std::size_t>(shape.rows)) {
    BlockDraft<Value> draft;
    enum Part { in_tile, in_valued, in_ones };
    std::vector<Part> part(static_cast<std::size_t>(shape.dense), in_tile);
    part.insert(part.end(), static_cast<std::size_t>(shape.valued), in_valued);
    part.insert(part.end(), static_cast<std::size_t>(shape.ones), in_ones);
    std::shuffle(part.begin(), part.end(), random);

    std::normal_distribution<double> normal;
    draft.rows = shape.rows;
    for (std::size_t j = 0; j < part.size(); ++j)
      if (part[j] == in_tile) draft.dense_columns.push_back(static_cast<std::int32_t>(j));
    if (shape.valued > 0) draft.valued.start.push_back(0);
    if (shape.ones > 0) draft.ones.start.push_back(0);
    for (auto& row : rows) {
      row.assign(part.size(), 0.0);
      for (std::size_t j = 0; j < part.size(); ++j) {
        const bool present = part[j] == in_tile || random() % 3 == 0;
        if (!present) continue;
        row[j] = part[j] == in_ones ? 1 : static_cast<double>(static_cast<Value>(normal(random)));
        if (part[j] == in_tile) draft.tile.push_back(static_cast<Value>(row[j]));
        if (part[j] == in_valued) draft.value.push_back(static_cast<Value>(row[j]));
        if (part[j] != in_tile)
          (part[j] == in_ones ? draft.ones : draft.valued).wide.push_back(static_cast<std::uint32_t>(j));
      }
      for (auto* lists : {&draft.valued, &draft.ones})
        if (!lists->start.empty()) lists->start.push_back(static_cast<std::uint32_t>(lists->wide.size()));
    }
    if (shape.dense > 0) draft.tile.resize(draft.tile.size() + RowBlock<Value>::tile_padding);
    for (auto* lists : {&draft.valued, &draft.ones})
      if (lists->wide.empty()) lists->start.clear();
    block = finished(std::move(draft));
    for (auto* lists : {&block.valued, &block.ones}) set_width(*lists, shape.width);
  }

  RowBlock<Value> block;
  std::vector<std::vector<double>> rows;

 private:
  static void set_width(ColumnLists& lists, int width) {
    const Numbers<std::uint32_t> columns = lists.wide;
    if (width == 32) return;
    lists.wide = {};
    if (width == 16) lists.narrow = std::vector<std::uint16_t>(columns.begin(), columns.end());
    if (width == 64) lists.widest = std::vector<std::int64_t>(columns.begin(), columns.end());
  }
};

/// All rows, then every few of them.
inline std::vector<std::vector<std::uint32_t>> ranges_and_lists(std::int64_t rows, std::mt19937_64& random) {
  std::vector<std::vector<std::uint32_t>> some(3);
  for (std::uint32_t row = 0; row < rows; ++row) {
    some[0].push_back(row);
    if (row >= rows / 3) some[1].push_back(row);
    if (random() % 3 == 0) some[2].push_back(row);
  }
  return some;
}

inline std::vector<BlockShape> all_shapes() {
  std::vector<BlockShape> shapes;
  for (const std::int64_t rows : {1, 5, 37}) {
    for (const std::int64_t dense : {1, 7, 8, 9, 31, 50, 67}) shapes.push_back({rows, dense, 0, 0});
    for (const int width : {16, 32, 64}) {
      shapes.push_back({rows, 0, 30, 0, width});
      shapes.push_back({rows, 0, 0, 25, width});
      shapes.push_back({rows, 11, 9, 14, width});
    }
  }
  return shapes;
}

}  // namespace smsvm::test
