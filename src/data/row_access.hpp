#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <variant>

#include "data/in_order.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

// Rows one at a time, for code outside the kernels, where clarity comes first.

template <class Value>
struct RowView {
  const RowBlock<Value>* block;
  std::int64_t row;  ///< within the block
};

template <class Value>
RowView<Value> row_at(const BlockedRows<Value>& matrix, std::int64_t position) {
  const auto after = std::upper_bound(matrix.first_row.begin(), matrix.first_row.end(), position);
  const auto block = after - matrix.first_row.begin() - 1;
  return {&matrix.blocks[static_cast<std::size_t>(block)],
          position - matrix.first_row[static_cast<std::size_t>(block)]};
}

/// Calls visit(row, view) for each row, as they are stored in this order; row is its number in the source.
template <class Value, class Visit>
void for_each_row(const RowOrder* order, const BlockedRows<Value>& matrix, Visit&& visit) {
  std::int64_t position = 0;
  for (const RowBlock<Value>& block : matrix.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) visit(source_row(order, position++), RowView<Value>{&block, i});
}

/// Calls use(columns) with the pointer to the columns in their own width.
template <class Use>
decltype(auto) with_columns(const ColumnLists& lists, const Use& use) {
  if (!lists.narrow.empty()) return use(lists.narrow.data());
  return lists.widest.empty() ? use(lists.wide.data()) : use(lists.widest.data());
}

/// The columns that a row lists, as a pair of cursors.
struct ListedColumns {
  const ColumnLists* lists;
  std::size_t at = 0, end = 0;

  ListedColumns(const ColumnLists& all, std::int64_t row) : lists(&all) {
    if (all.start.empty()) return;
    at = all.start[static_cast<std::size_t>(row)];
    end = all.start[static_cast<std::size_t>(row) + 1];
  }
  std::size_t column(std::size_t k) const {
    return with_columns(*lists, [k](const auto* columns) { return static_cast<std::size_t>(columns[k]); });
  }
  std::size_t next() const { return at < end ? column(at) : std::numeric_limits<std::size_t>::max(); }
};

/// How many values for_each_stored visits.
template <class Value>
std::int64_t stored_values(RowView<Value> x) {
  const ListedColumns valued(x.block->valued, x.row), ones(x.block->ones, x.row);
  return std::ssize(x.block->dense_columns) + static_cast<std::int64_t>(valued.end - valued.at + ones.end - ones.at);
}

/// Calls visit(column, value) for what the row stores outside the tile.
template <class Value, class Visit>
void for_each_listed(RowView<Value> x, Visit&& visit) {
  const RowBlock<Value>& block = *x.block;
  const ListedColumns valued(block.valued, x.row), ones(block.ones, x.row);
  with_columns(block.valued, [&](const auto* columns) {
    for (std::size_t k = valued.at; k < valued.end; ++k)
      visit(static_cast<std::size_t>(columns[k]), static_cast<double>(block.value[k]));
  });
  with_columns(block.ones, [&](const auto* columns) {
    for (std::size_t k = ones.at; k < ones.end; ++k) visit(static_cast<std::size_t>(columns[k]), 1.0);
  });
}

/// Calls visit(column, value) for everything stored of the row, part by part: zeros too, and not in the order of the
/// columns.
template <class Value, class Visit>
void for_each_stored(RowView<Value> x, Visit&& visit) {
  const RowBlock<Value>& block = *x.block;
  const std::size_t width = block.dense_columns.size();
  const Value* const tile = block.tile.data() + static_cast<std::size_t>(x.row) * width;
  for (std::size_t k = 0; k < width; ++k)
    visit(static_cast<std::size_t>(block.dense_columns[k]), static_cast<double>(tile[k]));
  for_each_listed(x, visit);
}

/// Calls visit(column, value) for each nonzero of the row in increasing order of the columns.
template <class Value, class Visit>
void for_each_value(RowView<Value> x, Visit&& visit) {
  const RowBlock<Value>& block = *x.block;
  const std::size_t width = block.dense_columns.size();
  const Value* const tile = block.tile.data() + static_cast<std::size_t>(x.row) * width;
  ListedColumns valued(block.valued, x.row), ones(block.ones, x.row);
  const auto visit_listed_below = [&](std::size_t column) {
    for (;;) {
      const std::size_t in_valued = valued.next(), in_ones = ones.next();
      if (std::min(in_valued, in_ones) >= column) return;
      if (in_valued < in_ones) {
        const Value value = block.value[valued.at++];
        if (value != 0) visit(in_valued, static_cast<double>(value));
      } else {
        visit(in_ones, 1.0), ++ones.at;
      }
    }
  };
  for (std::size_t k = 0; k < width; ++k) {
    if (tile[k] == 0) continue;
    const auto column = static_cast<std::size_t>(block.dense_columns[k]);
    visit_listed_below(column);
    visit(column, static_cast<double>(tile[k]));
  }
  visit_listed_below(std::numeric_limits<std::size_t>::max());
}

template <class Visit>
void for_each_value(const Dataset& data, std::int64_t row, Visit&& visit) {
  std::visit([&](const auto& matrix) { for_each_value(row_at(matrix, position_of(data, row)), visit); },
             data.all_rows());
}

}  // namespace smsvm
