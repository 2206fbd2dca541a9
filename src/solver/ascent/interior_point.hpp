#pragma once

#include <functional>

#include "rows/held_rows.hpp"
#include "rows/rounding.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/dual_ascent.hpp"

namespace smsvm {

class ThreadPool;

struct InteriorLimits {
  double tolerance = 1e-4;  ///< the relative gap to reach
  double max_passes = 1000;
};

/// A pair from the inside of both sides' bounds, by a primal-dual interior point method (docs/method.md, section 4): a
/// few dozen systems over the rows or the features, whichever are fewer. Every feature must have ℓ1.
DualStart interior_point(const HeldRows& held, const Objective& objective, const Rounding& rounding,
                         const InteriorLimits& limits, ThreadPool& pool, const std::function<bool()>& keep_going);

}  // namespace smsvm
