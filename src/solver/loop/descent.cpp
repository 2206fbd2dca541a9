#include "solver/loop/descent.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "solver/loop/ladder.hpp"
#include "solver/loop/near_rows.hpp"
#include "solver/loop/stop_reason.hpp"
#include "solver/step/segment.hpp"

namespace smsvm {

Status Descent::run(DualStart start, Iterate& at) {
  const Status status = climb(start, at);
  if (record_.knows_nothing()) look_at_candidate(at, start.dual);
  return status;
}

Status Descent::climb(DualStart& start, Iterate& at) {
  Pass& pass = problem_.pass;
  at.point.assign(problem_.objective.dimension(), 0.0);
  if (start.point.empty()) {
    for (const int number : ladder_levels(pass.rows(), problem_.objective.dimension())) {
      if (!record_.affordable(2)) break;
      const Level level{Level::sample, pass.restrict_to_level(problem_.index, number)};
      if (!(problem_.total_weight() > 0)) continue;  // a sample of rows without weight teaches nothing
      record_.forget();
      if (!begin(level, at)) return record_.why_cancelled();
      if (const auto status = descend_sample(level, at)) return *status;
    }
    pass.restrict_to_level(problem_.index, 0);
  } else {
    at.point = std::move(start.point);
    constexpr double tiny = 1e-100;  // ε² and its inverse must be numbers
    at.epsilon = std::clamp(start.epsilon, tiny, 1.0);
  }
  record_.forget();
  if (!begin(all_rows(), at, start.dual)) return record_.why_cancelled();
  return descend(at);
}

/// The run ends before the first sweep of all rows was over. What the largest sample or the ascent has come to may be
/// far better than w = 0: one sweep, without H, tells how good it is and what its duals prove.
void Descent::look_at_candidate(Iterate& at, std::span<const double> dual) {
  const auto is_zero = [](const std::vector<double>& point) { return std::ranges::all_of(point, std::logical_not()); };
  if (!is_zero(record_.bracket().point())) at.point = record_.bracket().point();
  problem_.pass.restrict_to_level(problem_.index, 0);
  record_.forget();
  if (!is_zero(at.point) && record_.last_sweep(at, dual)) record_.measure(at);
}

/// From an accepted state of all rows: nothing that a sweep finds depends on the penalty.
Status Descent::resume(Iterate& at, double excess) {
  resumed_ = true;
  if (!at.is_look) thinning_.learn(at.sums, problem_.pass.rows());
  if (at.is_look) {
    if (const auto status = solve_near_rows(at, excess)) return *status;
    if (!begin(all_rows(), at)) return record_.why_cancelled();
  }
  return descend(at);
}

/// On a sample: until its own noise is about all that is left to remove. Returns nothing when it is time to look at
/// more rows, of which the step that comes then is not checked any more.
std::optional<Status> Descent::descend_sample(const Level& level, Iterate& at) {
  constexpr int enough = 30;  // a sample may have no minimiser, such as one class with a free intercept
  for (int here = 0;; ++here, ++record_.iterations) {
    const auto direction = directions_.find(problem_, at);  // eq. 7–10, in memory
    if (!direction) return record_.why_cancelled();
    const SmoothingState state = smoothing_state(level, at, *direction);
    const double scale =
        sampling_scale(nonzero_weights(problem_.objective, direction->to), level.rows, state.mean_curvature);
    const bool settled = at.epsilon <= 1.5 * scale && state.relative_move() <= 3;
    if (settled || here == enough || !record_.affordable(2)) {
      at.point = direction->to;
      at.epsilon = std::min(scale, at.epsilon);
      return std::nullopt;
    }
    const double epsilon = std::max(next_epsilon(state), std::min(at.epsilon, scale));
    if (const auto status = advance(level, at, *direction, state, epsilon)) return status;
  }
}

/// The algorithm, on all rows: until there is a reason to stop.
Status Descent::descend(Iterate& at) {
  const Level level = all_rows();
  for (int here = 0;; ++here, ++record_.iterations) {
    if (worth_stretching(at) && !stretch(at)) return record_.why_cancelled();
    record_.measure(at);
    if (const auto status = record_.stop_reason(1 + directions_.most_passes(problem_))) return *status;
    const auto direction = directions_.find(problem_, at);  // eq. 7–10, in memory
    if (!direction) return record_.why_cancelled();
    // A step that fell short of its promise casts doubt on the next one's.
    if (!last_step_.shortened && record_.settled_without_bound(at, direction->decrease)) return Status::stationary;
    const SmoothingState state = smoothing_state(level, at, *direction);
    if (record_.bracket().dual()) thinning_.judge(state.gap, state.smoothing_gap);
    const auto nonzeros = static_cast<double>(nonzero_weights(problem_.objective, direction->to));
    if (near_rows_suffice(state, nonzeros, here)) {  // take the step unchecked, and freeze the others
      if (const auto status = freeze_others(at, *direction, state)) return *status;
      continue;
    }
    const double epsilon = here == 0 && resumed_ ? resumed_epsilon(state) : next_epsilon(state);
    if (const auto status = advance(level, at, *direction, state, epsilon)) return *status;
  }
}

/// While the other rows are frozen. Returns nothing when it is time to look at all of them.
std::optional<Status> Descent::descend_near_rows(const Level& level, Iterate& at) {
  for (int here = 0; !done_with_near_rows(level, here); ++here, ++record_.iterations) {
    const auto direction = directions_.find(problem_, at);  // eq. 7–10, in memory
    if (!direction) return record_.why_cancelled();
    const SmoothingState state = smoothing_state(level, at, *direction);
    if (const auto status = advance(level, at, *direction, state, next_epsilon(state))) return status;
  }
  return std::nullopt;
}

/// One step, for one pass over the rows in use or, where it must be shortened, two. Says why there was none.
std::optional<Status> Descent::advance(const Level& level, Iterate& at, const Direction& direction,
                                       const SmoothingState& state, double epsilon) {
  Iterate trial;
  trial.epsilon = epsilon;
  const auto nonzeros = static_cast<double>(nonzero_weights(problem_.objective, direction.to));
  const double kink_rows = static_cast<double>(level.rows) * state.mean_curvature * epsilon;
  const bool carry = !dual_lags(last_step_.share, kink_rows / (1 + nonzeros));
  if (!step(level, at, direction, carry, trial)) return record_.why_cancelled();  // the one pass
  last_step_.shortened = !acceptable(level, at, direction, trial);
  if (!last_step_.shortened) {
    thinning_.step_succeeded();
  } else {
    if (!record_.affordable(1)) return Status::max_passes;
    if (!shorten(level, at, trial)) return record_.why_cancelled();
  }
  problem_.pass.accept(problem_.index);  // eq. 11
  at = std::move(trial);
  return std::nullopt;
}

/// Looks where the step leads, and solves by near rows from there. Returns nothing where that did not end the run: then
/// it has begun anew on all rows, and waits longer for the next time.
std::optional<Status> Descent::freeze_others(Iterate& at, const Direction& direction, const SmoothingState& state) {
  const Kink kink = kink_before_step(state);
  const std::vector<double> from = std::exchange(at.point, direction.to);
  if (!look(at, from)) return record_.why_cancelled();
  if (const auto status = solve_near_rows(at, kink.excess)) return status;
  ++failed_freezes_;
  worth_freezing_ = 0.1 * kink.excess;
  if (!begin(all_rows(), at)) return record_.why_cancelled();
  return std::nullopt;
}

/// Rounds of two: the problem in which the rows far from the kink keep their dual is solved by reading the others
/// alone; then all rows are looked at where that leads. What the first problem proves holds for the whole one.
/// `excess`: about P − P*. Returns nothing where this is not the way: then it leaves the best point, of which a sweep
/// must tell more.
std::optional<Status> Descent::solve_near_rows(Iterate& at, double excess) {
  Pass& pass = problem_.pass;
  const auto share_of_rows = [&](const Nearness& nearness) {
    return static_cast<double>(pass.count_near(problem_.index, nearness)) / static_cast<double>(pass.rows());
  };
  double more = 1, epsilon = at.epsilon;
  for (int round = 0, poor = 0; poor < 2; ++round, ++record_.iterations) {
    record_.measure(at);
    if (const auto status = record_.stop_reason(1)) return status;
    const Kink kink = kink_at(excess, [&](double width) { return share_of_rows({width, 0}); });
    const Nearness nearness = round == 0 ? near_in_first_round(kink) : near_in_later_round(kink, more);
    const double share = share_of_rows(nearness);
    if (share == 0 || share > some_rows) {
      // Under another penalty ε must be large enough for the way to its solution. That is mostly a way of the duals:
      // the rows hardly move, far less than the gap makes believe.
      constexpr double part = 0.1;
      if (resumed_) epsilon = std::clamp(part * kink.move(), epsilon, 1.0);
      break;
    }
    if (!record_.affordable(1 + 4 * share)) return Status::max_passes;  // a look, and what a round needs at least
    at.epsilon = first_epsilon(nearness);
    const double gap = record_.bracket().gap();
    const std::vector<double> from = at.point;
    if (const auto status = descend_frozen(nearness, at)) return status;
    if (!look(at, from)) return record_.why_cancelled();
    excess = record_.bracket().gap();
    if (excess > gap / 2) {
      ++poor;
      more *= 2;
    }
    epsilon = std::clamp(Kink{excess / 2, kink.density}.move(), epsilon, 1.0);
  }
  if (!record_.affordable(2)) return Status::max_passes;  // what going on would take
  at.point = record_.bracket().point();
  at.epsilon = epsilon;
  return std::nullopt;
}

std::optional<Status> Descent::descend_frozen(const Nearness& nearness, Iterate& at) {
  Pass& pass = problem_.pass;
  constexpr double part = 0.2;  // of the tolerance; the rest is for frozen rows that cross the kink
  Bracket whole = record_.bracket();
  record_.forget();
  const Level level{.of = Level::near_rows,
                    .rows = pass.freeze(problem_.index, at.point, at.sums, nearness),
                    .tolerance = part * options_.tolerance,
                    .known_bound = whole.dual().value_or(0)};
  if (level.rows == 0) {
    record_.bracket() = std::move(whole);
    return record_.why_cancelled();
  }
  const auto status = begin(level, at) ? descend_near_rows(level, at) : record_.why_cancelled();
  pass.thaw(problem_.index, whole.learn_from_relaxation(record_.bracket()));
  record_.bracket() = std::move(whole);
  return status;
}

/// The best point, or the one at hand where but for the rounding of its slacks it would be better.
Descent::Stretchable Descent::stretchable(const Iterate& at) const {
  const Bracket& bracket = record_.bracket();
  const double here = primal(problem_, at);
  const bool is_here = !at.is_look && here < bracket.primal();
  const std::vector<double>& point = is_here ? at.point : bracket.point();
  const double penalty = problem_.objective.penalty(point);
  return {point, penalty, (is_here ? here : bracket.primal()) - penalty};
}

/// Whether P there is the penalty but for a loss that a little more of w would do away with, and D is near enough for
/// that.
bool Descent::worth_stretching(const Iterate& at) const {
  const Bracket& bracket = record_.bracket();
  if (!bracket.dual() || bracket.proves(options_.tolerance) || !record_.affordable(1)) return false;
  const Stretchable from = stretchable(at);
  return from.loss <= longer_by() && from.loss < worth_stretching_ &&
         *bracket.dual() >= from.penalty * (1 - options_.tolerance / 2);
}

/// Looks at (1 + δ) times such a point, without leaving the one at hand. Where all rows are beyond the kink there,
/// rounding has no part in P: what was met before does not count.
bool Descent::stretch(const Iterate& at) {
  Pass& pass = problem_.pass;
  // ε is far above the rounding of slacks, which grows with the features, and yet so small that the smooth duals of all
  // rows together stay below that of a single row at the kink: then P is known to have no loss.
  constexpr double much_less = 0.1, sharp = 0.1;
  Iterate there;
  const Stretchable from = stretchable(at);
  worth_stretching_ = much_less * from.loss;
  there.point = from.point;
  there.epsilon = sharp * longer_by() / std::sqrt(static_cast<double>(pass.rows()));
  for (double& w : there.point) w *= 1 + longer_by();
  const Query query{
      .problem = problem_.index, .point = there.point, .epsilon = there.epsilon, .begin = DualBegin::running};
  if (!pass.evaluate({&query, 1}, {&there.sums, 1})) return false;
  Bracket found(problem_);
  found.learn(problem_, there, false);
  if (!found.proves(options_.tolerance)) return true;
  record_.forget();
  pass.mix(problem_.index, {.old = 0, .smooth = {}, .carried = {}});
  record_.bracket().learn(problem_, there, true);
  return true;
}

bool Descent::near_rows_suffice(const SmoothingState& state, double nonzeros, int here) const {
  Pass& pass = problem_.pass;
  const auto rows = static_cast<double>(pass.rows()), dimension = static_cast<double>(problem_.objective.dimension());
  constexpr double many = 300, tall = 10, affordable = 3;
  constexpr int most_failures = 2;
  if (rows < std::max(many, tall * dimension) || failed_freezes_ >= most_failures) return false;
  if (!record_.bracket().dual() || !record_.affordable(affordable)) return false;
  if (!state.complete || directions_.most_passes(problem_) > 0) return false;

  const Kink kink = kink_before_step(state);
  if (kink.excess > std::min(worth_freezing_, settled_share * record_.bracket().primal())) return false;
  if (kink.share() > few_rows) return false;
  const Nearness nearness = near_in_first_round(kink);
  const auto within = [&](double reach) {
    return static_cast<double>(pass.count_near(problem_.index, {nearness.width, reach})) / rows;
  };
  constexpr double thin = 0.3;  // few rows where h tells of many: they stand together at a few places
  if (within(0) < thin * 2 * nearness.width * kink.density) return false;
  const double share = here == 0 ? kink.share() : within(nearness.reach);  // at first nobody knows how the rows move
  constexpr double rows_per_weight = 2;
  return share <= few_rows && share * rows >= rows_per_weight * (1 + nonzeros);
}

bool Descent::done_with_near_rows(const Level& level, int steps) const {
  constexpr int most_steps = 40;
  constexpr double most_passes = 2;
  const Bracket& bracket = record_.bracket();
  const double share = static_cast<double>(level.rows) / static_cast<double>(problem_.pass.rows());
  // Once P here is below what is proved already, nothing new about the whole problem can follow from this one.
  return bracket.proves(level.tolerance) || bracket.primal() < level.known_bound || steps == most_steps ||
         steps * share > most_passes || !record_.affordable(1 + 2 * share);
}

/// One sweep of all rows without H, and with duals that are 0 or 1 but at the kink itself.
bool Descent::look(Iterate& at, std::span<const double> from) {
  constexpr double no_smoothing = 1e-14;
  at.hessian_of.clear();
  at.is_look = true;
  const Query query{problem_.index, at.point, no_smoothing};
  if (!problem_.pass.evaluate({&query, 1}, {&at.sums, 1})) return false;
  record_.bracket().learn(problem_, at, true);
  const bool worse = primal(problem_, at) > record_.bracket().primal();  // too far, then: look for the best on the way
  if (worse) offer_best_between(all_rows(), from, at.point);
  problem_.pass.accept(problem_.index);
  return true;
}

bool Descent::sweep(const Level& level, Iterate& at, DualBegin dual) {
  const auto coordinates = directions_.hessian_coordinates();
  at.hessian_of.assign(coordinates.begin(), coordinates.end());
  at.is_look = false;
  // Near rows are at the kink or came near it; and where no penalty bounds a step, those far from the kink must.
  const bool may_thin_out = level.of != Level::near_rows && record_.bracket().dual();
  const Query query{.problem = problem_.index,
                    .point = at.point,
                    .epsilon = at.epsilon,
                    .begin = dual,
                    .hessian = at.hessian_of,
                    .least_curvature = may_thin_out ? thinning_.least_curvature(level.rows) : 0};
  if (!problem_.pass.evaluate({&query, 1}, {&at.sums, 1})) return false;
  if (may_thin_out) thinning_.learn(at.sums, level.rows);
  return true;
}

bool Descent::begin(const Level& level, Iterate& at, std::span<const double> start_dual) {
  last_step_ = {};
  thinning_.begin_anew();
  if (!start_dual.empty()) problem_.pass.give(problem_.index, start_dual);
  const DualBegin dual = start_dual.empty() ? DualBegin::smooth : DualBegin::given;
  if (!sweep(level, at, dual)) return false;
  record_.bracket().learn(problem_, at, !level.is_sample());
  const bool done = !level.is_sample() && record_.bracket().proves(level.tolerance);  // by what the ascent reached
  if (!done && directions_.wants_another_sweep(problem_, at) && !sweep(level, at, dual)) return false;
  problem_.pass.accept(problem_.index);
  return true;
}

bool Descent::step(const Level& level, const Iterate& at, const Direction& direction, bool carry, Iterate& trial) {
  trial.point = direction.to;
  if (!sweep(level, trial, carry ? DualBegin::carried : DualBegin::smooth)) return false;
  if (!carry) {  // then the sweep has nothing to do with the ε before
    constexpr double whole = 1;
    problem_.pass.along(problem_.index, at.epsilon, {&whole, 1}, {&trial.sums.smoothed_before, 1});
  }
  record_.bracket().learn(problem_, trial, !level.is_sample());
  // P matters once the bound is near; before that, the time is better spent on the next sweep.
  constexpr double near = 1e-2, nearer = 100;
  const double close = std::max(near, nearer * level.tolerance) * record_.bracket().primal();
  if (!level.is_sample() && record_.bracket().gap() <= close) offer_best_between(level, at.point, trial.point);
  return true;
}

/// From the row state alone, between the accepted point and the trial.
void Descent::offer_best_between(const Level& level, std::span<const double> from, std::span<const double> to) {
  if (record_.bracket().proves(level.tolerance)) return;
  const Segment segment(problem_, from, to);
  record_.bracket().offer(problem_, segment, segment.exact_minimum());
}

bool Descent::acceptable(const Level& level, const Iterate& at, const Direction& direction, const Iterate& trial) {
  const double before = smoothed_primal(problem_, at);
  const double after = problem_.objective.penalty(trial.point) + trial.sums.smoothed_before / problem_.total_weight();
  last_step_.share = (before - after) / direction.decrease;
  constexpr double share = 0.1;
  if (after <= before - share * direction.decrease + accuracy_of_means * std::abs(before)) {
    last_step_.accepted_without_decrease = false;
    return true;
  }
  if (level.is_sample()) return false;
  if (record_.bracket().proves(level.tolerance)) return true;  // nothing is left to do but say so
  // A step that is no worse than that tells, with the dual carried along, as much as the shortened one would, for one
  // sweep instead of two. But not twice running.
  const bool slight = after <= before + share * direction.decrease;
  last_step_.accepted_without_decrease = slight && !last_step_.accepted_without_decrease;
  return last_step_.accepted_without_decrease;
}

/// The slacks at both ends are known, so the best point between them is too; only its sums need another sweep.
bool Descent::shorten(const Level& level, const Iterate& at, Iterate& trial) {
  const Segment segment(problem_, at.point, trial.point);
  const double step = segment.smoothed_minimum(at.epsilon).step;
  trial.point = segment.at(step);
  trial.epsilon = epsilon_after_shortening(at.epsilon, step);
  thinning_.step_failed();
  if (!sweep(level, trial, DualBegin::carried)) return false;
  record_.bracket().learn(problem_, trial, !level.is_sample());
  return true;
}

SmoothingState Descent::smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const {
  SmoothingState state;
  state.epsilon = at.epsilon;
  state.decrease = direction.decrease;
  state.mean_curvature = at.sums.curvature / problem_.total_weight();
  state.smoothing_gap = at.sums.smoothing_gap / problem_.total_weight();
  state.gap = record_.bracket().dual() ? record_.bracket().gap() : 0;
  // After rounds that failed the bound is ahead of the point, and says little about how well the path is followed.
  constexpr double usual = 3;
  if (failed_freezes_ > 0 && level.is_everything()) state.gap = std::max(state.gap, usual * state.smoothing_gap);
  state.target_gap = level.is_sample() ? 0 : level.tolerance * record_.bracket().primal();
  if (!record_.bracket().dual()) {  // then it is the excess of the smoothed loss that must become small
    state.smoothing_gap = record_.smoothing_excess(at);
    state.target_gap *= share_to_settle;
  }
  state.complete = direction.complete;
  return state;
}

}  // namespace smsvm
