#include "pass/loss_kernels.hpp"

#include "kernels/dispatch.hpp"
#include "pass/loss.hpp"

#define SMSVM_KERNEL_BODY "pass/loss_kernels.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

template <class Value>
const LossKernels<Value>& loss_kernels() {
  return SMSVM_KERNEL(loss_kernel_table<Value>)();
}

template const LossKernels<float>& loss_kernels<float>();
template const LossKernels<double>& loss_kernels<double>();

}  // namespace smsvm
