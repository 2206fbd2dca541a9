#include "solver/record.hpp"

#include <algorithm>
#include <utility>

namespace smsvm {

Record::Record(const Problem& problem, const SolverOptions& options, Journal& journal, Bracket bracket)
    : problem_(problem), options_(options), journal_(journal), patience_(usual_patience), bracket_(std::move(bracket)) {
  bracket_.change_penalty(problem);
}

bool Record::sweep(Iterate& at, bool carry) {
  const Query query{problem_.index, at.point, at.epsilon, carry ? DualBegin::carried : DualBegin::smooth,
                    at.hessian_of};
  if (!problem_.pass.evaluate({&query, 1}, {&at.sums, 1})) return false;
  bracket_.learn(problem_, at, true);
  return true;
}

bool Record::last_sweep(Iterate& at, std::span<const double> dual) {
  if (!dual.empty()) problem_.pass.give(problem_.index, dual);
  const DualBegin begin = dual.empty() ? DualBegin::smooth : DualBegin::given;
  const Query query{.problem = problem_.index, .point = at.point, .epsilon = at.epsilon, .begin = begin};
  if (!journal_.last_look([&] { return problem_.pass.evaluate({&query, 1}, {&at.sums, 1}); })) return false;
  bracket_.learn(problem_, at, true);
  return true;
}

double Record::smoothing_excess(const Iterate& at) const {
  return (at.sums.smoothed - at.sums.hinge) / problem_.total_weight();
}

bool Record::settled_without_bound(const Iterate& at, double promised) const {
  if (bracket_.dual()) return false;
  const double behind = primal(problem_, at) - bracket_.primal();  // a point worse than one already seen is not the end
  return promised + smoothing_excess(at) + std::max(0.0, behind) <=
         share_to_settle * options_.tolerance * bracket_.primal();
}

/// Whether what is left of the gap is what storing values as floats may have done, and that is more than was asked for.
bool Record::storing_keeps_the_gap_open() const {
  if (!bracket_.dual()) return false;
  const double storing = problem_.rounding.of_storing(bracket_.point());  // in P, and about as much in the bound
  return 2 * storing > options_.tolerance * bracket_.primal() && bracket_.gap() <= 3 * storing;
}

std::optional<Status> Record::stop_reason(double cost) const {
  auto status = journal_.stop_reason(cost, patience_);
  if (!status && storing_keeps_the_gap_open()) status = Status::stalled;
  if (status == Status::max_passes) problem_.log.note_limit(problem_.index, Limit::passes);
  if (status == Status::max_seconds || status == Status::interrupted)
    problem_.log.note_limit(problem_.index, Limit::outside);
  return status;
}

bool Record::affordable(double passes) const {
  const bool allowed = this->passes() + passes <= options_.max_passes;
  if (!allowed) problem_.log.note_limit(problem_.index, Limit::passes);
  return allowed;
}

Status Record::why_cancelled() const {
  problem_.log.note_limit(problem_.index, Limit::outside);
  return journal_.why_cancelled();
}

void Record::measure(const Iterate& at) {
  Progress now;
  now.passes = passes();
  now.primal = bracket_.primal();
  now.dual = bracket_.dual();
  now.epsilon = at.epsilon;
  now.nonzero_weights = nonzero_weights(problem_.objective, at.point);
  now.iterations = iterations;
  journal_.note(now);
}

Fit Record::finish(Status status) {
  Pass& pass = problem_.pass;
  if (knows_nothing()) {  // nothing was learnt about all rows yet: w = 0, P = 1, D = 0
    pass.restrict_to_level(problem_.index, 0);
    forget();
  }

  Fit fit;
  fit.status = status;
  fit.weights = bracket_.point();
  if (problem_.objective.has_intercept) {
    fit.intercept = fit.weights.back();
    fit.weights.pop_back();
  }
  fit.primal = bracket_.primal();
  fit.dual = bracket_.dual();
  if (fit.dual) fit.dual_point = pass.take_running_dual(problem_.index);
  if (fit.dual && !(fit.primal >= *fit.dual)) {  // one of them is wrong; a = 0 proves 0 whatever the numbers
    fit.dual = 0;
    std::fill(fit.dual_point.begin(), fit.dual_point.end(), 0.0);
  }
  fit.passes = passes();
  fit.hessian_rows = pass.hessian_rows();
  fit.iterations = iterations;
  fit.nonzero_weights = nonzero_weights(problem_.objective, bracket_.point());
  fit.seconds = journal_.seconds();
  fit.history = journal_.take_history();
  return fit;
}

}  // namespace smsvm
