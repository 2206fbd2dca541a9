#pragma once

#include <algorithm>
#include <cstdint>

#include "data/row_access.hpp"
#include "rows/request.hpp"

namespace smsvm {

// Rows handed out as they are, for solvers that visit them one by one. `first_row`: the position of the first row of
// the matrix among those of all backends.

/// There may be none.
template <class Value>
std::int64_t rows_of(const BlockedRows<Value>& matrix) {
  return matrix.blocks.empty() ? 0 : matrix.first_row.back();
}

template <class Value>
void fetch_rows(const BlockedRows<Value>& matrix, std::int64_t first_row, const request::FetchRows& what,
                SparseRows& rows) {
  const auto from = std::ranges::lower_bound(what.positions, first_row);
  const auto to = std::lower_bound(from, what.positions.end(), first_row + rows_of(matrix));
  for (auto position = from; position < to; ++position) {
    for_each_value(row_at(matrix, *position - first_row), [&](std::size_t j, double x) { rows.add(j, x); });
    rows.end_row();
  }
}

/// Refers to the same numbers.
template <class Value>
BlockedRows<Value> fetch_blocks(const BlockedRows<Value>& matrix, std::int64_t first_row,
                                const request::FetchBlocks& what) {
  BlockedRows<Value> window{.blocks = {}, .first_row = {0}};
  for (std::size_t block = 0; block < matrix.blocks.size(); ++block) {
    const std::int64_t row = first_row + matrix.first_row[block];
    if (row < what.first || row >= what.first + what.rows) continue;
    window.blocks.push_back(matrix.blocks[block]);
    window.first_row.push_back(window.first_row.back() + matrix.blocks[block].rows);
  }
  return window;
}

template <class Value>
void add_squares(const BlockedRows<Value>& matrix, std::int64_t first_row, const request::AddSquares& what,
                 std::vector<double>& numbers) {
  const std::int64_t from = std::max<std::int64_t>(what.first - first_row, 0);
  const std::int64_t to = std::min(what.first + what.rows - first_row, rows_of(matrix));
  for (std::int64_t position = from; position < to; ++position) {
    double sum = what.constant;
    for_each_value(row_at(matrix, position), [&](std::size_t j, double x) { sum += x * x * what.scale[j]; });
    numbers.push_back(sum);
  }
}

}  // namespace smsvm
