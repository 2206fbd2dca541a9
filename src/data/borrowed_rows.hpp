#pragma once

#include "smsvm/arrays.hpp"

namespace smsvm {

// Blocks that refer to an array instead of holding its numbers, which must have been checked.

/// All columns are in the tile. Kernels read a little beyond the end of a row, where others follow; the last few rows,
/// after which nothing of the array follows, are copied into a block of their own.
template <class Value>
BlockedRows<Value> borrowed_rows(const DenseArray<Value>& array);

/// All columns are listed with values. The columns of every row must increase. Four bytes a row are the blocks' own.
template <class Value, class Index>
BlockedRows<Value> borrowed_rows(const SparseArray<Value, Index>& array);

}  // namespace smsvm
