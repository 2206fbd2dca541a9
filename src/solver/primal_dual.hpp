#pragma once

#include "smsvm/solver.hpp"
#include "solver/direction.hpp"
#include "solver/dual_ascent.hpp"
#include "solver/journal.hpp"
#include "solver/problem.hpp"

namespace smsvm {

/// The primal-dual smoothed Newton method of docs/method.md, sections 4 to 6.
/// `start`: a primal-dual pair to begin with instead of w = 0; its point is empty if there is none.
Fit solve(const Problem& problem, DirectionFinder& directions, DualStart start, const SolverOptions& options,
          Journal& journal);

}  // namespace smsvm
