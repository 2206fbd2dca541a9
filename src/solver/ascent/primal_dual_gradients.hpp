#pragma once

#include <functional>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/dual_ascent.hpp"

namespace smsvm {

class ThreadPool;

struct GradientLimits {
  double tolerance = 1e-4;  ///< the relative gap to reach
  double max_passes = 1000;
  /// Stop as soon as Newton's method over at most so many weights (with ℓ1) or rows (without) looks cheaper. Negative:
  /// never.
  double largest_newton = -1;
};

/// First-order steps on w and a at once, for data with so many rows and features that no linear system fits: restarted
/// Halpern iterations of the primal-dual hybrid gradient method (docs/method.md, section 4). Every feature must have a
/// penalty, λ_j > 0 or μ_j > 0. Begins at `from`, if that has a point.
DualStart primal_dual_gradients(const HeldRows& held, const Objective& objective, const GradientLimits& limits,
                                const DualStart& from, ThreadPool& pool, const std::function<bool()>& keep_going);

}  // namespace smsvm
