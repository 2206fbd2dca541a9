#include "solver/bracket.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace smsvm {

Bracket::Bracket(const Problem& problem)
    : certificate_(problem.objective, problem.total_weight(), problem.pass.rows()),
      best_{.primal = 1, .loss = 1, .point = std::vector(problem.objective.dimension(), 0.0)},
      magnitude_(problem.objective.dimension(), 0.0) {}

void Bracket::learn(const Problem& problem, const Iterate& swept, bool keep_dual) {
  learn_magnitudes(problem, swept.sums);
  offer(problem, smsvm::primal(problem, swept), swept.point);
  if (!certificate_.possible()) return;
  const DualMixture mixture = certificate_.improve(swept.sums);
  if (keep_dual && !mixture.changes_nothing()) problem.pass.mix(problem.index, mixture);
}

void Bracket::change_penalty(const Problem& problem) {
  best_.primal = best_.loss + problem.objective.penalty(best_.point);
  const DualMixture mixture = certificate_.change_penalty(problem.objective);
  if (!mixture.changes_nothing()) problem.pass.mix(problem.index, mixture);
}

void Bracket::offer(const Problem& problem, double primal, const std::vector<double>& point) {
  const double at_most = primal == 0 ? 0 : primal + rounding_of_primal(point);  // without penalty and loss it is 0
  if (at_most < best_.primal) take(problem, at_most, point);
}

void Bracket::learn_magnitudes(const Problem& problem, const Sums& sums) {
  for (const DualKind kind : {smooth_dual, carried_dual}) {
    const auto of_both = [&](double up, double down) {
      return (std::abs(up) + std::abs(down)) / problem.total_weight();
    };
    const auto &up = sums.moment[positive_rows], &down = sums.moment[negative_rows];
    for (std::size_t j = 0; 2 * j < up.size(); ++j)
      magnitude_[j] = std::max(magnitude_[j], of_both(up[2 * j + kind], down[2 * j + kind]));
    if (problem.objective.has_intercept)
      magnitude_.back() =
          std::max(magnitude_.back(), of_both(sums.dual[positive_rows][kind], sums.dual[negative_rows][kind]));
  }
}

double Bracket::rounding_of_primal(const std::vector<double>& point) const {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  double sum = 0;
  for (std::size_t j = 0; j < point.size(); ++j) sum += std::abs(point[j]) * magnitude_[j];
  return unit * sum;
}

void Bracket::prefer(const Problem& problem, double primal, const std::vector<double>& point) {
  constexpr double rounding = 1e-12;
  const bool possible = std::isfinite(primal) && !(dual() && primal < *dual() * (1 - rounding));
  if (possible && primal <= best_.primal * (1 + rounding)) take(problem, primal, point);
}

void Bracket::take(const Problem& problem, double primal, const std::vector<double>& point) {
  best_ = {primal, primal - problem.objective.penalty(point), point};
}

std::optional<double> Bracket::dual() const {
  return certificate_.possible() ? std::optional(certificate_.bound()) : std::nullopt;
}

}  // namespace smsvm
