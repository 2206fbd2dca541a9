#include "data/array_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

[[noreturn]] void fail(const std::string& found, const std::string& expected) {
  throw Error(ErrorKind::bad_data, found + "; " + expected);
}

/// The first of `rows` rows that is_bad(row), or `rows`. Runs of rows are handed out in order, so that a bad one spares
/// those after it.
template <class IsBad>
std::int64_t first_bad_row(std::int64_t rows, ThreadPool& pool, const IsBad& is_bad) {
  constexpr std::int64_t together = 1024;
  std::atomic<std::int64_t> first = rows;
  pool.for_each((rows + together - 1) / together, [&](std::int64_t k) {
    const std::int64_t end = std::min(rows, (k + 1) * together);
    for (std::int64_t row = k * together; row < end && row < first; ++row) {
      if (!is_bad(row)) continue;
      std::int64_t least = first;
      while (row < least && !first.compare_exchange_weak(least, row)) {
      }
    }
  });
  return first;
}

/// Not one by one: infinities and what is no number survive being multiplied by zero and added.
template <class Value>
bool are_finite(const Value* from, const Value* to) {
  Value sum = 0;
  for (; from != to; ++from) sum += 0 * *from;
  return sum == 0;
}

template <class Value>
const Value* first_not_finite(const Value* from, const Value* to) {
  return std::find_if(from, to, [](Value value) { return !std::isfinite(value); });
}

template <class Value>
[[noreturn]] void fail_value(Value value, std::int64_t row, std::int64_t column) {
  fail(fmt::format("the value {} in row {}, column {}", value, row, column), "expected finite numbers");
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
  const auto begin_of = [&](std::int64_t row) { return array.values + row * array.columns; };
  const std::int64_t row =
      first_bad_row(array.rows, pool, [&](std::int64_t i) { return !are_finite(begin_of(i), begin_of(i + 1)); });
  if (row == array.rows) return;
  const Value* const bad = first_not_finite(begin_of(row), begin_of(row + 1));
  fail_value(*bad, row, bad - begin_of(row));
}

template <class Value, class Index>
void check_values(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  const auto begin_of = [&](std::int64_t row) { return array.value + array.start[row]; };
  const std::int64_t row =
      first_bad_row(array.rows, pool, [&](std::int64_t i) { return !are_finite(begin_of(i), begin_of(i + 1)); });
  if (row == array.rows) return;
  const Value* const bad = first_not_finite(begin_of(row), begin_of(row + 1));
  fail_value(*bad, row, static_cast<std::int64_t>(array.column[bad - array.value]));
}

template <class Value, class Index>
void check_structure(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  if (array.start[0] != 0) fail(fmt::format("row 0 starts at {}", array.start[0]), "expected 0");
  const std::int64_t falls =
      first_bad_row(array.rows, pool, [&](std::int64_t i) { return array.start[i + 1] < array.start[i]; });
  if (falls < array.rows) {
    fail(fmt::format("row {} starts at {} and ends at {}", falls, array.start[falls], array.start[falls + 1]),
         "starts must not decrease");
  }
  const auto is_outside = [&](Index column) { return column < 0 || column >= array.columns; };
  const auto begin_of = [&](std::int64_t row) { return array.column + array.start[row]; };
  const std::int64_t row = first_bad_row(
      array.rows, pool, [&](std::int64_t i) { return std::any_of(begin_of(i), begin_of(i + 1), is_outside); });
  if (row == array.rows) return;
  fail(fmt::format("column {} in row {}", *std::find_if(begin_of(row), begin_of(row + 1), is_outside), row),
       fmt::format("columns count from 0 to {}", array.columns - 1));
}

template <class Value, class Index>
bool has_sorted_rows(const SparseArray<Value, Index>& array, ThreadPool& pool) {
  const auto has_fall = [&](std::int64_t i) {
    const Index *const from = array.column + array.start[i], *const to = array.column + array.start[i + 1];
    return std::adjacent_find(from, to, [](Index a, Index b) { return a >= b; }) != to;
  };
  return first_bad_row(array.rows, pool, has_fall) == array.rows;
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
