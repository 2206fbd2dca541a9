#pragma once

#include <optional>

#include "rows/run_log.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

// All reasons for which a solver stops, as functions of facts. Record (record.hpp) knows the facts and asks; what is
// left to the solvers is to say that they have no step to take.

/// How a run stands after a line of its history.
struct Standing {
  const Progress& now;
  const Progress* before = nullptr;      ///< the line so long ago that something should have come of it since
  double cost = 1;                       ///< of going on, in passes
  double storing = 0;                    ///< what storing values as floats may have done to P
  std::optional<Status> cancelled = {};  ///< by the observer or the clock, during a sweep
  bool out_of_time = false;
};

/// The first reason that holds; none: the solver goes on.
std::optional<Status> stop_reason(const Standing& at, const SolverOptions& options);

/// Nothing worth mentioning was gained since then.
bool has_stalled(const Progress& now, const Progress& before, double tolerance);

/// What is left of the gap is what storing may have done, and that is more than was asked for.
bool storing_keeps_the_gap_open(const Progress& now, double storing, double tolerance);

/// Of the tolerance, where no bound exists: what one step promises is not all that is to be gained.
inline constexpr double share_to_settle = 0.25;
/// Where no bound exists, P is near enough to the optimum if no more than `left` seems to be gained.
bool is_settled_without_bound(double primal, double left, double tolerance);

/// Whether so many passes are still allowed after those made.
bool is_affordable(double made, double more, const SolverOptions& options);

/// Why a sweep was not completed. Where it was somebody else's doing, it was by the same clock and the same observer.
Status why_cancelled(std::optional<Status> first, bool out_of_time);

/// The limit that this is, if it is one.
std::optional<Limit> limit_of(Status status);

}  // namespace smsvm
