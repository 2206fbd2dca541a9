#include "solver/primal_dual.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/ladder.hpp"
#include "solver/record.hpp"
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
      : problem_(problem), directions_(directions), options_(options), record_(problem, options, journal) {}
  Descent(const Problem& problem, DirectionFinder& directions, const SolverOptions& options, Journal& journal,
          Bracket bracket)
      : problem_(problem),
        directions_(directions),
        options_(options),
        record_(problem, options, journal, std::move(bracket)) {}

  Status run(DualStart start, Iterate& at);
  Status resume(Iterate& at);
  Fit finish(Status status) { return record_.finish(status); }
  const Record& record() const { return record_; }

 private:
  std::optional<Status> descend(const Level& level, Iterate& at);

  // The verbs of the loop. Those that sweep return false when the sweep was cancelled.
  bool sweep(Iterate& at, bool carry, std::span<const double> start_dual = {});
  bool begin(const Level& level, Iterate& at, std::span<const double> start_dual);
  bool step(const Level& level, const Iterate& at, const Direction& direction, bool carry, Iterate& trial);
  bool shorten(const Level& level, const Iterate& at, Iterate& trial);
  bool acceptable(const Level& level, const Iterate& at, const Direction& direction, const Iterate& trial);

  SmoothingState smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const;

  const Problem& problem_;
  DirectionFinder& directions_;
  const SolverOptions& options_;
  Record record_;
  double last_share_ = 0;  ///< of Δ, that the last trial brought
  bool resumed_ = false;
  bool indulged_ = false;  ///< the last step was taken although it did not bring the decrease asked for
};

Status Descent::run(DualStart start, Iterate& at) {
  Pass& pass = problem_.pass;
  at.point.assign(problem_.objective.dimension(), 0.0);
  if (start.point.empty()) {
    for (const int number : ladder_levels(pass.rows(), problem_.objective.dimension())) {
      if (!record_.affordable(2)) break;
      const Level level{number, pass.restrict_to_level(problem_.index, number)};
      if (!(problem_.total_weight() > 0)) continue;  // a sample of rows without weight teaches nothing
      if (!begin(level, at, {})) return record_.why_cancelled();
      if (const auto status = descend(level, at)) return *status;
    }
    pass.restrict_to_level(problem_.index, 0);
  } else {
    at.point = std::move(start.point);
    at.epsilon = std::clamp(start.epsilon, 1e-6, 1.0);
  }
  const Level everything{0, pass.rows()};
  if (!begin(everything, at, start.dual)) return record_.why_cancelled();
  return *descend(everything, at);
}

/// From an accepted state of all rows: nothing that a sweep finds depends on the penalty.
Status Descent::resume(Iterate& at) {
  resumed_ = true;
  return *descend({0, problem_.pass.rows()}, at);
}

/// The algorithm. On the ladder it returns nothing when it is time to go up; at the end, why it stopped.
std::optional<Status> Descent::descend(const Level& level, Iterate& at) {
  for (int here = 0;; ++here, ++record_.iterations) {
    if (level.is_last()) {
      record_.measure(at);
      if (const auto status = record_.stop_reason(1 + directions_.most_passes(problem_))) return status;
    }
    const auto direction = directions_.find(problem_, at);  // eq. 7–10, in memory
    if (!direction) return record_.why_cancelled();
    if (level.is_last() && record_.settled_without_bound(at, direction->decrease)) return Status::stationary;
    const SmoothingState state = smoothing_state(level, at, *direction);
    double epsilon = here == 0 && resumed_ ? resumed_epsilon(state) : next_epsilon(state);

    if (!level.is_last()) {
      const double scale =
          sampling_scale(nonzero_weights(problem_.objective, direction->to), level.rows, state.mean_curvature);
      const bool settled = at.epsilon <= 1.5 * scale && state.relative_move() <= 3;
      constexpr int enough = 30;  // a sample may have no minimiser, such as one class with a free intercept
      if (settled || here == enough || !record_.affordable(2)) {  // take the step unchecked and go up
        at.point = direction->to;
        at.epsilon = std::min(scale, at.epsilon);
        return std::nullopt;
      }
      epsilon = std::max(epsilon, std::min(at.epsilon, scale));
    }

    Iterate trial;
    trial.epsilon = epsilon;
    const double kink_rows = static_cast<double>(level.rows) * state.mean_curvature * epsilon;
    const auto nonzeros = static_cast<double>(nonzero_weights(problem_.objective, direction->to));
    const bool carry = !dual_lags(last_share_, kink_rows / (1 + nonzeros));
    if (!step(level, at, *direction, carry, trial)) return record_.why_cancelled();  // the one pass
    if (!acceptable(level, at, *direction, trial)) {
      if (!record_.affordable(1)) return Status::max_passes;
      if (!shorten(level, at, trial)) return record_.why_cancelled();
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
  record_.forget();
  indulged_ = false;
  last_share_ = 0;
  if (!sweep(at, false, start_dual)) return false;
  record_.bracket().learn(problem_, at, level.is_last());
  const bool done = level.is_last() && record_.bracket().proves(options_.tolerance);  // by what the ascent reached
  if (!done && directions_.wants_another_sweep(problem_, at) && !sweep(at, false, start_dual)) return false;
  problem_.pass.accept(problem_.index);
  return true;
}

bool Descent::step(const Level& level, const Iterate& at, const Direction& direction, bool carry, Iterate& trial) {
  trial.point = direction.to;
  if (!sweep(trial, carry)) return false;
  if (!carry) {  // then the sweep has nothing to do with the ε before
    constexpr double whole = 1;
    problem_.pass.along(problem_.index, at.epsilon, {&whole, 1}, {&trial.sums.smoothed_before, 1});
  }
  record_.bracket().learn(problem_, trial, level.is_last());
  // P matters once the bound is near; before that, the time is better spent on the next sweep.
  constexpr double near = 1e-2, nearer = 100;
  const double close = std::max(near, nearer * options_.tolerance) * record_.bracket().primal();
  if (level.is_last() && record_.bracket().gap() <= close && !record_.bracket().proves(options_.tolerance)) {
    const Segment segment(problem_, at.point, trial.point);
    const auto minimum = segment.exact_minimum();
    record_.bracket().offer(problem_, minimum.value, segment.at(minimum.step));
  }
  return true;
}

bool Descent::acceptable(const Level& level, const Iterate& at, const Direction& direction, const Iterate& trial) {
  const double before = smoothed_primal(problem_, at);
  const double after = problem_.objective.penalty(trial.point) + trial.sums.smoothed_before / problem_.total_weight();
  last_share_ = (before - after) / direction.decrease;
  constexpr double share = 0.1;
  if (after <= before - share * direction.decrease + accuracy_of_means * std::abs(before)) {
    indulged_ = false;
    return true;
  }
  if (!level.is_last()) return false;
  if (record_.bracket().proves(options_.tolerance)) return true;  // nothing is left to do but say so
  // A step that is no worse than that tells, with the dual carried along, as much as the shortened one would, for one
  // sweep instead of two. But not twice running.
  const bool slight = after <= before + share * direction.decrease;
  indulged_ = slight && !indulged_;
  return indulged_;
}

/// The slacks at both ends are known, so the best point between them is too; only its sums need another sweep.
bool Descent::shorten(const Level& level, const Iterate& at, Iterate& trial) {
  const Segment segment(problem_, at.point, trial.point);
  const double step = segment.smoothed_minimum(at.epsilon).step;
  trial.point = segment.at(step);
  trial.epsilon = epsilon_after_shortening(at.epsilon, step);
  if (!sweep(trial, true)) return false;
  record_.bracket().learn(problem_, trial, level.is_last());
  return true;
}

SmoothingState Descent::smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const {
  SmoothingState state;
  state.epsilon = at.epsilon;
  state.decrease = direction.decrease;
  state.mean_curvature = at.sums.curvature / problem_.total_weight();
  state.smoothing_gap = at.sums.smoothing_gap / problem_.total_weight();
  state.gap = record_.bracket().dual() ? record_.bracket().gap() : 0;
  state.target_gap = level.is_last() ? options_.tolerance * record_.bracket().primal() : 0;
  state.complete = direction.complete;
  return state;
}

}  // namespace

Fit solve(const Problem& problem, DirectionFinder& directions, DualStart start, const SolverOptions& options,
          Journal& journal) {
  Iterate at;
  Descent descent(problem, directions, options, journal);
  return descent.finish(descent.run(std::move(start), at));
}

Status Succession::solve(const SolverOptions& options, Journal& journal) {
  // Without a bound a point counts as solved where the next step promises little. After one that was solved the steps
  // are small whatever the penalty has become, so that each has to begin anew.
  if (!bracket_ || !bracket_->dual()) return solve_from({}, options, journal);
  directions_.change_penalty(problem_);
  Descent descent(problem_, directions_, options, journal, *std::move(bracket_));
  const Status status = descent.resume(at_);
  bracket_ = descent.record().bracket();
  return status;
}

Status Succession::solve_from(DualStart start, const SolverOptions& options, Journal& journal) {
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
