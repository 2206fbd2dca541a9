#include "solver/bracket.hpp"

#include <cmath>

namespace smsvm {

Bracket::Bracket(const Problem& problem)
    : certificate_(problem.objective, problem.total_weight()),
      best_{.primal = 1, .loss = 1, .point = std::vector(problem.objective.dimension(), 0.0)} {}

void Bracket::learn(const Problem& problem, const Iterate& swept, bool keep_dual) {
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
  if (primal < best_.primal) take(problem, primal, point);
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
