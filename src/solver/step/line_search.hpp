#pragma once

#include <span>
#include <vector>

namespace smsvm {

/// The minimiser over s >= 0 of  α₂ s² + α₁ s + Σ μ_k |w_k + s d_k|  (docs/method.md, section 7, eq. 12–14).
struct ExactStep {
  double step = 0;
  bool bounded = true;   ///< false: the function falls for ever (α₂ = 0); `step` is then the last breakpoint
  bool crossed = false;  ///< some w_k + s d_k with 0 < s <= step is zero
  std::vector<std::size_t> zeros;  ///< coordinates that are exactly zero at `step`
};

/// The paper's LinesearchL1 (Algorithm 4) with its errata mended (method.md, section 8): the slope at 0 counts zeros
/// that set out (eq. 13), every sum of signs has its μ, equal breakpoints are one, the end is solved for rather than
/// interpolated, and an unbounded function is said to be one. No function evaluation: sorts the breakpoints, O(m log
/// m), then finds the sign change of the derivative by binary search over their prefix sums.
ExactStep exact_step(std::span<const double> w, std::span<const double> d, std::span<const double> mu, double alpha1,
                     double alpha2);

}  // namespace smsvm
