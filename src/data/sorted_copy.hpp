#pragma once

#include "smsvm/arrays.hpp"

namespace smsvm {

/// Rows with their columns in increasing order, each once: values of the same column are added up, in the order in
/// which they stand. The structure and the values must have been checked; throws if a sum is not finite.
template <class Value, class Index>
Dataset sorted_copy(const SparseArray<Value, Index>& array);

}  // namespace smsvm
