#include "solver/problem.hpp"

#include <algorithm>

namespace smsvm {

double primal(const Problem& problem, const Iterate& at) {
  return problem.objective.penalty(at.point) + at.sums.hinge / problem.total_weight();
}

double smoothed_primal(const Problem& problem, const Iterate& at) {
  return problem.objective.penalty(at.point) + at.sums.smoothed / problem.total_weight();
}

Eigen::VectorXd gradient(const Problem& problem, const Iterate& at, DualKind kind) {
  const Objective& objective = problem.objective;
  const auto size = static_cast<Eigen::Index>(at.point.size());
  const Eigen::Index features = size - (objective.has_intercept ? 1 : 0);
  const double* const up = at.sums.moment[positive_rows].data();
  const double* const down = at.sums.moment[negative_rows].data();
  Eigen::VectorXd v(size);
  for (Eigen::Index j = 0; j < features; ++j) v[j] = up[2 * j + kind] - down[2 * j + kind];
  if (objective.has_intercept) v[features] = at.sums.dual[positive_rows][kind] - at.sums.dual[negative_rows][kind];
  const Eigen::Map<const Eigen::ArrayXd> l2(objective.l2.data(), size), w(at.point.data(), size);
  return (l2 * w - v.array() / problem.total_weight()).matrix();
}

std::int64_t nonzero_weights(const Objective& objective, std::span<const double> point) {
  const auto weights = point.first(point.size() - (objective.has_intercept ? 1 : 0));
  return std::count_if(weights.begin(), weights.end(), [](double w) { return w != 0; });
}

}  // namespace smsvm
