#pragma once

#include <functional>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/dual_ascent.hpp"

namespace smsvm {

struct ProximalLimits {
  double tolerance = 1e-4;  ///< the relative gap to reach
  double max_passes = 1000;
  /// Stop as soon as Newton's method over at most so many weights (with ℓ1) or rows (without) looks cheaper. Negative:
  /// never.
  double largest_newton = -1;
};

/// Dual coordinate ascent on one proximal problem after the other (docs/method.md, section 4), for data with so many
/// rows and features that no linear system fits, and little or no ℓ2. Every feature must have a penalty, λ_j > 0 or
/// μ_j > 0. Begins at `from`, if that has a point.
DualStart proximal_ascent(const HeldRows& held, const Objective& objective, const ProximalLimits& limits,
                          const DualStart& from, const std::function<bool()>& keep_going);

}  // namespace smsvm
