#include "cpu/loss_kernels.hpp"

#include "kernels/dispatch.hpp"
#include "kernels/fetch.hpp"
#include "rows/loss.hpp"

#define SMSVM_KERNEL_BODY "cpu/loss_kernels.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

const LossKernels& loss_kernels() { return SMSVM_KERNEL(loss_kernel_table)(); }

}  // namespace smsvm
