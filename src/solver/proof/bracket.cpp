#include "solver/proof/bracket.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace smsvm {

namespace {

/// Of a_ε, in a sweep.
double mean_dual(const Problem& problem, const Sums& sums) {
  return (sums.dual[negative_rows][smooth_dual] + sums.dual[positive_rows][smooth_dual]) / problem.total_weight();
}

}  // namespace

Bracket::Bracket(const Problem& problem)
    : certificate_(problem.objective, problem.total_weight(), problem.rounding),
      best_{.primal = 1, .loss = 1, .point = std::vector(problem.objective.dimension(), 0.0)} {}

void Bracket::learn(const Problem& problem, const Iterate& swept, bool keep_dual) {
  const double primal = smsvm::primal(problem, swept);
  const double at_most = primal + problem.rounding.of_primal(primal, {.reach = swept.point,
                                                                      .mean_dual = mean_dual(problem, swept.sums),
                                                                      .epsilon = swept.epsilon});
  if (at_most < best_.primal) take(problem, at_most, swept.point);
  if (!certificate_.possible()) return;
  const DualMixture mixture = certificate_.improve(swept.sums);
  if (keep_dual && !mixture.changes_nothing()) problem.pass.mix(problem.index, mixture);
}

void Bracket::change_penalty(const Problem& problem) {
  best_.primal = best_.loss + problem.objective.penalty(best_.point);
  const DualMixture mixture = certificate_.change_penalty(problem.objective);
  if (!mixture.changes_nothing()) problem.pass.mix(problem.index, mixture);
}

void Bracket::offer(const Problem& problem, const Segment& segment, const Segment::Minimum& minimum) {
  const std::vector<double> reach = segment.reach(minimum.step);
  const double at_most =
      minimum.value + problem.rounding.of_primal(minimum.value, {.reach = reach, .parts = 1 + 2 * minimum.step});
  if (at_most < best_.primal) take(problem, at_most, segment.at(minimum.step));
}

void Bracket::prefer(const Problem& problem, double primal, const std::vector<double>& point, double tolerance) {
  constexpr double rounding = 1e-12;
  const double at_most = primal + problem.rounding.of_primal(primal, {.reach = point});
  const bool possible = std::isfinite(at_most) && !(dual() && at_most < *dual());
  if (!possible || primal > best_.primal * (1 + rounding)) return;
  const bool proved = proves(tolerance);
  Best before = best_;
  take(problem, at_most, point);
  if (proved && !proves(tolerance)) best_ = std::move(before);
}

void Bracket::take(const Problem& problem, double primal, const std::vector<double>& point) {
  best_ = {primal, primal - problem.objective.penalty(point), point};
}

std::optional<double> Bracket::dual() const {
  return certificate_.possible() ? std::optional(certificate_.bound()) : std::nullopt;
}

}  // namespace smsvm
