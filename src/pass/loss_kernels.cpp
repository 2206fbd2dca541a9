#include "pass/loss_kernels.hpp"

#include "kernels/dispatch.hpp"
#include "pass/loss.hpp"

#define SMSVM_KERNEL_BODY "pass/loss_kernels.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

const LossKernels& loss_kernels() { return SMSVM_KERNEL(loss_kernel_table)(); }

}  // namespace smsvm
