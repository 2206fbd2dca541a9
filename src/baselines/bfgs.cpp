#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <utility>

#include "baselines/baselines.hpp"
#include "baselines/limited_memory.hpp"
#include "baselines/orthant.hpp"
#include "baselines/step_search.hpp"
#include "solver/loop/record.hpp"

namespace smsvm {
namespace {

using Eigen::VectorXd;

VectorXd vector_of(const std::vector<double>& point) {
  return Eigen::Map<const VectorXd>(point.data(), static_cast<Eigen::Index>(point.size()));
}

/// Where the next sweep shall be, before anything is known there.
struct Step {
  std::vector<double> to;
  double promised = 0;        ///< by the slope of F_ε: how much it would fall if it were linear
  bool length_known = false;  ///< from the memory; otherwise `to` is a guess of the scale
};

constexpr std::size_t bfgs_patience = 100;  // a limited memory takes many steps to learn the shape of a narrow valley

class Bfgs {
 public:
  explicit Bfgs(const Task& task)
      : problem_(task.problem),
        objective_(task.problem.objective),
        options_(task.options),
        record_(task.problem, task.options, task.journal, bfgs_patience) {}

  Fit run();

 private:
  Status descend(Iterate& at);

  // The verbs of the loop.
  Step next_step(const Iterate& at);
  std::optional<Step> step_along(const Iterate& at, const VectorXd& slope, VectorXd direction) const;
  bool satisfactory(const Iterate& at, const Step& step, const Iterate& trial) const;
  void offer_exact_minimum(const Segment& segment);
  void learn(const Iterate& at, const Iterate& next);

  bool solved(const Iterate& at, const Step& step) const;
  bool smoothing_dominates(const Iterate& at) const;
  bool stationary(const Iterate& at, const Step& step);

  double slope_at_the_end(const Iterate& at, const Iterate& trial) const;

  const Problem& problem_;
  const Objective& objective_;
  const SolverOptions& options_;
  Record record_;
  LimitedMemory memory_{20};
  bool exhausted_ = false;     ///< no step reduces F_ε any more, by its rounding
  std::deque<double> recent_;  ///< P of the last rounds
};

Fit Bfgs::run() {
  Iterate at;
  at.point.assign(objective_.dimension(), 0.0);
  at.epsilon = options_.epsilon_start;
  return record_.finish(descend(at));
}

/// Sweeps carry the dual on: that brings F at the ε before. The dual of eq. 11 is worth little here, since the step is
/// not the one that makes it stationary; with and without it the passes are about the same.
Status Bfgs::descend(Iterate& at) {
  if (!record_.sweep(at, false)) return record_.why_cancelled();
  problem_.pass.accept(problem_.index);

  for (;; ++record_.iterations) {
    record_.measure(at);
    if (const auto status = record_.stop_reason(1)) return *status;
    const Step step = next_step(at);
    if (stationary(at, step)) return Status::stationary;

    Iterate trial;
    trial.point = step.to;
    trial.epsilon = at.epsilon;
    if (solved(at, step) || smoothing_dominates(at))  // on the way, so that a new ε costs no sweep of its own
      trial.epsilon = std::min(at.epsilon, std::max(options_.epsilon_min, at.epsilon / options_.epsilon_factor));

    if (!record_.sweep(trial, true)) return record_.why_cancelled();
    const Segment segment(problem_, at.point, trial.point);
    offer_exact_minimum(segment);
    if (!exhausted_ && !satisfactory(at, step, trial)) {
      constexpr double negligible = 1e-8, huge = 1e8, longer = 10;
      const bool too_short = trial.epsilon == at.epsilon && slope_at_the_end(at, trial) < 0;
      const double longest = !step.length_known ? huge : too_short ? longer : 1;
      const auto minimum = smoothed_minimum(problem_, segment, at.epsilon, negligible, longest);
      if (!(minimum.value < smoothed_primal(problem_, at))) {
        exhausted_ = memory_.empty();  // the accepted state is untouched: begin afresh from there, once
        memory_.forget();
        continue;
      }
      if (!record_.affordable(1)) return Status::max_passes;
      trial.point = segment.at(minimum.step);
      if (!record_.sweep(trial, true)) return record_.why_cancelled();
    }
    exhausted_ = false;
    problem_.pass.accept(problem_.index);
    learn(at, trial);
    at = std::move(trial);
  }
}

Step Bfgs::next_step(const Iterate& at) {
  const VectorXd slope = pseudo_gradient(objective_, at.point, gradient(problem_, at));
  Step stay{at.point, 0, false};
  if (exhausted_ || slope.isZero(0)) return stay;
  const VectorXd free = free_coordinates(objective_, at.point, slope);
  if (!memory_.empty()) {
    if (auto step = step_along(at, slope, -memory_.apply(slope, free))) {
      step->length_known = true;
      return *step;
    }
    memory_.forget();
  }
  return step_along(at, slope, -slope / slope.norm()).value_or(stay);
}

/// None where it does not descend. Andrew and Gao align every component with the slope, so that it descends after the
/// projection as well; but that takes from a quasi-Newton step what makes it one, and costs several times the passes.
/// Hence only where it is needed.
std::optional<Step> Bfgs::step_along(const Iterate& at, const VectorXd& slope, VectorXd direction) const {
  constexpr double enough = 1e-4;  // of the cosine between the two
  keep_to_orthant(objective_, at.point, slope, direction);
  for (const bool aligned : {false, true}) {
    if (aligned) align(slope, direction);
    Step step{projected(objective_, at.point, direction)};
    step.promised = -slope.dot(vector_of(step.to) - vector_of(at.point));
    if (step.promised > enough * slope.norm() * direction.norm() || (aligned && step.promised > 0)) return step;
  }
  return std::nullopt;
}

/// The slope of F_ε at the trial point along the step, within the orthant.
double Bfgs::slope_at_the_end(const Iterate& at, const Iterate& trial) const {
  const VectorXd there = gradient(problem_, trial);
  double slope = 0;
  for (std::size_t k = 0; k < at.point.size(); ++k) {
    const double change = trial.point[k] - at.point[k];
    const double inside = at.point[k] != 0 ? at.point[k] : trial.point[k];
    const double kink = inside != 0 ? std::copysign(objective_.l1[k], inside) : 0;
    slope += (there[static_cast<Eigen::Index>(k)] + kink) * change;
  }
  return slope;
}

/// Wolfe's conditions; the first alone where ε changes, because the slope is then that of another function.
bool Bfgs::satisfactory(const Iterate& at, const Step& step, const Iterate& trial) const {
  if (!step.length_known) return false;
  constexpr double rounding = 1e-14, flatter = 0.9;
  const double before = smoothed_primal(problem_, at);
  const double after = objective_.penalty(trial.point) + trial.sums.smoothed_before / problem_.total_weight();
  if (!(after <= before - options_.armijo * step.promised + rounding * std::abs(before))) return false;
  return trial.epsilon != at.epsilon || std::abs(slope_at_the_end(at, trial)) <= flatter * step.promised;
}

/// P matters once the bound is near, as in the primal-dual method.
void Bfgs::offer_exact_minimum(const Segment& segment) {
  constexpr double near = 100;
  Bracket& bracket = record_.bracket();
  if (!bracket.dual() || bracket.gap() > near * options_.tolerance * bracket.primal()) return;
  bracket.offer(problem_, segment, segment.exact_minimum());
}

/// A pair belongs to one ε. Those of the ε before are kept when it falls: away from the kink nothing has changed, and
/// dropping them mostly costs more passes, up to about twice as many.
void Bfgs::learn(const Iterate& at, const Iterate& next) {
  if (next.epsilon != at.epsilon) return;
  memory_.learn(vector_of(next.point) - vector_of(at.point), gradient(problem_, next) - gradient(problem_, at));
}

/// What a step still promises is nothing against what smoothing costs (A of docs/method.md, section 3). The promise of
/// a limited memory is a rough one, hence the small share.
bool Bfgs::solved(const Iterate& at, const Step& step) const {
  if (step.promised == 0) return true;
  if (!step.length_known) return false;
  const double share = record_.bracket().dual() ? 1e-5 : 1e-3;
  return step.promised <= share * at.sums.smoothing_gap / problem_.total_weight();
}

/// ε is what keeps the gap open. An ε that falls earlier than that makes the problem harder before its time.
bool Bfgs::smoothing_dominates(const Iterate& at) const {
  constexpr double share = 0.5;
  return record_.bracket().dual() && at.sums.smoothing_gap / problem_.total_weight() > share * record_.bracket().gap();
}

/// Solved at the least ε; or, where no bound exists, neither the last steps, nor another one, nor a smaller ε changes P
/// by more than the tolerance.
bool Bfgs::stationary(const Iterate& at, const Step& step) {
  if (at.epsilon <= options_.epsilon_min && solved(at, step)) return true;
  const double primal = record_.bracket().primal();
  constexpr std::size_t rounds = 10;
  recent_.push_back(primal);
  if (recent_.size() <= rounds) return false;
  const double fallen = recent_.front() - primal;
  recent_.pop_front();
  return record_.settled_without_bound(at, std::max(fallen, step.promised));
}

}  // namespace

Fit limited_memory_bfgs(const Task& task) { return Bfgs(task).run(); }

}  // namespace smsvm
