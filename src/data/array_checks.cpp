#include "data/array_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include "data/finite.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

[[noreturn]] void fail(const std::string& found, const std::string& expected) {
  throw Error(ErrorKind::bad_data, found + "; " + expected);
}

/// The first of `count` things that is bad, or `count`. first_in(from, to) finds the first from `from` on, or `to`.
/// Runs of them are handed out in order, so that a bad one spares those after it.
template <class FirstIn>
std::int64_t first_bad(std::int64_t count, std::int64_t together, ThreadPool& pool, const FirstIn& first_in) {
  std::atomic<std::int64_t> first = count;
  pool.for_each((count + together - 1) / together, [&](std::int64_t k) {
    const std::int64_t from = k * together, to = std::min(count, from + together);
    if (first < from) return;
    const std::int64_t found = first_in(from, to);
    std::int64_t least = first;
    while (found < to && found < least && !first.compare_exchange_weak(least, found)) {
    }
  });
  return first;
}
constexpr std::int64_t numbers_together = 1 << 16, rows_checked_together = 1 << 10;

template <class Value>
std::int64_t first_not_finite(const Value* values, std::int64_t count, ThreadPool& pool) {
  return first_bad(count, numbers_together, pool, [&](std::int64_t from, std::int64_t to) {
    if (are_finite(values + from, values + to)) return to;
    return std::find_if(values + from, values + to, [](Value value) { return !std::isfinite(value); }) - values;
  });
}

template <class Value>
[[noreturn]] void fail_value(Value value, std::int64_t row, std::int64_t column) {
  fail(fmt::format("the value {} in row {}, column {}", value, row, column), "expected finite numbers");
}

template <class Value, class Index>
std::int64_t stored(const SparseArray<Value, Index>& array) {
  return static_cast<std::int64_t>(array.start[array.rows]);
}
/// To which the number at this place belongs.
template <class Value, class Index>
std::int64_t row_of(const SparseArray<Value, Index>& array, std::int64_t place) {
  return std::upper_bound(array.start, array.start + array.rows + 1, place) - array.start - 1;
}

}  // namespace

void check_shape(std::int64_t rows, std::int64_t columns) {
  if (rows < 1 || columns < 1)
    fail(fmt::format("an empty array of {} rows and {} columns", rows, columns), "expected some data");
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (columns > most) fail(fmt::format("{} columns", columns), fmt::format("expected at most {}", most));
}

template <class Value>
void check_values(const DenseArray<Value>& array, ThreadPool& pool) {
  const std::int64_t count = array.rows * array.columns, bad = first_not_finite(array.values, count, pool);
  if (bad < count) fail_value(array.values[bad], bad / array.columns, bad % array.columns);
}

template <class Value, class Index>
void check_values(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  const std::int64_t count = stored(array), bad = first_not_finite(array.value, count, pool);
  if (bad < count) fail_value(array.value[bad], row_of(array, bad), static_cast<std::int64_t>(array.column[bad]));
}

template <class Value, class Index>
void check_structure(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  const auto& [start, column, value, rows, columns] = array;
  if (start[0] != 0) fail(fmt::format("row 0 starts at {}", start[0]), "expected 0");
  const std::int64_t row = std::is_sorted_until(start, start + rows + 1) - start - 1;
  if (row < rows) {
    fail(fmt::format("row {} starts at {} and ends at {}", row, start[row], start[row + 1]),
         "starts must not decrease");
  }
  const std::int64_t count = stored(array);
  const std::int64_t bad = first_bad(count, numbers_together, pool, [&](std::int64_t from, std::int64_t to) {
    const auto is_outside = [&](Index at) { return at < 0 || at >= array.columns; };
    return std::find_if(array.column + from, array.column + to, is_outside) - array.column;
  });
  if (bad == count) return;
  fail(fmt::format("column {} in row {}", column[bad], row_of(array, bad)),
       fmt::format("columns count from 0 to {}", columns - 1));
}

template <class Value, class Index>
bool has_sorted_rows(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  const auto is_sorted = [&](std::int64_t row) {
    const Index *const from = array.column + array.start[row], *const to = array.column + array.start[row + 1];
    return std::adjacent_find(from, to, [](Index a, Index b) { return a >= b; }) == to;
  };
  const auto first_unsorted = [&](std::int64_t from, std::int64_t to) {
    while (from < to && is_sorted(from)) ++from;
    return from;
  };
  return first_bad(array.rows, rows_checked_together, pool, first_unsorted) == array.rows;
}

template void check_values(const DenseArray<float>&, ThreadPool&);
template void check_values(const DenseArray<double>&, ThreadPool&);
template void check_values(const SparseArray<float, std::int32_t>&, ThreadPool&);
template void check_values(const SparseArray<float, std::int64_t>&, ThreadPool&);
template void check_values(const SparseArray<double, std::int32_t>&, ThreadPool&);
template void check_values(const SparseArray<double, std::int64_t>&, ThreadPool&);
template void check_structure(const SparseArray<float, std::int32_t>&, ThreadPool&);
template void check_structure(const SparseArray<float, std::int64_t>&, ThreadPool&);
template void check_structure(const SparseArray<double, std::int32_t>&, ThreadPool&);
template void check_structure(const SparseArray<double, std::int64_t>&, ThreadPool&);
template bool has_sorted_rows(const SparseArray<float, std::int32_t>&, ThreadPool&);
template bool has_sorted_rows(const SparseArray<float, std::int64_t>&, ThreadPool&);
template bool has_sorted_rows(const SparseArray<double, std::int32_t>&, ThreadPool&);
template bool has_sorted_rows(const SparseArray<double, std::int64_t>&, ThreadPool&);

}  // namespace smsvm
