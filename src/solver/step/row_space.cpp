#include "solver/step/row_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace smsvm {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

std::vector<double> inverse_weights(const Objective& objective) {
  std::vector<double> inverse;
  for (std::size_t j = 0; j < objective.features(); ++j) inverse.push_back(1 / objective.l2[j]);
  inverse.push_back(objective.has_intercept && objective.l2.back() > 0 ? 1 / objective.l2.back() : 0.0);
  return inverse;
}

}  // namespace

RowSpace::RowSpace(const Objective& objective, std::size_t most_rows, const CholeskyOptions& options)
    : objective_(objective),
      most_rows_(most_rows),
      free_intercept_(objective.has_intercept && objective.l2.back() == 0),
      factor_(options) {
  take_penalty();
}

void RowSpace::take_penalty() {
  inverse_ = inverse_weights(objective_);
  square_.clear();
  gram_.emplace(inverse_, inverse_.back(), 2 * most_rows_);
}

double RowSpace::most_passes(const Problem& problem) const {
  // Each significant row is read at most once for the Gram matrix, once for X Λ⁻¹ g, and once for the step itself; all
  // are read once for their norms.
  const auto rows = static_cast<double>(problem.pass.rows());
  return 3 * std::min(static_cast<double>(most_rows_), rows) / rows + (square_.empty() ? 1 : 0);
}

std::optional<Direction> RowSpace::find(const Problem& problem, const Iterate& at) {
  if (square_.empty()) read_rows(problem);
  std::vector<double> weight = problem.pass.curvatures(problem.index);  // c h / N
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] *= row_weight_[i] / problem.total_weight();
  const VectorXd g = gradient(problem, at);
  rows_ = significant_rows(weight);
  problem.pass.count_rows(gram_->include(problem.pass, rows_));
  const auto outcome = factorize(weight);
  if (outcome == CholeskyResult::Outcome::cancelled) return std::nullopt;
  if (outcome == CholeskyResult::Outcome::not_positive_definite) rows_.clear();  // overflow: d = −Λ⁻¹ g still descends
  const Step step = newton_step(g);
  problem.pass.count_rows(static_cast<std::int64_t>(rows_.size()));

  std::vector<double> coefficient(square_.size(), 0.0), sum(objective_.features());
  for (std::size_t k = 0; k < rows_.size(); ++k)
    coefficient[static_cast<std::size_t>(rows_[k])] = step.coefficient[static_cast<Index>(k)];
  if (!problem.pass.combine(problem.index, coefficient, sum)) return std::nullopt;
  Direction direction;
  direction.to = at.point;
  for (std::size_t j = 0; j < sum.size(); ++j) direction.to[j] += (sum[j] - g[static_cast<Index>(j)]) * inverse_[j];
  if (objective_.has_intercept) direction.to.back() += step.intercept;
  direction.decrease = linearized_decrease(objective_, g, at.point, direction.to);
  return direction;
}

void RowSpace::read_rows(const Problem& problem) {
  square_ = problem.pass.squares(std::span(inverse_).first(objective_.features()), inverse_.back());
  problem.pass.count_rows(problem.pass.rows());
  row_weight_ = problem.pass.weights(problem.index);
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
  return rows;
}

CholeskyResult::Outcome RowSpace::factorize(std::span<const double> weight) {
  const auto size = static_cast<Index>(rows_.size());
  root_.resize(size);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    root_[static_cast<Index>(k)] = std::sqrt(weight[static_cast<std::size_t>(rows_[k])]);
  return factor_.factorize_unit_and(size, [&](const LowerMatrix& lower) {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const double* const entries = gram_->entries(rows_[k]);
      double* const row = lower.data + static_cast<std::int64_t>(k) * lower.leading;
      const double root = root_[static_cast<Index>(k)];
      for (std::size_t i = 0; i <= k; ++i)
        row[i] = root * root_[static_cast<Index>(i)] * entries[gram_->place_of(rows_[i])];
    }
  });
}

RowSpace::Step RowSpace::newton_step(const VectorXd& gradient) const {
  const auto size = static_cast<Index>(rows_.size());
  const double gradient_b = objective_.has_intercept ? gradient[gradient.size() - 1] : 0.0;
  if (size == 0) {
    Step without_rows;
    if (!free_intercept_) without_rows.intercept = -inverse_.back() * gradient_b;
    return without_rows;
  }
  // (D⁻¹ + K) t + 1 d_b = X Λ⁻¹ g, with D the weights and K = X Λ⁻¹ X'.
  const VectorXd products = gram_->products({gradient.data(), objective_.features()}, inverse_.back() * gradient_b);
  VectorXd right(size);
  for (Index k = 0; k < size; ++k)
    right[k] = products[static_cast<Index>(gram_->place_of(rows_[static_cast<std::size_t>(k)]))];
  const auto solve = [&](const VectorXd& b) -> VectorXd {
    return root_.cwiseProduct(factor_.solve(root_.cwiseProduct(b)));
  };

  Step step;
  VectorXd& t = step.coefficient;
  t = solve(right);
  if (free_intercept_) {
    const VectorXd ones = solve(VectorXd::Ones(size));  // 1't = g_b determines d_b
    step.intercept = (t.sum() - gradient_b) / ones.sum();
    t -= step.intercept * ones;
  } else {
    step.intercept = inverse_.back() * (t.sum() - gradient_b);
  }
  return step;
}

}  // namespace smsvm
