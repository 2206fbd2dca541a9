#include "solver/step/wide_space.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace smsvm {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

bool has_free_intercept(const Objective& objective) {
  return objective.has_intercept && objective.l2.back() == 0 && objective.l1.back() == 0;
}

/// The penalised coordinates; a penalised intercept is one more feature, 1 in every row.
Index penalized(const Objective& objective) {
  return static_cast<Index>(objective.dimension()) - (has_free_intercept(objective) ? 1 : 0);
}

MatrixXd by_features(const Problem& problem) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(problem.pass.rows()));
  std::iota(all.begin(), all.end(), 0);
  const SparseRows found = problem.pass.fetch(all);
  MatrixXd rows = MatrixXd::Zero(found.size(), penalized(problem.objective));
  for (const std::int64_t i : all)
    found.for_each_value(i, [&](std::size_t j, double x) { rows(i, static_cast<Index>(j)) = x; });
  const auto features = static_cast<Index>(problem.objective.features());
  if (rows.cols() > features) rows.col(features).setOnes();
  return rows;
}

/// λ_j; where there is none, as much as holds a step near where it begins, that is to say: a proximal one.
VectorXd curvatures_of_penalty(const Objective& objective) {
  VectorXd l2 = Eigen::Map<const VectorXd>(objective.l2.data(), penalized(objective));
  for (Index j = 0; j < l2.size(); ++j)
    if (const double l1 = objective.l1[static_cast<std::size_t>(j)]; l2[j] == 0)
      l2[j] = std::max(l1 * l1, std::numeric_limits<double>::min());
  return l2;
}

VectorXd weights(const std::vector<double>& of, const Objective& objective) {
  return Eigen::Map<const VectorXd>(of.data(), penalized(objective));
}

}  // namespace

WideSpace::WideSpace(const Problem& problem, const CholeskyOptions& options)
    : row_weight_(problem.pass.weights(problem.index)),
      free_intercept_(has_free_intercept(problem.objective)),
      quadratic_(by_features(problem), curvatures_of_penalty(problem.objective),
                 weights(problem.objective.l1, problem.objective), options) {}

void WideSpace::change_penalty(const Problem& problem) {
  quadratic_.change_penalty(curvatures_of_penalty(problem.objective), weights(problem.objective.l1, problem.objective));
}

std::optional<Direction> WideSpace::find(const Problem& problem, const Iterate& at) {
  const std::vector<double> curvature = problem.pass.curvatures(problem.index);
  VectorXd weight(static_cast<Index>(curvature.size()));  // c h / N
  for (std::size_t i = 0; i < curvature.size(); ++i)
    weight[static_cast<Index>(i)] = curvature[i] * row_weight_[i] / problem.total_weight();
  const VectorXd g = gradient(problem, at);
  const Index size = penalized(problem.objective);
  const VectorXd gradient_here = g.head(size), w = Eigen::Map<const VectorXd>(at.point.data(), size);
  problem.pass.count_rows(problem.pass.rows());  // as factors of H
  const auto minimum =
      quadratic_.minimize({gradient_here, w, weight, free_intercept_ ? std::optional(g[size]) : std::nullopt});
  if (!minimum) return std::nullopt;

  Direction direction;
  direction.to.assign(minimum->x.begin(), minimum->x.end());
  if (free_intercept_) direction.to.push_back(at.point.back() + minimum->free_step);
  direction.complete = minimum->complete;
  direction.decrease = linearized_decrease(problem.objective, g, at.point, direction.to);
  return direction;
}

}  // namespace smsvm
