#pragma once

#include <algorithm>
#include <cmath>

namespace smsvm {

/// The smoothed hinge and its duals at one row (docs/method.md, eq. 2–4, 7, 11). The only place these formulas stand.
///
/// A dual a ∈ [0, 1] is kept as its distance q to the bound that u points to: q = 1 − a for u > 0, q = a for u <= 0.
/// Near that bound q is small and exact where 1 − a would cancel.
struct SmoothedHinge {
  double u;         ///< slack
  double r;         ///< √(ε² + u²)
  double q_smooth;  ///< the distance q of a_ε, eq. 3

  SmoothedHinge(double slack, double epsilon) : u(slack), r(std::sqrt(epsilon * epsilon + slack * slack)) {
    q_smooth = 0.5 * epsilon * epsilon / (r * (r + std::abs(u)));
  }

  /// ψ_ε(u), eq. 2, as max(0, u) + ½ε²/(r + |u|): nothing cancels for u < 0.
  double value() const { return std::max(0.0, u) + q_smooth * r; }

  /// h of eq. 7 for the dual at distance q; with q = q_smooth it is ψ_ε'' (eq. 4).
  double curvature(double q) const { return (q_smooth * r + q * std::abs(u)) / (r * r); }

  /// The dual of eq. 11 at the slack `next`, as its distance q there, clipped to the box.
  double carried(double q, double next) const {
    const double change = curvature(q) * (next - u);
    const double along_u = u > 0 ? q_smooth - change : q_smooth + change;  // the distance, seen from u's bound
    const double distance = (u > 0) == (next > 0) ? along_u : 1 - along_u;
    return std::clamp(distance, 0.0, 1.0);
  }

  /// What smoothing costs in the duality gap of a stationary point: |u| q_ε (method.md, section 3, A).
  double gap() const { return std::abs(u) * q_smooth; }

  static double dual(double slack, double q) { return slack > 0 ? 1 - q : q; }
};

}  // namespace smsvm
