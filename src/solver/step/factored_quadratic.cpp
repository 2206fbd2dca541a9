#include "solver/step/factored_quadratic.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/step/quadratic_l1.hpp"
#include "solver/step/soft_threshold.hpp"

namespace smsvm {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// With t_i = −ω_i (z_i'(x − w) + d_b) the minimiser is x_j = S(p_j, μ_j)/λ_j, where p = λ w − g + Z't, and t minimises
//   φ(t) = ½ Σ t_i²/ω_i + Σ_j S(p_j, μ_j)²/(2λ_j) − t'Z w    (subject to 1't = g_b, with multiplier d_b, if b is
//   there),
// convex, once differentiable, piecewise quadratic. The unknown is τ = t/√ω: its Hessian, I + √ω Z_S Λ_S⁻¹ Z_S' √ω with
// S = {j : |p_j| > μ_j}, is positive definite however small the weights.
struct FactoredQuadratic::State {
  VectorXd root;      ///< √ω
  VectorXd tau;       ///< t/√ω
  VectorXd pull;      ///< p
  VectorXd products;  ///< Z w
  VectorXd x;
  VectorXd gradient;  ///< of φ with respect to τ, without d_b
};

namespace {

VectorXd thresholded(const VectorXd& pull, const VectorXd& l1, const VectorXd& l2) {
  VectorXd x(pull.size());
  for (Index j = 0; j < x.size(); ++j) x[j] = soft_threshold(pull[j], l1[j]) / l2[j];
  return x;
}

/// Z x, by the coordinates that are not zero.
VectorXd times(const MatrixXd& rows, const VectorXd& x) {
  VectorXd product = VectorXd::Zero(rows.rows());
  for (Index j = 0; j < x.size(); ++j)
    if (x[j] != 0) product += x[j] * rows.col(j);
  return product;
}

}  // namespace

FactoredQuadratic::FactoredQuadratic(MatrixXd rows, VectorXd l2, VectorXd l1, CholeskyOptions options)
    : rows_(std::move(rows)),
      l2_(std::move(l2)),
      l1_(std::move(l1)),
      options_(options),
      factor_(std::move(options)),
      inside_(static_cast<std::size_t>(rows_.cols()), false),
      gram_(static_cast<std::size_t>(rows_.rows() * rows_.rows()), 0.0) {}

void FactoredQuadratic::change_penalty(VectorXd l2, VectorXd l1) {
  if (l2 != l2_) {
    inside_.assign(inside_.size(), false);
    gram_.assign(gram_.size(), 0.0);
  }
  l2_ = std::move(l2);
  l1_ = std::move(l1);
}

std::optional<FactoredQuadratic::Minimum> FactoredQuadratic::minimize(const Subproblem& subproblem) {
  State state;
  state.root = subproblem.weight.cwiseSqrt();
  state.tau = VectorXd::Zero(rows_.rows());
  if (subproblem.free_gradient && state.root.squaredNorm() > 0)
    state.tau = *subproblem.free_gradient / state.root.squaredNorm() * state.root;
  state.products = times(rows_, subproblem.at);
  state.pull =
      l2_.cwiseProduct(subproblem.at) - subproblem.gradient + rows_.transpose() * state.root.cwiseProduct(state.tau);

  // Many coordinates that are not zero make φ smooth, and a few steps suffice. Fewer than rows make it nearly a linear
  // program, whose kinks the steps would visit one by one; but then the primal problem is small.
  constexpr int most_steps = 100, few_steps = 15;
  for (int k = 0; k < most_steps; ++k) {
    if (options_.keep_going && !options_.keep_going()) return std::nullopt;
    state.x = thresholded(state.pull, l1_, l2_);
    state.gradient = state.tau + state.root.cwiseProduct(times(rows_, state.x) - state.products);
    const Index support = update_gram(state.pull);
    if (k >= few_steps && support < 2 * rows_.rows()) break;
    const auto outcome = factorize(state.root);
    if (outcome == CholeskyResult::Outcome::cancelled) return std::nullopt;
    if (outcome == CholeskyResult::Outcome::not_positive_definite) break;
    const NewtonStep step = newton_step(state, subproblem);
    const VectorXd pull_change = rows_.transpose() * state.root.cwiseProduct(step.change);
    const double length = search(state, step, pull_change);
    state.tau += length * step.change;
    state.pull += length * pull_change;
    const VectorXd next = thresholded(state.pull, l1_, l2_);
    const bool same_piece = length == 1 && next.cwiseSign() == state.x.cwiseSign();
    // The quadratic's own minimiser, or nothing but rounding is left.
    if (same_piece || length == 0) return Minimum{next, step.free_step};
  }
  return minimize_over_working_set(subproblem, state.pull);
}

std::optional<FactoredQuadratic::Minimum> FactoredQuadratic::minimize_over_working_set(const Subproblem& subproblem,
                                                                                       const VectorXd& pull) const {
  Minimum found{subproblem.at, 0.0};
  Slope slope{subproblem.gradient, subproblem.free_gradient.value_or(0)};
  const auto rows = static_cast<std::size_t>(rows_.rows());
  // The coordinates that may move: those that are not zero or nearly would be, and the others that are pulled most.
  const auto choose = [&](const VectorXd& by_pull, std::size_t most, double nearly) {
    std::vector<Index> set;
    std::vector<std::pair<double, Index>> pulled;
    for (Index j = 0; j < found.x.size(); ++j) {
      const double strength = std::abs(by_pull[j]) - l1_[j] * (1 + 1e-8);
      if (found.x[j] != 0 || l1_[j] == 0)
        set.push_back(j);
      else if (strength > 0 || std::abs(slope.of_x[j]) > nearly * l1_[j])
        pulled.emplace_back(-strength / l1_[j], j);
    }
    std::sort(pulled.begin(), pulled.end());
    if (pulled.size() > most) pulled.resize(most);
    for (const auto& [rank, j] : pulled) set.push_back(j);
    return set;
  };

  std::vector<Index> set = choose(pull, 2 * rows, INFINITY);
  constexpr int most_rounds = 12;
  constexpr double nearly = 0.9;
  for (int round = 0; round < most_rounds; ++round) {
    solve_on(set, subproblem, slope, found);
    if (options_.keep_going && !options_.keep_going()) return std::nullopt;
    slope = slope_at(subproblem, found);
    found.complete = true;
    for (Index j = 0; found.complete && j < found.x.size(); ++j)
      found.complete = found.x[j] != 0 || std::abs(slope.of_x[j]) <= l1_[j] * (1 + 1e-6);
    if (found.complete) break;
    set = choose(slope.of_x, std::max<std::size_t>(64, 2 * rows), nearly);
  }
  return found;
}

FactoredQuadratic::Slope FactoredQuadratic::slope_at(const Subproblem& subproblem, const Minimum& point) const {
  const VectorXd step = point.x - subproblem.at;
  VectorXd curved = times(rows_, step);
  curved.array() += point.free_step;
  curved = subproblem.weight.cwiseProduct(curved);
  return {subproblem.gradient + l2_.cwiseProduct(step) + rows_.transpose() * curved,
          subproblem.free_gradient.value_or(0) + curved.sum()};
}

/// The minimum over some coordinates, and b, from the point found so far; the others stay there.
void FactoredQuadratic::solve_on(const std::vector<Index>& set, const Subproblem& subproblem, const Slope& slope,
                                 Minimum& found) const {
  const auto count = static_cast<Index>(set.size()), size = count + (subproblem.free_gradient ? 1 : 0);
  const VectorXd root = subproblem.weight.cwiseSqrt();
  MatrixXd scaled(rows_.rows(), size);
  VectorXd gradient(size), at(size), mu = VectorXd::Zero(size), l2 = VectorXd::Zero(size);
  for (Index k = 0; k < count; ++k) {
    const Index j = set[static_cast<std::size_t>(k)];
    scaled.col(k) = root.cwiseProduct(rows_.col(j));
    gradient[k] = slope.of_x[j];
    at[k] = found.x[j];
    mu[k] = l1_[j];
    l2[k] = l2_[j];
  }
  if (subproblem.free_gradient) {
    scaled.col(count) = root;
    gradient[count] = slope.of_free;
    at[count] = found.free_step;
  }
  MatrixXd hessian = scaled.transpose() * scaled;
  hessian.diagonal() += l2;
  const VectorXd x = minimize_quadratic_l1(hessian, gradient, at, mu, options_);
  for (Index k = 0; k < count; ++k) found.x[set[static_cast<std::size_t>(k)]] = x[k];
  if (subproblem.free_gradient) found.free_step = x[count];
}

Index FactoredQuadratic::update_gram(const VectorXd& pull) {
  const Index size = rows_.rows();
  std::vector<Index> changed;
  Index count = 0;
  const auto wanted = [&](Index j) { return std::abs(pull[j]) > l1_[j]; };
  for (Index j = 0; j < pull.size(); ++j) {
    count += wanted(j);
    if (inside_[static_cast<std::size_t>(j)] != wanted(j)) changed.push_back(j);
  }
  // What is added and taken away again leaves its rounding behind.
  if (changes_ + static_cast<std::int64_t>(changed.size()) > count) {
    std::fill(gram_.begin(), gram_.end(), 0.0);
    std::fill(inside_.begin(), inside_.end(), false);
    changed.clear();
    for (Index j = 0; j < pull.size(); ++j)
      if (wanted(j)) changed.push_back(j);
    changes_ = 0;
  } else {
    changes_ += static_cast<std::int64_t>(changed.size());
  }
  constexpr std::size_t block = 256;
  MatrixXd gathered(size, static_cast<Index>(std::min(block, changed.size())));
  VectorXd scale(gathered.cols());
  for (std::size_t from = 0; from < changed.size(); from += block) {
    const auto here = static_cast<Index>(std::min(block, changed.size() - from));
    for (Index k = 0; k < here; ++k) {
      const Index j = changed[from + static_cast<std::size_t>(k)];
      gathered.col(k) = rows_.col(j);
      scale[k] = (inside_[static_cast<std::size_t>(j)] ? -1 : 1) / l2_[j];
      inside_[static_cast<std::size_t>(j)] = !inside_[static_cast<std::size_t>(j)];
    }
    syrk_lower({gathered.data(), here, size, size}, scale.data(), gram_.data(), size, workspace_);
  }
  return count;
}

CholeskyResult::Outcome FactoredQuadratic::factorize(const VectorXd& root) {
  const Index size = rows_.rows();
  return factor_.factorize_unit_and(size, [&](const LowerMatrix& lower) {
    for (Index i = 0; i < size; ++i) {
      const Eigen::Map<const VectorXd> sums(gram_.data() + i * size, i + 1);
      Eigen::Map<VectorXd>(lower.data + i * lower.leading, i + 1) = root[i] * sums.cwiseProduct(root.head(i + 1));
    }
  });
}

FactoredQuadratic::NewtonStep FactoredQuadratic::newton_step(const State& state, const Subproblem& subproblem) const {
  NewtonStep step;
  step.change = -factor_.solve(state.gradient);
  if (subproblem.free_gradient) {  // √ω'(τ + change) stays g_b
    const VectorXd along = factor_.solve(state.root);
    const double curvature = state.root.dot(along);
    if (curvature > 0) step.free_step = state.root.dot(step.change) / curvature;
    step.change -= step.free_step * along;
  }
  return step;
}

double FactoredQuadratic::search(const State& state, const NewtonStep& step, const VectorXd& pull_change) const {
  const VectorXd in_rows = state.root.cwiseProduct(step.change);
  const double constant = step.change.dot(state.tau) - in_rows.dot(state.products), square = step.change.squaredNorm();
  const auto slope = [&](double at, double& curvature) {
    double sum = constant + at * square;
    curvature = square;
    for (Index j = 0; j < pull_change.size(); ++j) {
      const double excess = soft_threshold(state.pull[j] + at * pull_change[j], l1_[j]);
      if (excess == 0) continue;
      sum += pull_change[j] * excess / l2_[j];
      curvature += pull_change[j] * pull_change[j] / l2_[j];
    }
    return sum;
  };
  double curvature = 0;
  const double start = slope(0, curvature);
  if (!(start < 0)) return 0;
  constexpr double flat = 1e-12;
  if (slope(1, curvature) <= -flat * start) return 1;
  // The slope rises: Newton's method kept inside a bracket.
  double low = 0, high = 1, at = 1;
  for (int k = 0; k < 60; ++k) {
    const double here = slope(at, curvature);
    if (std::abs(here) <= flat * std::abs(start)) break;
    (here > 0 ? high : low) = at;
    const double newton = at - here / curvature;
    at = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return at;
}

}  // namespace smsvm
