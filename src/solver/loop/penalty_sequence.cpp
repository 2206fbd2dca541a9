#include "solver/loop/penalty_sequence.hpp"

#include <algorithm>
#include <utility>

#include "solver/loop/descent.hpp"

namespace smsvm {

Fit solve(const Problem& problem, DirectionFinder& directions, DualStart start, const SolverOptions& options,
          Journal& journal) {
  Iterate at;
  Descent descent(problem, directions, options, journal);
  return descent.finish(descent.run(std::move(start), at));
}

Status PenaltySequence::solve(const SolverOptions& options, Journal& journal) {
  // Without a bound a point counts as solved where the next step promises little. After one that was solved the steps
  // are small whatever the penalty has become, so that each has to begin anew.
  if (!bracket_ || !bracket_->dual()) return solve_from({}, options, journal);
  directions_.change_penalty(problem_);
  Descent descent(problem_, directions_, options, journal, *std::move(bracket_));
  const double gap = descent.record().bracket().gap(), primal = descent.record().bracket().primal();
  const Status status = descent.resume(at_, excess_share_ * gap);
  bracket_ = descent.record().bracket();
  if (gap > options.tolerance * primal) {
    constexpr double caution = 10;
    excess_share_ = std::clamp(caution * (primal - bracket_->primal()) / gap, 1e-3, 1.0);
  }
  return status;
}

Status PenaltySequence::solve_from(DualStart start, const SolverOptions& options, Journal& journal) {
  directions_.change_penalty(problem_);
  problem_.pass.mix(problem_.index, {.old = 0, .smooth = {}, .carried = {}});  // what ā was is forgotten
  at_ = {};
  Descent descent(problem_, directions_, options, journal);
  const Status status = descent.run(std::move(start), at_);
  bracket_.reset();
  if (!journal.is_empty()) bracket_ = descent.record().bracket();
  return status;
}

}  // namespace smsvm
