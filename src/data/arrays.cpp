#include "smsvm/arrays.hpp"

#include "data/array_checks.hpp"
#include "data/block_builder.hpp"
#include "data/borrowed_rows.hpp"
#include "data/sorted_copy.hpp"

namespace smsvm {
namespace {

/// A few numbers are looked at sooner than threads begin.
int threads_worth(std::int64_t numbers, int threads) { return numbers < (1 << 18) ? 1 : threads; }

template <class Array>
Dataset as_it_is(const Array& array) {
  Dataset data;
  data.rows = array.rows;
  data.features = data.width = array.columns;
  data.matrix = borrowed_rows(array);
  return data;
}

}  // namespace

template <class Value>
Dataset borrow(const DenseArray<Value>& array, int threads) {
  check_shape(array.rows, array.columns);
  ThreadPool pool(threads_worth(array.rows * array.columns, threads));
  check_values(array, pool);
  return as_it_is(array);
}

template <class Value, class Index>
Dataset borrow(const SparseArray<Value, Index>& array, int threads) {
  check_shape(array.rows, array.columns);
  ThreadPool pool(threads_worth(static_cast<std::int64_t>(array.start[array.rows]), threads));
  check_structure(array, pool);
  check_values(array, pool);
  const bool has_few_empty_columns = keeps_all_features(array.columns, array.start[array.rows]);
  return has_few_empty_columns && has_sorted_rows(array, pool) ? as_it_is(array) : sorted_copy(array);
}

template Dataset borrow(const DenseArray<float>&, int);
template Dataset borrow(const DenseArray<double>&, int);
template Dataset borrow(const SparseArray<float, std::int32_t>&, int);
template Dataset borrow(const SparseArray<float, std::int64_t>&, int);
template Dataset borrow(const SparseArray<double, std::int32_t>&, int);
template Dataset borrow(const SparseArray<double, std::int64_t>&, int);

}  // namespace smsvm
