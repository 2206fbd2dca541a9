#pragma once

#include <algorithm>
#include <cmath>
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

/// What a change of a_i did to D, and the slack it led to.
struct DualMove {
  double gain, slack;
};

/// A larger D along a_i with ℓ1: the largest, unless weights come to zero or leave it on the way. Along an a_i, D is
/// then a parabola only between the points where that happens. `square`, x_i' Λ⁻¹ x_i, bounds its curvature everywhere,
/// but where most weights are zero that is many times too much. So the step is Newton's, with the `curvature` that the
/// row met when it was last moved, and is taken back where that leads too far. `move`: changes a_i by so much.
template <class Move>
DualStep climb_along(const DualRow& at, double square, double& curvature, const Move& move) {
  const auto newton = [&](double of) { return std::clamp(at.value + at.slack / (at.share * of), 0.0, 1.0); };
  const double far = curvature > 0 ? newton(curvature) : (at.slack > 0 ? 1.0 : 0.0);
  if (far == at.value) return {far, 0};
  const DualMove first = move(far - at.value);
  if (const double met = (at.slack - first.slack) / (at.share * (far - at.value)); std::isfinite(met))
    curvature = std::clamp(met, 0.0, square);
  // The slope along a_i falls all the way. Where it has kept its sign the whole step was ascent; where not, the gain
  // must be a fair part of what the slope promised, one half of which is right on a parabola.
  constexpr double fair = 0.2;
  if (first.slack * at.slack >= 0 || first.gain >= fair * at.share * at.slack * (far - at.value))
    return {far, first.gain};

  const double between = newton(curvature);  // the secant's zero
  const DualMove second = move(between - far);
  if (const double gain = first.gain + second.gain; gain > 0) return {between, gain};
  const double safe = newton(square);
  return {safe, first.gain + second.gain + move(safe - between).gain};
}

/// Through b every row acts on every other, which would make single coordinates poor directions. So b is held near
/// where it is, by (ρ/2)(b − b_k)², as strongly as makes that action small beside the features'. This is ρ.
inline double hold_of_intercept(double mean_square, double l2) {
  constexpr double small = 0.1;
  return std::max(0.0, (mean_square > 0 ? 1 / (small * mean_square) : 1.0) - l2);
}

}  // namespace smsvm
