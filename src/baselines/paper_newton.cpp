#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "baselines/active_set.hpp"
#include "baselines/baselines.hpp"
#include "solver/loop/record.hpp"
#include "solver/step/choose_space.hpp"
#include "solver/step/line_search.hpp"
#include "solver/step/row_space.hpp"
#include "solver/step/segment.hpp"

namespace smsvm {
namespace {

constexpr double rounding = 1e-14;
constexpr std::size_t newton_patience =
    1000;  // one feature leaves per step: there may be many steps between two bounds

/// Without any penalty and with fewer rows than features H is singular, as the paper notes (section 1); a ridge far
/// below the curvature of the loss picks a step of small norm.
Objective with_ridge(Objective objective) {
  constexpr double ridge = 1e-6;
  for (std::size_t j = 0; j + (objective.has_intercept ? 1 : 0) < objective.dimension(); ++j)
    if (objective.l2[j] == 0) objective.l2[j] = ridge;
  return objective;
}

/// The paper's method. Its smoothing parameter is called ε here, its ℓ1 weight μ (errata: notation).
class PaperNewton {
 public:
  explicit PaperNewton(const Task& task)
      : problem_(task.problem),
        options_(task.options),
        record_(task.problem, task.options, task.journal, newton_patience),
        active_(task.problem.objective, largest_system(task.options)),
        ridged_(with_ridge(task.problem.objective)) {
    if (row_space_is_smaller(task.shape, ridged_, largest_system(task.options)))
      rows_.emplace(ridged_, largest_system(task.options));
  }

  Fit run() { return record_.finish(iterate()); }

 private:
  Status iterate();
  std::optional<ActiveStep> newton_step(const Iterate& at);

  // Those that sweep return false when the sweep was cancelled.
  bool sweep(Iterate& at);
  bool restart(Iterate& at, double epsilon);
  std::optional<bool> advance(Iterate& at, const ActiveStep& step);

  bool at_last_level(const Iterate& at) const;

  const Problem& problem_;
  const SolverOptions& options_;
  Record record_;
  double accuracy_ = 0;  ///< the smoothed problem counts as solved when |d'g̃| is below this
  ActiveSet active_;
  Objective ridged_;              ///< for the rows, which need λ_j > 0
  std::optional<RowSpace> rows_;  ///< without ℓ1 and with fewer rows than features: the same system, over the rows
};

/// Algorithms 1 to 3. Errata: the loop ends when ε would fall below ε_min, as the text says, not ε_min/β. And on the
/// last level the smoothed problem is solved as well as rounding allows, not to ε/10: a decrease |d'g̃| = g̃'H⁻¹g̃ that
/// small still leaves a gradient of size √(ε‖H‖), far too large for the bound of eq. 6, where its square is divided by
/// λ.
Status PaperNewton::iterate() {
  Iterate at;
  at.point.assign(problem_.objective.dimension(), 0.0);
  if (!restart(at, options_.epsilon_start)) return record_.why_cancelled();

  for (;; ++record_.iterations) {
    record_.measure(at);
    if (const auto status = record_.stop_reason(2 + (rows_ ? rows_->most_passes(problem_) : 0))) return *status;

    const auto step = newton_step(at);  // Algorithm 2, lines 1–5
    if (!step) return record_.why_cancelled();
    if (!std::isfinite(step->decrease)) return Status::stalled;
    if (step->decrease < accuracy_ || !(step->slope < 0)) {  // the smoothed problem is nearly solved: Algorithm 3
      if (record_.settled_without_bound(at, step->decrease)) return Status::stationary;
      const auto activation = active_.activate(problem_, at);
      const bool last = at_last_level(at);
      if (activation.any) {
        if (!activation.covered && !restart(at, at.epsilon)) return record_.why_cancelled();
      } else if (!last) {
        if (!restart(at, at.epsilon / options_.epsilon_factor)) return record_.why_cancelled();
      } else if (accuracy_ <= rounding * record_.bracket().primal() || !(step->slope < 0)) {
        return activation.complete ? Status::stationary : Status::stalled;  // no room for features that should move
      }
      if (last) accuracy_ = std::max(accuracy_ / 10, 0.5 * rounding * record_.bracket().primal());
      continue;
    }
    const auto moved = advance(at, *step);
    if (!moved) return record_.why_cancelled();
    if (!*moved) return Status::stalled;
  }
}

std::optional<ActiveStep> PaperNewton::newton_step(const Iterate& at) {
  if (!rows_) return active_.newton_step(problem_, at);
  const auto found = rows_->find(problem_, at);
  if (!found) return std::nullopt;
  const auto size = static_cast<Eigen::Index>(at.point.size());
  ActiveStep step;
  step.direction = Eigen::Map<const Eigen::VectorXd>(found->to.data(), size) -
                   Eigen::Map<const Eigen::VectorXd>(at.point.data(), size);
  step.slope = step.linear = gradient(problem_, at).dot(step.direction);
  step.decrease = std::abs(step.linear);
  step.half_curvature = 0.5 * step.decrease;  // d'Hd = −g'd, for the H that RowSpace used
  return step;
}

bool PaperNewton::sweep(Iterate& at) {
  if (!rows_) at.hessian_of = active_.hessian_coordinates();
  // Without `carry` the row's dual is a_ε, and its curvature the paper's ψ'' (eq. 4).
  return record_.sweep(at, false);
}

/// The same point with another ε, or with more of H.
bool PaperNewton::restart(Iterate& at, double epsilon) {
  if (epsilon != at.epsilon || record_.iterations == 0) accuracy_ = epsilon / 10;
  at.epsilon = epsilon;
  if (!sweep(at)) return false;
  problem_.pass.accept(problem_.index);
  return true;
}

/// Algorithm 2, lines 10–14. False if no step brings what Armijo's rule asks for.
std::optional<bool> PaperNewton::advance(Iterate& at, const ActiveStep& step) {
  const auto& objective = problem_.objective;
  const std::span<const double> d(step.direction.data(), at.point.size());
  const ExactStep exact = exact_step(at.point, d, objective.l1, step.linear, step.half_curvature);

  Iterate trial;
  trial.epsilon = at.epsilon;
  trial.point = at.point;
  for (std::size_t j = 0; j < d.size(); ++j) trial.point[j] += exact.step * d[j];
  for (const auto j : exact.zeros) trial.point[j] = 0;
  if (!sweep(trial)) return std::nullopt;

  const double before = smoothed_primal(problem_, at);
  const double noise = accuracy_of_means * std::abs(before);  // a step to a near breakpoint promises less
  const auto enough = [&](double after, double length) {
    return after <= before + options_.armijo * length * step.slope + noise;
  };
  if (enough(smoothed_primal(problem_, trial), exact.step)) {
    for (const auto j : exact.zeros) active_.deactivate(j);
  } else {
    // Halving needs no sweep: the slacks at both ends of the segment are known. Only the point chosen is swept.
    const Segment segment(problem_, at.point, trial.point);
    double share = 1, after = INFINITY;
    do {
      share /= 2;
      if (share < 1e-12) return false;
      double loss = 0;
      problem_.pass.along(problem_.index, at.epsilon, {&share, 1}, {&loss, 1});
      after = objective.penalty(segment.at(share)) + loss / problem_.total_weight();
    } while (!enough(after, share * exact.step));
    trial.point = segment.at(share);
    if (!sweep(trial)) return std::nullopt;
  }
  problem_.pass.accept(problem_.index);
  at = std::move(trial);
  return true;
}

/// ε need not fall further: at a minimum of the smoothed problem the gap is what smoothing costs, and that is small.
bool PaperNewton::at_last_level(const Iterate& at) const {
  if (at.epsilon / options_.epsilon_factor < options_.epsilon_min) return true;
  const double smoothing_gap = at.sums.smoothing_gap / problem_.total_weight();
  return smoothing_gap <= 0.5 * options_.tolerance * record_.bracket().primal();
}

}  // namespace

Fit paper_newton(const Task& task) { return PaperNewton(task).run(); }

}  // namespace smsvm
