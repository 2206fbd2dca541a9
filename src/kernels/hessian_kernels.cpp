#include "kernels/hessian_kernels.hpp"

#include "kernels/dispatch.hpp"
#include "kernels/packed_panels.hpp"

#define SMSVM_KERNEL_BODY "kernels/hessian_kernels.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

template <class Value>
const HessianKernels<Value>& hessian_kernels() {
  return SMSVM_KERNEL(hessian_kernel_table<Value>)();
}

template const HessianKernels<float>& hessian_kernels<float>();
template const HessianKernels<double>& hessian_kernels<double>();

}  // namespace smsvm
