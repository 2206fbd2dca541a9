#include "smsvm/arrays.hpp"

#include "data/array_checks.hpp"
#include "data/block_builder.hpp"
#include "data/sorted_copy.hpp"

namespace smsvm {

template <class Value>
Dataset borrow(const DenseArray<Value>& array, int threads) {
  check_shape(array.rows, array.columns);
  ThreadPool pool(threads);
  check_values(array, pool);
  RowStream<Value> stream;
  const Value* value = array.values;
  for (std::int64_t i = 0; i < array.rows; ++i) {
    for (std::int64_t j = 0; j < array.columns; ++j) stream.add(j, *value++);
    stream.end_row();
  }
  Dataset data;
  stream.finish_positions(array.columns, data);
  data.width = array.columns;
  return data;
}

template <class Value, class Index>
Dataset borrow(const SparseArray<Value, Index>& array, int threads) {
  check_shape(array.rows, array.columns);
  ThreadPool pool(threads);
  check_structure(array, pool);
  check_values(array, pool);
  return sorted_copy(array);
}

template Dataset borrow(const DenseArray<float>&, int);
template Dataset borrow(const DenseArray<double>&, int);
template Dataset borrow(const SparseArray<float, std::int32_t>&, int);
template Dataset borrow(const SparseArray<float, std::int64_t>&, int);
template Dataset borrow(const SparseArray<double, std::int32_t>&, int);
template Dataset borrow(const SparseArray<double, std::int64_t>&, int);

}  // namespace smsvm
