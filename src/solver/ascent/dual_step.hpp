#pragma once

#include <algorithm>
#include <cstdint>

namespace smsvm {

// Dual coordinate ascent moves one a_i at a time and keeps the weights that belong to a, w_j = S(v_j, μ_j)/λ_j with v
// of docs/method.md, eq. 6. Without ℓ1 these are ScaledWeights, with ℓ1 ThresholdedWeights.

/// One row's part in the dual.
struct DualRow {
  std::int64_t row;
  double value;  ///< a_i
  double slack;  ///< u_i at the present weights
  double sign;   ///< y_i
  double share;  ///< c_i/N
};

struct DualStep {
  double to = 0;    ///< the new a_i
  double gain = 0;  ///< in D
};

/// Through b every row acts on every other, which would make single coordinates poor directions. So b is held near
/// where it is, by (ρ/2)(b − b_k)², as strongly as makes that action small beside the features'. This is ρ.
inline double hold_of_intercept(double mean_square, double l2) {
  constexpr double small = 0.1;
  return std::max(0.0, (mean_square > 0 ? 1 / (small * mean_square) : 1.0) - l2);
}

}  // namespace smsvm
