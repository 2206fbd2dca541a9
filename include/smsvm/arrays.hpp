#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

// Data sets made of arrays in memory, such as those of NumPy and SciPy. Column j of the array is feature j + 1, whether
// it holds anything or not. There are no labels: the caller fills them in. Errors count rows and columns from 0, as the
// arrays do, and are Error of the kind bad_data.

/// Row-major numbers that somebody else owns.
template <class Value>
struct DenseArray {
  const Value* values = nullptr;  ///< rows × columns
  std::int64_t rows = 0, columns = 0;
};

/// Compressed rows that somebody else owns: the columns of row i are column[start[i]] … column[start[i + 1] − 1],
/// counted from 0, and start[0] is 0.
template <class Value, class Index>
struct SparseArray {
  const Index* start = nullptr;   ///< rows + 1
  const Index* column = nullptr;  ///< start[rows]; that there are so many is for the caller to know
  const Value* value = nullptr;   ///< likewise
  std::int64_t rows = 0, columns = 0;
};

/// The result refers to the numbers: they must outlive it and must not change. All of them are looked at once, by so
/// many threads (0: as many as the machine has). Throws if the array is empty or a number is not finite.
template <class Value>  // float, double
SMSVM_API Dataset borrow(const DenseArray<Value>& array, int threads = 0);

/// Likewise; also throws if the starts decrease or a column is not below `columns`. Zeros may be stored. Where a row
/// has its columns in any other order than increasing, or one of them twice, the result is a copy, sorted and with the
/// values of a column added up. So it is where columns outnumber the numbers by more than four to one: the copy has a
/// stored feature for each column in use (Dataset::feature_ids), and no work is done for the others.
template <class Value, class Index>  // float, double; std::int32_t, std::int64_t
SMSVM_API Dataset borrow(const SparseArray<Value, Index>& array, int threads = 0);

extern template SMSVM_API Dataset borrow(const DenseArray<float>&, int);
extern template SMSVM_API Dataset borrow(const DenseArray<double>&, int);
extern template SMSVM_API Dataset borrow(const SparseArray<float, std::int32_t>&, int);
extern template SMSVM_API Dataset borrow(const SparseArray<float, std::int64_t>&, int);
extern template SMSVM_API Dataset borrow(const SparseArray<double, std::int32_t>&, int);
extern template SMSVM_API Dataset borrow(const SparseArray<double, std::int64_t>&, int);

}  // namespace smsvm
