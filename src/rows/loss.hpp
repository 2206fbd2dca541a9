#pragma once

#include <cmath>

namespace smsvm {

/// The smoothed hinge and its duals at one row (docs/method.md, eq. 2–4, 7, 11). The only place where they
/// stand; the first-order methods of solver/ascent have no ε and use the hinge itself.
///
/// A dual a ∈ [0, 1] is kept as its distance q to the bound that u points to: q = 1 − a for u > 0, q = a for u <= 0.
/// Near that bound q is small and exact where 1 − a would cancel.
///
/// Written without branches and always inlined, so that a loop over rows becomes vector code of whatever instruction
/// set the loop is compiled for.
struct SmoothedHinge {
  double u;         ///< slack
  double r;         ///< √(ε² + u²)
  double q_smooth;  ///< the distance q of a_ε, eq. 3

  [[gnu::always_inline]] SmoothedHinge(double slack, double epsilon)
      : u(slack), r(std::sqrt(epsilon * epsilon + slack * slack)) {
    q_smooth = 0.5 * epsilon * epsilon / (r * (r + std::abs(u)));
  }

  /// ψ_ε(u), eq. 2, as max(0, u) + ½ε²/(r + |u|): nothing cancels for u < 0.
  [[gnu::always_inline]] double value() const { return hinge(u) + q_smooth * r; }

  /// h of eq. 7 for the dual at distance q; with q = q_smooth it is ψ_ε'' (eq. 4).
  [[gnu::always_inline]] double curvature(double q) const { return (q_smooth * r + q * std::abs(u)) / (r * r); }

  /// The dual of eq. 11 at the slack `next`, as its distance q there, clipped to the box.
  [[gnu::always_inline]] double carried(double q, double next) const {
    const double change = curvature(q) * (next - u);
    const double along_u = q_smooth - side(u) * change;  // the distance, seen from u's bound
    return clip(seen_from(side(u) * side(next), along_u));
  }

  /// What smoothing costs in the duality gap of a stationary point: |u| q_ε (method.md, section 3, A).
  [[gnu::always_inline]] double gap() const { return std::abs(u) * q_smooth; }

  /// What is not a number stays so: it must not count as no loss.
  [[gnu::always_inline]] static double hinge(double slack) { return slack <= 0 ? 0.0 : slack; }

  /// The dual at distance q; and, as it is its own inverse, the distance of a dual.
  [[gnu::always_inline]] static double dual(double slack, double q) { return seen_from(-side(slack), q); }

  /// Into the box.
  [[gnu::always_inline]] static double clip(double a) {
    const double not_below = a > 0 ? a : 0.0;
    return not_below < 1 ? not_below : 1.0;
  }

 private:
  /// Which bound a slack points to, as a sign.
  [[gnu::always_inline]] static double side(double slack) { return slack > 0 ? 1.0 : -1.0; }
  /// q for side = 1, 1 − q for side = −1, both exactly.
  [[gnu::always_inline]] static double seen_from(double side, double q) { return (0.5 - 0.5 * side) + side * q; }
};

}  // namespace smsvm
