#pragma once

// Eight doubles, whatever the machine has: one AVX-512 register, two AVX2 registers, or an array. Kernels are written
// once in terms of `Lanes` and compiled for each instruction set by each_instruction_set.inl.
//
// avx2 and avx512 give the same bits: the width is always eight, a product and sum is always fused, and the lanes are
// added up in one order. The baseline has no fused multiply-add and rounds twice.
//
// Nothing here may be compiled with -mavx2 and the like: an inline function of the standard library would then be
// compiled for that machine too, and the linker might keep that one for all. Hence regions of code, not whole files.

#include <cstdint>

#if defined(__x86_64__)
#define SMSVM_HAS_X86_KERNELS 1
#if defined(__clang__)
#include <immintrin.h>
#else
// GCC 12 takes the undefined operands inside its intrinsics for ours.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif
#else
#define SMSVM_HAS_X86_KERNELS 0
#endif

#define SMSVM_ALWAYS_INLINE [[gnu::always_inline]] inline

namespace smsvm {
inline constexpr std::int64_t lane_count = 8;
}

namespace smsvm::baseline {

struct Lanes {
  double at[8];
};
inline constexpr int register_lanes = 4;  ///< so many of them fit into the registers of a usual machine

SMSVM_ALWAYS_INLINE Lanes broadcast(double x) {
  Lanes r;
  for (double& lane : r.at) lane = x;
  return r;
}
SMSVM_ALWAYS_INLINE Lanes zero() { return broadcast(0); }
SMSVM_ALWAYS_INLINE Lanes load(const double* from) {
  Lanes r;
  for (int l = 0; l < 8; ++l) r.at[l] = from[l];
  return r;
}
SMSVM_ALWAYS_INLINE Lanes load(const float* from) {
  Lanes r;
  for (int l = 0; l < 8; ++l) r.at[l] = static_cast<double>(from[l]);
  return r;
}
SMSVM_ALWAYS_INLINE void store(double* to, Lanes x) {
  for (int l = 0; l < 8; ++l) to[l] = x.at[l];
}
SMSVM_ALWAYS_INLINE Lanes operator+(Lanes a, Lanes b) {
  for (int l = 0; l < 8; ++l) a.at[l] += b.at[l];
  return a;
}
SMSVM_ALWAYS_INLINE Lanes operator-(Lanes a, Lanes b) {
  for (int l = 0; l < 8; ++l) a.at[l] -= b.at[l];
  return a;
}
SMSVM_ALWAYS_INLINE Lanes operator*(Lanes a, Lanes b) {
  for (int l = 0; l < 8; ++l) a.at[l] *= b.at[l];
  return a;
}
/// a b + c
SMSVM_ALWAYS_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
  for (int l = 0; l < 8; ++l) c.at[l] += a.at[l] * b.at[l];
  return c;
}
/// c − a b
SMSVM_ALWAYS_INLINE Lanes subtract_product(Lanes a, Lanes b, Lanes c) {
  for (int l = 0; l < 8; ++l) c.at[l] -= a.at[l] * b.at[l];
  return c;
}
/// Of all lanes, halving the width each time: the order of every instruction set.
SMSVM_ALWAYS_INLINE double sum(Lanes x) {
  return ((x.at[0] + x.at[4]) + (x.at[2] + x.at[6])) + ((x.at[1] + x.at[5]) + (x.at[3] + x.at[7]));
}
/// The sums of so many at once, with fewer shuffles than one by one.
inline constexpr int sums_together = 4;
SMSVM_ALWAYS_INLINE void store_sums(double* to, const Lanes (&x)[sums_together]) {
  for (int k = 0; k < sums_together; ++k) to[k] = sum(x[k]);
}
/// The same for a single number, so that what is left over at the end of a vector is rounded as in a lane.
SMSVM_ALWAYS_INLINE double multiply_add(double a, double b, double c) { return a * b + c; }
SMSVM_ALWAYS_INLINE double subtract_product(double a, double b, double c) { return c - a * b; }

}  // namespace smsvm::baseline

#if SMSVM_HAS_X86_KERNELS

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

namespace smsvm::avx2 {

struct Lanes {
  __m256d low, high;
};
inline constexpr int register_lanes = 8;

SMSVM_ALWAYS_INLINE Lanes broadcast(double x) {
  const __m256d both = _mm256_set1_pd(x);
  return {both, both};
}
SMSVM_ALWAYS_INLINE Lanes zero() { return {_mm256_setzero_pd(), _mm256_setzero_pd()}; }
SMSVM_ALWAYS_INLINE Lanes load(const double* from) { return {_mm256_loadu_pd(from), _mm256_loadu_pd(from + 4)}; }
SMSVM_ALWAYS_INLINE Lanes load(const float* from) {
  return {_mm256_cvtps_pd(_mm_loadu_ps(from)), _mm256_cvtps_pd(_mm_loadu_ps(from + 4))};
}
SMSVM_ALWAYS_INLINE void store(double* to, Lanes x) {
  _mm256_storeu_pd(to, x.low);
  _mm256_storeu_pd(to + 4, x.high);
}
SMSVM_ALWAYS_INLINE Lanes operator+(Lanes a, Lanes b) {
  return {_mm256_add_pd(a.low, b.low), _mm256_add_pd(a.high, b.high)};
}
SMSVM_ALWAYS_INLINE Lanes operator-(Lanes a, Lanes b) {
  return {_mm256_sub_pd(a.low, b.low), _mm256_sub_pd(a.high, b.high)};
}
SMSVM_ALWAYS_INLINE Lanes operator*(Lanes a, Lanes b) {
  return {_mm256_mul_pd(a.low, b.low), _mm256_mul_pd(a.high, b.high)};
}
SMSVM_ALWAYS_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
  return {_mm256_fmadd_pd(a.low, b.low, c.low), _mm256_fmadd_pd(a.high, b.high, c.high)};
}
SMSVM_ALWAYS_INLINE Lanes subtract_product(Lanes a, Lanes b, Lanes c) {
  return {_mm256_fnmadd_pd(a.low, b.low, c.low), _mm256_fnmadd_pd(a.high, b.high, c.high)};
}
SMSVM_ALWAYS_INLINE double sum(Lanes x) {
  const __m256d four = _mm256_add_pd(x.low, x.high);
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
inline constexpr int sums_together = 4;
SMSVM_ALWAYS_INLINE void store_sums(double* to, const Lanes (&x)[sums_together]) {
  const __m256d a = _mm256_add_pd(x[0].low, x[0].high), b = _mm256_add_pd(x[1].low, x[1].high);
  const __m256d c = _mm256_add_pd(x[2].low, x[2].high), d = _mm256_add_pd(x[3].low, x[3].high);
  const __m256d ac = _mm256_add_pd(_mm256_permute2f128_pd(a, c, 0x20), _mm256_permute2f128_pd(a, c, 0x31));
  const __m256d bd = _mm256_add_pd(_mm256_permute2f128_pd(b, d, 0x20), _mm256_permute2f128_pd(b, d, 0x31));
  _mm256_storeu_pd(to, _mm256_add_pd(_mm256_unpacklo_pd(ac, bd), _mm256_unpackhi_pd(ac, bd)));
}
SMSVM_ALWAYS_INLINE double multiply_add(double a, double b, double c) { return __builtin_fma(a, b, c); }
SMSVM_ALWAYS_INLINE double subtract_product(double a, double b, double c) { return __builtin_fma(-a, b, c); }

}  // namespace smsvm::avx2

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

struct Lanes {
  __m512d all;
};
inline constexpr int register_lanes = 32;

SMSVM_ALWAYS_INLINE Lanes broadcast(double x) { return {_mm512_set1_pd(x)}; }
SMSVM_ALWAYS_INLINE Lanes zero() { return {_mm512_setzero_pd()}; }
SMSVM_ALWAYS_INLINE Lanes load(const double* from) { return {_mm512_loadu_pd(from)}; }
SMSVM_ALWAYS_INLINE Lanes load(const float* from) { return {_mm512_cvtps_pd(_mm256_loadu_ps(from))}; }
SMSVM_ALWAYS_INLINE void store(double* to, Lanes x) { _mm512_storeu_pd(to, x.all); }
SMSVM_ALWAYS_INLINE Lanes operator+(Lanes a, Lanes b) { return {_mm512_add_pd(a.all, b.all)}; }
SMSVM_ALWAYS_INLINE Lanes operator-(Lanes a, Lanes b) { return {_mm512_sub_pd(a.all, b.all)}; }
SMSVM_ALWAYS_INLINE Lanes operator*(Lanes a, Lanes b) { return {_mm512_mul_pd(a.all, b.all)}; }
SMSVM_ALWAYS_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return {_mm512_fmadd_pd(a.all, b.all, c.all)}; }
SMSVM_ALWAYS_INLINE Lanes subtract_product(Lanes a, Lanes b, Lanes c) {
  return {_mm512_fnmadd_pd(a.all, b.all, c.all)};
}
SMSVM_ALWAYS_INLINE double sum(Lanes x) {
  const __m256d four = _mm256_add_pd(_mm512_castpd512_pd256(x.all), _mm512_extractf64x4_pd(x.all, 1));
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
/// Halves of two vectors, low by low and high by high.
SMSVM_ALWAYS_INLINE __m512d fold_halves(__m512d a, __m512d b) {
  return _mm512_add_pd(_mm512_shuffle_f64x2(a, b, 0x44), _mm512_shuffle_f64x2(a, b, 0xEE));
}
/// The quarters of each half, likewise.
SMSVM_ALWAYS_INLINE __m512d fold_quarters(__m512d a, __m512d b) {
  return _mm512_add_pd(_mm512_shuffle_f64x2(a, b, 0x88), _mm512_shuffle_f64x2(a, b, 0xDD));
}
inline constexpr int sums_together = 8;
SMSVM_ALWAYS_INLINE void store_sums(double* to, const Lanes (&x)[sums_together]) {
  const __m512d even = fold_quarters(fold_halves(x[0].all, x[2].all), fold_halves(x[4].all, x[6].all));
  const __m512d odd = fold_quarters(fold_halves(x[1].all, x[3].all), fold_halves(x[5].all, x[7].all));
  _mm512_storeu_pd(to, _mm512_add_pd(_mm512_unpacklo_pd(even, odd), _mm512_unpackhi_pd(even, odd)));
}
SMSVM_ALWAYS_INLINE double multiply_add(double a, double b, double c) { return __builtin_fma(a, b, c); }
SMSVM_ALWAYS_INLINE double subtract_product(double a, double b, double c) { return __builtin_fma(-a, b, c); }

}  // namespace smsvm::avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // SMSVM_HAS_X86_KERNELS
