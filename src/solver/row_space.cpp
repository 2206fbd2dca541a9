#include "solver/row_space.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/row_access.hpp"

namespace smsvm {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

RowSpace::RowSpace(const Dataset& data, const Target& target, const Objective& objective, std::size_t most_rows)
    : data_(data), target_(target), objective_(objective), most_rows_(most_rows) {
  free_intercept_ = objective.has_intercept && objective.l2.back() == 0;
  if (objective.has_intercept && !free_intercept_) constant_square_ = 1 / objective.l2.back();
  square_.reserve(static_cast<std::size_t>(data.rows));
  for (std::int64_t i = 0; i < data.rows; ++i) {
    double sum = constant_square_;
    for_each_value(data, i, [&](std::size_t j, double x) { sum += x * x / objective.l2[j]; });
    square_.push_back(sum);
  }
}

double RowSpace::most_passes(const Problem& problem) const {
  // Each significant row is read twice for the Gram matrix, once for X Λ⁻¹ g, and once for the step itself.
  const auto rows = static_cast<double>(problem.pass.rows());
  return 4 * std::min(static_cast<double>(most_rows_), rows) / rows;
}

std::optional<Direction> RowSpace::find(const Problem& problem, const Iterate& at) {
  std::vector<double> weight = problem.pass.curvatures(problem.index);  // c h / N
  for (std::size_t i = 0; i < weight.size(); ++i)
    weight[i] *= (target_.weight.empty() ? 1.0 : target_.weight[i]) / problem.total_weight();
  const VectorXd g = gradient(problem, at);
  auto rows = significant_rows(weight);
  const auto count = static_cast<std::int64_t>(rows.size());
  if (rows != rows_) {
    rows_ = std::move(rows);
    gram_ = gram();
    problem.pass.count_rows(2 * count);
  }
  const Step step = newton_step(weight, g);
  problem.pass.count_rows(count);

  std::vector<double> sum(static_cast<std::size_t>(data_.features));
  if (!problem.pass.combine(step.coefficient, sum)) return std::nullopt;
  Direction direction;
  direction.to = at.point;
  for (std::size_t j = 0; j < sum.size(); ++j)
    direction.to[j] += (sum[j] - g[static_cast<Index>(j)]) / objective_.l2[j];
  if (objective_.has_intercept) direction.to.back() += step.intercept;
  direction.decrease = linearized_decrease(objective_, g, at.point, direction.to);
  return direction;
}

std::vector<std::int64_t> RowSpace::significant_rows(std::span<const double> weight) const {
  // Leaving out rows R changes H on the features by at most Σ_R weight_i x_i'Λ⁻¹x_i in units of Λ <= H, and its entry
  // for a free intercept by Σ_R weight_i. With both sums below a tenth of what is there, the step is still near
  // Newton's; it is a descent direction in any case.
  constexpr double negligible = 0.1;
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  const double for_intercept = free_intercept_ && total > 0 ? 1 / total : 0.0;
  std::vector<std::pair<double, std::int64_t>> size;
  for (std::size_t i = 0; i < weight.size(); ++i)
    if (weight[i] > 0) size.emplace_back(weight[i] * (square_[i] + for_intercept), static_cast<std::int64_t>(i));
  std::sort(size.begin(), size.end());
  std::size_t first = size.size() > most_rows_ ? size.size() - most_rows_ : 0;
  double left_out = 0;
  for (std::size_t k = 0; k < first; ++k) left_out += size[k].first;
  while (first < size.size() && left_out + size[first].first <= negligible) left_out += size[first++].first;
  std::vector<std::int64_t> rows;
  for (std::size_t k = first; k < size.size(); ++k) rows.push_back(size[k].second);
  std::sort(rows.begin(), rows.end());
  return rows;
}

MatrixXd RowSpace::gram() const {
  // By columns: the entry (i, k) gathers x_ij x_kj / λ_j over the features j that both rows have.
  struct Entry {
    Index row;
    double value;
  };
  std::vector<std::size_t> start(static_cast<std::size_t>(data_.features) + 1, 0);
  for (const auto i : rows_) for_each_value(data_, i, [&](std::size_t j, double) { ++start[j + 1]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Entry> entry(start.back());
  std::vector<std::size_t> end(start.begin(), start.end() - 1);

  const auto size = static_cast<Index>(rows_.size());
  MatrixXd upper = MatrixXd::Constant(size, size, constant_square_);
  for (Index k = 0; k < size; ++k) {
    double* const column = upper.col(k).data();
    for_each_value(data_, rows_[static_cast<std::size_t>(k)], [&](std::size_t j, double x) {
      entry[end[j]++] = {k, x};
      const double scaled = x / objective_.l2[j];
      for (std::size_t e = start[j]; e < end[j]; ++e) column[entry[e].row] += scaled * entry[e].value;
    });
  }
  return upper;
}

RowSpace::Step RowSpace::newton_step(std::span<const double> weight, const VectorXd& gradient) const {
  Step step;
  step.coefficient.assign(weight.size(), 0.0);
  const auto size = static_cast<Index>(rows_.size());
  const double gradient_b = objective_.has_intercept ? gradient[gradient.size() - 1] : 0.0;

  // (D⁻¹ + K) t + 1 d_b = X Λ⁻¹ g, with D the weights and K = X Λ⁻¹ X'. Scaled by D^½ on both sides the matrix is
  // I + D^½ K D^½: never singular, whatever ε.
  VectorXd root(size), right(size);
  for (Index k = 0; k < size; ++k) {
    const auto i = rows_[static_cast<std::size_t>(k)];
    double sum = constant_square_ * gradient_b;
    for_each_value(data_, i,
                   [&](std::size_t j, double x) { sum += x * gradient[static_cast<Index>(j)] / objective_.l2[j]; });
    root[k] = std::sqrt(weight[static_cast<std::size_t>(i)]);
    right[k] = sum;
  }
  MatrixXd matrix = gram_;
  for (Index k = 0; k < size; ++k) matrix.col(k).head(k + 1).array() *= root[k] * root.head(k + 1).array();
  matrix.diagonal().array() += 1;
  const Eigen::LLT<Eigen::Ref<MatrixXd>, Eigen::Upper> factor(matrix);
  const auto solve = [&](const VectorXd& b) -> VectorXd {
    return root.cwiseProduct(factor.solve(root.cwiseProduct(b)));
  };

  VectorXd t = solve(right);
  if (free_intercept_) {
    const VectorXd ones = solve(VectorXd::Ones(size));  // 1't = g_b determines d_b
    if (size > 0) step.intercept = (t.sum() - gradient_b) / ones.sum();
    t -= step.intercept * ones;
  } else {
    step.intercept = constant_square_ * (t.sum() - gradient_b);
  }
  for (Index k = 0; k < size; ++k)
    step.coefficient[static_cast<std::size_t>(rows_[static_cast<std::size_t>(k)])] = t[k];
  return step;
}

}  // namespace smsvm
