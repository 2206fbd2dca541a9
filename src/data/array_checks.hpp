#pragma once

#include <cstdint>

#include "smsvm/arrays.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

// What is asked of arrays before they become a data set. Each throws Error of the kind bad_data; of several mistakes it
// names the first in row order, whatever the number of threads.

/// Some rows, and not more columns than can be counted with.
void check_shape(std::int64_t rows, std::int64_t columns);

/// Every number is finite.
template <class Value>
void check_values(const DenseArray<Value>& array, ThreadPool& pool);
template <class Value, class Index>
void check_values(const SparseArray<Value, Index>& array, ThreadPool& pool);

/// Starts begin at 0 and do not decrease, columns are below `columns`. To be asked before anything else is read.
template <class Value, class Index>
void check_structure(const SparseArray<Value, Index>& array, ThreadPool& pool);

/// Whether the columns of every row increase.
template <class Value, class Index>
bool has_sorted_rows(const SparseArray<Value, Index>& array, ThreadPool& pool);

}  // namespace smsvm
