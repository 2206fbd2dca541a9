// Compiles the file SMSVM_KERNEL_BODY once for each instruction set, in the namespaces smsvm::baseline, smsvm::avx2 and
// smsvm::avx512, where `Lanes` is that set's. Use, at global scope and after all other headers (see simd.hpp for why):
//
//   #define SMSVM_KERNEL_BODY "kernels/some_kernel.inl"
//   #include "kernels/each_instruction_set.inl"
//
// The body includes no header and puts all but its entry points into an unnamed namespace.

#ifndef SMSVM_KERNEL_BODY
#error "SMSVM_KERNEL_BODY names the file to compile for each instruction set"
#endif

namespace smsvm::baseline {
#include SMSVM_KERNEL_BODY
}

#if SMSVM_HAS_X86_KERNELS

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
namespace smsvm::avx2 {
#include SMSVM_KERNEL_BODY
}

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw"))), \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw")
#endif
namespace smsvm::avx512 {
#include SMSVM_KERNEL_BODY
}

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // SMSVM_HAS_X86_KERNELS

#undef SMSVM_KERNEL_BODY
