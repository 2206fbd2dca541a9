#pragma once

#include <array>
#include <cstdint>

#include "data/row_access.hpp"

namespace smsvm {

// Arithmetic on single rows, for methods that visit rows one by one in an order of their own. Sums over many rows are
// the kernels' business. Sums are double and their order is fixed.

namespace detail {

/// Four sums side by side: nothing waits for the addition before.
template <class Term>
double sum_of_terms(std::size_t from, std::size_t to, const Term& term) {
  std::array<double, 4> lane{};
  std::size_t k = from;
  for (; k + 4 <= to; k += 4) {
    for (std::size_t l = 0; l < 4; ++l) lane[l] += term(k + l);
  }
  double sum = (lane[0] + lane[2]) + (lane[1] + lane[3]);
  for (; k < to; ++k) sum += term(k);
  return sum;
}

/// Whether the tile is without gaps: its columns then need not be looked up, and the compiler may take several at once.
template <class Value>
bool tile_is_contiguous(const RowBlock<Value>& block) {
  const auto& columns = block.dense_columns;
  return static_cast<std::size_t>(columns.back() - columns.front()) + 1 == columns.size();
}

}  // namespace detail

template <class Value>
double dot(RowView<Value> x, const double* w) {
  const RowBlock<Value>& block = *x.block;
  double sum = 0;
  if (const std::size_t width = block.dense_columns.size(); width > 0) {
    const Value* const tile = block.tile.data() + static_cast<std::size_t>(x.row) * width;
    const std::int32_t* const columns = block.dense_columns.data();
    if (detail::tile_is_contiguous(block)) {
      const double* const there = w + columns[0];
      sum += detail::sum_of_terms(0, width, [=](std::size_t k) { return static_cast<double>(tile[k]) * there[k]; });
    } else {
      sum +=
          detail::sum_of_terms(0, width, [=](std::size_t k) { return static_cast<double>(tile[k]) * w[columns[k]]; });
    }
  }
  if (const ListedColumns list(block.valued, x.row); list.at < list.end) {
    const Value* const value = block.value.data();
    sum += with_columns(block.valued, [&](const auto* columns) {
      return detail::sum_of_terms(list.at, list.end,
                                  [=](std::size_t k) { return static_cast<double>(value[k]) * w[columns[k]]; });
    });
  }
  if (const ListedColumns list(block.ones, x.row); list.at < list.end) {
    sum += with_columns(block.ones, [&](const auto* columns) {
      return detail::sum_of_terms(list.at, list.end, [=](std::size_t k) { return w[columns[k]]; });
    });
  }
  return sum;
}

/// sum += factor · x
template <class Value>
void add_scaled(RowView<Value> x, double factor, double* sum) {
  const auto add = [=](std::size_t column, double value) { sum[column] += factor * value; };
  const std::size_t width = x.block->dense_columns.size();
  if (width == 0 || !detail::tile_is_contiguous(*x.block)) {
    for_each_stored(x, add);
    return;
  }
  const Value* const tile = x.block->tile.data() + static_cast<std::size_t>(x.row) * width;
  double* const there = sum + x.block->dense_columns.front();
  for (std::size_t k = 0; k < width; ++k) there[k] += factor * static_cast<double>(tile[k]);
  for_each_listed(x, add);
}

}  // namespace smsvm
