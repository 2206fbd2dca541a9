#pragma once

#include "kernels/instruction_set.hpp"
#include "kernels/simd.hpp"

namespace smsvm {

template <class Kernel>
Kernel* kernel_for(InstructionSet set, Kernel* baseline, Kernel* avx2, Kernel* avx512) {
  if (set == InstructionSet::avx512) return avx512;
  return set == InstructionSet::avx2 ? avx2 : baseline;
}

}  // namespace smsvm

/// The entry point `name` of a body compiled by each_instruction_set.inl, for the instruction set in use.
#if SMSVM_HAS_X86_KERNELS
#define SMSVM_KERNEL(name) ::smsvm::kernel_for(::smsvm::instruction_set(), baseline::name, avx2::name, avx512::name)
#else
#define SMSVM_KERNEL(name) (baseline::name)
#endif
