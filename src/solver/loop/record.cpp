#include "solver/loop/record.hpp"

#include <algorithm>
#include <utility>

#include "solver/loop/stop_reason.hpp"

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
  const double left = promised + smoothing_excess(at) + std::max(0.0, behind);
  return is_settled_without_bound(bracket_.primal(), left, options_.tolerance);
}

Status Record::note(Status reason) const {
  if (const auto limit = limit_of(reason)) problem_.log.note_limit(problem_.index, *limit);
  return reason;
}

std::optional<Status> Record::stop_reason(double cost) const {
  const auto reason = smsvm::stop_reason({.now = journal_.last(),
                                          .before = journal_.line_before(patience_),
                                          .cost = cost,
                                          .storing = problem_.rounding.of_storing(bracket_.point()),
                                          .cancelled = journal_.cancelled(),
                                          .out_of_time = journal_.out_of_time()},
                                         options_);
  return reason ? std::optional(note(*reason)) : std::nullopt;
}

bool Record::affordable(double passes) const {
  const bool allowed = is_affordable(this->passes(), passes, options_);
  if (!allowed) note(Status::max_passes);
  return allowed;
}

Status Record::why_cancelled() const {
  return note(smsvm::why_cancelled(journal_.cancelled(), journal_.out_of_time()));
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

void Record::hand_out_dual(bool as_zeros, Fit& fit) const {
  if (options_.dual_points == DualPoints::dropped) return problem_.pass.release(problem_.index);
  problem_.pass.hand_out_running_dual(problem_.index, [&](std::span<const double> window) {
    const std::vector<double> zeros(as_zeros ? window.size() : 0);
    const std::span<const double> shown = as_zeros ? zeros : window;
    if (options_.dual_points == DualPoints::streamed) return options_.dual_point_sink(problem_.index, shown);
    fit.dual_point.insert(fit.dual_point.end(), shown.begin(), shown.end());
  });
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
  const bool one_is_wrong = fit.dual && !(fit.primal >= *fit.dual);  // a = 0 proves 0 whatever the numbers
  if (one_is_wrong) fit.dual = 0;
  if (fit.dual) hand_out_dual(one_is_wrong, fit);
  fit.passes = passes();
  fit.hessian_rows = pass.hessian_rows();
  fit.iterations = iterations;
  fit.nonzero_weights = nonzero_weights(problem_.objective, bracket_.point());
  fit.seconds = journal_.seconds();
  fit.history = journal_.take_history();
  return fit;
}

}  // namespace smsvm
