#include "kernels/row_kernels.hpp"

#include "kernels/dispatch.hpp"
#include "kernels/fetch.hpp"

#define SMSVM_KERNEL_BODY "kernels/row_kernels.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

template <class Value>
const RowKernels<Value>& row_kernels() {
  return SMSVM_KERNEL(row_kernel_table<Value>)();
}

template const RowKernels<float>& row_kernels<float>();
template const RowKernels<double>& row_kernels<double>();

}  // namespace smsvm
