#include "cpu/rows_aside.hpp"

#include <span>
#include <utility>

#include "data/row_access.hpp"

namespace smsvm {
namespace {

using Positions = std::span<const std::uint32_t>;

/// Calls visit(block, positions of its rows in use) for each block that has any.
template <class Visit>
void for_each_block(const Shards& shards, const Visit& visit) {
  std::size_t block = 0;
  Positions positions;
  for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk) {
    for (const BlockPart& part : shards.parts(chunk)) {
      if (!positions.empty() && part.block == block) {  // its parts stand side by side
        positions = {positions.data(), positions.size() + part.position.size()};
        continue;
      }
      if (!positions.empty()) visit(block, positions);
      block = part.block;
      positions = part.position;
    }
  }
  if (!positions.empty()) visit(block, positions);
}

/// For each row, what a copy of its lists takes.
std::int64_t bytes_of(const ColumnLists& lists, Positions positions, std::size_t value_bytes) {
  if (lists.start.empty()) return 0;
  std::size_t count = 0;
  for (const std::uint32_t row : positions) count += lists.start[row + 1] - lists.start[row];
  const std::size_t column_bytes = with_columns(lists, [](const auto* columns) { return sizeof *columns; });
  return static_cast<std::int64_t>(count * (column_bytes + value_bytes) + positions.size() * sizeof(std::uint32_t));
}

template <class Number>
std::vector<Number> listed(const ColumnLists& lists, const Numbers<Number>& all, Positions positions) {
  std::vector<Number> some;
  if (all.empty()) return some;
  for (const std::uint32_t row : positions)
    some.insert(some.end(), all.begin() + lists.start[row], all.begin() + lists.start[row + 1]);
  return some;
}

ColumnLists copied(const ColumnLists& lists, Positions positions) {
  if (lists.start.empty()) return {};
  std::vector<std::uint32_t> start{0};
  for (const std::uint32_t row : positions) start.push_back(start.back() + lists.start[row + 1] - lists.start[row]);
  return {.start = std::move(start),
          .narrow = listed(lists, lists.narrow, positions),
          .wide = listed(lists, lists.wide, positions),
          .widest = listed(lists, lists.widest, positions)};
}

template <class Value>
RowBlock<Value> copied(const RowBlock<Value>& block, Positions positions) {
  RowBlock<Value> copy;
  copy.rows = std::ssize(positions);
  copy.dense_columns = std::vector(block.dense_columns.begin(), block.dense_columns.end());
  if (const std::size_t width = block.dense_columns.size(); width > 0) {
    std::vector<Value> tile;
    tile.reserve(positions.size() * width + RowBlock<Value>::tile_padding);
    for (const std::uint32_t row : positions)
      tile.insert(tile.end(), block.tile.begin() + row * width, block.tile.begin() + (row + 1) * width);
    tile.resize(tile.size() + RowBlock<Value>::tile_padding);
    copy.tile = std::move(tile);
  }
  copy.valued = copied(block.valued, positions);
  copy.value = listed(block.valued, block.value, positions);
  copy.ones = copied(block.ones, positions);
  return copy;
}

}  // namespace

template <class Value>
std::int64_t RowsAside<Value>::bytes_for(const BlockedRows<Value>& matrix, const Shards& shards) {
  std::int64_t bytes = 0;
  for_each_block(shards, [&](std::size_t k, Positions positions) {
    const RowBlock<Value>& block = matrix.blocks[k];
    bytes += static_cast<std::int64_t>(positions.size() * block.dense_columns.size() * sizeof(Value)) +
             bytes_of(block.valued, positions, sizeof(Value)) + bytes_of(block.ones, positions, 0);
  });
  return bytes;
}

template <class Value>
RowsAside<Value>::RowsAside(const BlockedRows<Value>& matrix, const Shards& shards, ThreadPool& pool)
    : place_(matrix.blocks.size()) {
  std::vector<std::pair<std::size_t, Positions>> in_use;
  for_each_block(shards, [&](std::size_t block, Positions positions) {
    place_[block] = in_use.size();
    in_use.emplace_back(block, positions);
  });
  blocks_.resize(in_use.size());
  pool.for_each(std::ssize(in_use), [&](std::int64_t k) {
    const auto& [block, positions] = in_use[static_cast<std::size_t>(k)];
    blocks_[static_cast<std::size_t>(k)] = copied(matrix.blocks[block], positions);
  });
}

template class RowsAside<float>;
template class RowsAside<double>;

}  // namespace smsvm
