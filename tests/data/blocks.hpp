#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <variant>
#include <vector>

#include "data/block_draft.hpp"
#include "data/row_access.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm::test {

using Table = std::vector<std::vector<double>>;

/// One block, laid out as told rather than as its values would ask for.
template <class Value>
BlockedRows<Value> in_one_block(BlockDraft<Value> block) {
  BlockedRows<Value> rows;
  rows.first_row = {0, block.rows};
  rows.blocks.push_back(finished(std::move(block)));
  return rows;
}

/// All columns in the tile.
template <class Value>
BlockedRows<Value> all_dense(const Table& table) {
  BlockDraft<Value> block;
  block.rows = std::ssize(table);
  const std::size_t features = table.empty() ? 0 : table.front().size();
  for (std::size_t j = 0; j < features; ++j) block.dense_columns.push_back(static_cast<std::int32_t>(j));
  for (const auto& row : table) {
    for (const double value : row) block.tile.push_back(static_cast<Value>(value));
  }
  block.tile.resize(block.tile.size() + RowBlock<Value>::tile_padding);
  return in_one_block(std::move(block));
}

/// All nonzeros in lists with values.
template <class Value>
BlockedRows<Value> all_listed(const Table& table) {
  BlockDraft<Value> block;
  block.rows = std::ssize(table);
  block.valued.start.push_back(0);
  for (const auto& row : table) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (static_cast<Value>(row[j]) == 0) continue;
      block.valued.narrow.push_back(static_cast<std::uint16_t>(j));
      block.value.push_back(static_cast<Value>(row[j]));
    }
    block.valued.start.push_back(static_cast<std::uint32_t>(block.value.size()));
  }
  return in_one_block(std::move(block));
}

/// Row-major, zeros included.
inline std::vector<double> all_values(const Dataset& data) {
  std::vector<double> values(static_cast<std::size_t>(data.rows * data.features), 0.0);
  for (std::int64_t row = 0; row < data.rows; ++row) {
    double* const to = values.data() + row * data.features;
    for_each_value(data, row, [&](std::size_t column, double value) { to[column] = value; });
  }
  return values;
}

/// As (row, column, value), in this order: for data of more features than all_values could hold.
inline std::vector<std::tuple<std::int64_t, std::size_t, double>> nonzero_values(const Dataset& data) {
  std::vector<std::tuple<std::int64_t, std::size_t, double>> values;
  for (std::int64_t row = 0; row < data.rows; ++row)
    for_each_value(data, row, [&](std::size_t column, double value) {
      if (value != 0) values.emplace_back(row, column, value);
    });
  std::ranges::sort(values);
  return values;
}

/// Every column of every block is part of its tile.
inline bool is_dense(const Dataset& data) {
  return std::visit(
      [&](const auto& matrix) {
        for (const auto& block : matrix.blocks)
          if (std::ssize(block.dense_columns) != data.features || data.features == 0) return false;
        return true;
      },
      data.matrix);
}

inline bool same(const ColumnLists& a, const ColumnLists& b) {
  return a.start == b.start && a.narrow == b.narrow && a.wide == b.wide && a.widest == b.widest;
}

/// The same rows in the same blocks with the same layout.
inline void expect_same_rows(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.feature_ids, b.feature_ids);
  ASSERT_EQ(a.precision(), b.precision());
  std::visit(
      [&]<class Value>(const BlockedRows<Value>& x) {
        const auto& y = std::get<BlockedRows<Value>>(b.matrix);
        ASSERT_EQ(x.first_row, y.first_row);
        for (std::size_t k = 0; k < x.blocks.size(); ++k) {
          EXPECT_EQ(x.blocks[k].rows, y.blocks[k].rows);
          EXPECT_EQ(x.blocks[k].dense_columns, y.blocks[k].dense_columns);
          EXPECT_EQ(x.blocks[k].tile, y.blocks[k].tile);
          EXPECT_EQ(x.blocks[k].value, y.blocks[k].value);
          EXPECT_TRUE(same(x.blocks[k].valued, y.blocks[k].valued));
          EXPECT_TRUE(same(x.blocks[k].ones, y.blocks[k].ones));
        }
      },
      a.matrix);
}

}  // namespace smsvm::test
