#include "solver/primal_dual.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/bracket.hpp"
#include "solver/ladder.hpp"
#include "solver/segment.hpp"
#include "solver/smoothing_schedule.hpp"

namespace smsvm {
namespace {

/// The rows in use: a sample on the ladder, or all of them.
struct Level {
  int number = 0;
  std::int64_t rows = 0;
  bool is_last() const { return number == 0; }
};

class Descent {
 public:
  Descent(const Problem& problem, DirectionFinder& directions, const SolverOptions& options, Journal& journal)
      : problem_(problem), directions_(directions), options_(options), journal_(journal), bracket_(problem) {}

  Fit run(DualStart start);

 private:
  std::optional<Status> descend(const Level& level, Iterate& at, std::span<const double> start_dual);

  // The verbs of the loop. Those that sweep return false when the sweep was cancelled.
  bool sweep(Iterate& at, bool carry, std::span<const double> start_dual = {});
  bool begin(const Level& level, Iterate& at, std::span<const double> start_dual);
  bool step(const Level& level, const Iterate& at, const Direction& direction, double epsilon, Iterate& trial);
  bool shorten(const Level& level, const Iterate& at, Iterate& trial);
  bool sufficient_decrease(const Iterate& at, const Direction& direction, const Iterate& trial) const;
  void measure(const Iterate& at);
  bool stationary(const Iterate& at, const Direction& direction) const;
  std::optional<Status> stop_reason();
  /// Whether so many passes, and the closing one where it is needed, are still allowed.
  bool affordable(double passes) const {
    return problem_.pass.passes() + passes + closing_passes() <= options_.max_passes;
  }
  double closing_passes() const { return problem_.pass.state_is_exact() ? 0 : 1; }
  Fit finish(Status status);

  SmoothingState smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const;

  const Problem& problem_;
  DirectionFinder& directions_;
  const SolverOptions& options_;
  Journal& journal_;
  Bracket bracket_;
  std::int64_t iterations_ = 0;
};

Fit Descent::run(DualStart start) {
  Pass& pass = problem_.pass;
  Iterate at;
  at.point.assign(problem_.objective.dimension(), 0.0);
  if (start.point.empty()) {
    for (const int number : ladder_levels(pass.rows(), problem_.objective.dimension())) {
      if (!affordable(2)) break;
      const Level level{number, pass.restrict_to_level(number)};
      if (!(problem_.total_weight() > 0)) continue;  // a sample of rows without weight teaches nothing
      if (const auto status = descend(level, at, {})) return finish(*status);
    }
    pass.restrict_to_level(0);
  } else {
    at.point = std::move(start.point);
    at.epsilon = std::clamp(0.5 * start.violation, 1e-6, 1.0);
  }
  const Level everything{0, pass.rows()};
  return finish(*descend(everything, at, start.dual));
}

/// The algorithm. On the ladder it returns nothing when it is time to go up; at the end, why it stopped.
std::optional<Status> Descent::descend(const Level& level, Iterate& at, std::span<const double> start_dual) {
  if (!begin(level, at, start_dual)) return journal_.why_cancelled();

  for (int here = 0;; ++here, ++iterations_) {
    if (level.is_last()) {
      measure(at);
      if (const auto status = stop_reason()) return status;
    }
    const auto direction = directions_.find(problem_, at);  // eq. 7–10, in memory
    if (!direction) return journal_.why_cancelled();
    if (level.is_last() && stationary(at, *direction)) return Status::stationary;
    const SmoothingState state = smoothing_state(level, at, *direction);
    double epsilon = next_epsilon(state);

    if (!level.is_last()) {
      const double scale =
          sampling_scale(nonzero_weights(problem_.objective, direction->to), level.rows, state.mean_curvature);
      const bool settled = at.epsilon <= 1.5 * scale && state.relative_move() <= 3;
      constexpr int enough = 30;  // a sample may have no minimiser, such as one class with a free intercept
      if (settled || here == enough || !affordable(2)) {  // take the step unchecked and go up
        at.point = direction->to;
        at.epsilon = std::min(scale, at.epsilon);
        return std::nullopt;
      }
      epsilon = std::max(epsilon, std::min(at.epsilon, scale));
    }

    Iterate trial;
    if (!step(level, at, *direction, epsilon, trial)) return journal_.why_cancelled();  // the one pass
    if (!sufficient_decrease(at, *direction, trial)) {
      if (!affordable(1)) return Status::max_passes;
      if (!shorten(level, at, trial)) return journal_.why_cancelled();
    }
    problem_.pass.accept(problem_.index);  // eq. 11
    at = std::move(trial);
  }
}

bool Descent::sweep(Iterate& at, bool carry, std::span<const double> start_dual) {
  const auto coordinates = directions_.hessian_coordinates();
  at.hessian_of.assign(coordinates.begin(), coordinates.end());
  const Query query{problem_.index, at.point, at.epsilon, carry, start_dual, at.hessian_of};
  return problem_.pass.evaluate({&query, 1}, {&at.sums, 1});
}

bool Descent::begin(const Level& level, Iterate& at, std::span<const double> start_dual) {
  bracket_ = Bracket(problem_);
  if (!sweep(at, false, start_dual)) return false;
  if (directions_.wants_another_sweep(problem_, at) && !sweep(at, false, start_dual)) return false;
  bracket_.learn(problem_, at, level.is_last());
  problem_.pass.accept(problem_.index);
  return true;
}

bool Descent::step(const Level& level, const Iterate& at, const Direction& direction, double epsilon, Iterate& trial) {
  trial.point = direction.to;
  trial.epsilon = epsilon;
  if (!sweep(trial, true)) return false;
  bracket_.learn(problem_, trial, level.is_last());
  // P matters once the bound is near; before that, the time is better spent on the next sweep.
  constexpr double near = 100;
  if (level.is_last() && bracket_.gap() <= near * options_.tolerance * bracket_.primal()) {
    const Segment segment(problem_, at.point, trial.point);
    const auto minimum = segment.exact_minimum();
    bracket_.offer(minimum.value, segment.at(minimum.step));
  }
  return true;
}

bool Descent::sufficient_decrease(const Iterate& at, const Direction& direction, const Iterate& trial) const {
  const double before = smoothed_primal(problem_, at);
  const double after = problem_.objective.penalty(trial.point) + trial.sums.smoothed_before / problem_.total_weight();
  constexpr double share = 0.1, rounding = 1e-14;
  return after <= before - share * direction.decrease + rounding * std::abs(before);
}

/// The slacks at both ends are known, so the best point between them is too; only its sums need another sweep.
bool Descent::shorten(const Level& level, const Iterate& at, Iterate& trial) {
  const Segment segment(problem_, at.point, trial.point);
  const double step = segment.smoothed_minimum(at.epsilon).step;
  trial.point = segment.at(step);
  trial.epsilon = epsilon_after_shortening(at.epsilon, step);
  if (!sweep(trial, true)) return false;
  bracket_.learn(problem_, trial, level.is_last());
  return true;
}

SmoothingState Descent::smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const {
  SmoothingState state;
  state.epsilon = at.epsilon;
  state.decrease = direction.decrease;
  state.mean_curvature = at.sums.curvature / problem_.total_weight();
  state.smoothing_gap = at.sums.smoothing_gap / problem_.total_weight();
  state.gap = bracket_.dual() ? bracket_.gap() : 0;
  state.target_gap = level.is_last() ? options_.tolerance * bracket_.primal() : 0;
  state.complete = direction.complete;
  return state;
}

void Descent::measure(const Iterate& at) {
  Progress now;
  now.passes = problem_.pass.passes();
  now.primal = bracket_.primal();
  now.dual = bracket_.dual();
  now.epsilon = at.epsilon;
  now.nonzero_weights = nonzero_weights(problem_.objective, at.point);
  now.iterations = iterations_;
  journal_.note(now);
}

/// Where no bound exists: neither a further step nor a smaller ε would change P by more than the tolerance.
bool Descent::stationary(const Iterate& at, const Direction& direction) const {
  if (bracket_.dual()) return false;
  const double smoothing = (at.sums.smoothed - at.sums.hinge) / problem_.total_weight();
  return std::max(direction.decrease, smoothing) <= options_.tolerance * bracket_.primal();
}

std::optional<Status> Descent::stop_reason() {
  const double cost = 1 + directions_.most_passes(problem_) + closing_passes();
  const auto status = journal_.stop_reason(cost);
  if (status != Status::converged || problem_.pass.state_is_exact()) return status;
  // The row state is rounded: what is claimed must hold for what is stored.
  bracket_.confirm(problem_);
  journal_.amend(problem_.pass.passes(), bracket_.primal(), bracket_.dual());
  return journal_.stop_reason(cost);
}

Fit Descent::finish(Status status) {
  Pass& pass = problem_.pass;
  const bool on_ladder = journal_.last().iterations == 0 && journal_.last().passes == 0;
  if (on_ladder) {  // nothing was learnt about all rows yet: w = 0, P = 1, D = 0
    pass.restrict_to_level(0);
    bracket_ = Bracket(problem_);
  } else if (status != Status::converged && !pass.state_is_exact()) {
    bracket_.confirm(problem_);
    journal_.amend(pass.passes(), bracket_.primal(), bracket_.dual());
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
  if (fit.dual) fit.dual_point = pass.running_dual(problem_.index);
  fit.passes = pass.passes();
  fit.hessian_rows = pass.hessian_rows();
  fit.iterations = iterations_;
  fit.nonzero_weights = nonzero_weights(problem_.objective, bracket_.point());
  fit.seconds = journal_.seconds();
  fit.history = journal_.take_history();
  return fit;
}

}  // namespace

Fit solve(const Problem& problem, DirectionFinder& directions, DualStart start, const SolverOptions& options,
          Journal& journal) {
  return Descent(problem, directions, options, journal).run(std::move(start));
}

}  // namespace smsvm
