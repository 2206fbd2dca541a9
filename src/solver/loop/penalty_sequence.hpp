#pragma once

#include <optional>

#include "smsvm/solver.hpp"
#include "solver/ascent/dual_ascent.hpp"
#include "solver/loop/journal.hpp"
#include "solver/problem.hpp"
#include "solver/proof/bracket.hpp"
#include "solver/step/direction.hpp"

namespace smsvm {

/// The primal-dual smoothed Newton method of docs/method.md, sections 4 to 6.
/// `start`: a primal-dual pair to begin with instead of w = 0; its point is empty if there is none.
Fit solve(const Problem& problem, DirectionFinder& directions, DualStart start, const SolverOptions& options,
          Journal& journal);

/// Problems over the same rows that differ in their penalty alone, one after the other: each goes on from where the one
/// before ended, and needs no sweep to begin.
class PenaltySequence {
 public:
  PenaltySequence(const Problem& problem, DirectionFinder& directions) : problem_(problem), directions_(directions) {}

  /// Under the penalty that the problem's objective holds now.
  Status solve(const SolverOptions& options, Journal& journal);
  /// The same from a pair found elsewhere.
  Status solve_from(DualStart start, const SolverOptions& options, Journal& journal);
  /// What is known about the problem solved last; none if it was stopped before the first sweep of all rows.
  const std::optional<Bracket>& bracket() const { return bracket_; }
  void prefer(double primal, const std::vector<double>& point, double tolerance) {
    if (bracket_) bracket_->prefer(problem_, primal, point, tolerance);
  }

 private:
  const Problem& problem_;
  DirectionFinder& directions_;
  Iterate at_;
  std::optional<Bracket> bracket_;
  double excess_share_ = 1;  ///< about (P − P*) / (P − D) right after the penalty has changed, from the last time
};

}  // namespace smsvm
