#include "solver/quadratic_l1.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <vector>

#include "solver/line_search.hpp"

namespace smsvm {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd solve_spd(const MatrixXd& matrix, const VectorXd& right) {
  // Scaling to a unit diagonal makes the ridge, where it is needed, mean the same for every feature.
  const VectorXd scale = matrix.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
  const VectorXd target = scale.cwiseProduct(right);
  for (double ridge = 0; ridge < 1; ridge = ridge == 0 ? 1e-14 : ridge * 10) {
    MatrixXd shifted = scaled;
    shifted.diagonal().array() += ridge;
    const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(shifted);
    if (factor.info() != Eigen::Success) continue;
    VectorXd x = factor.solve(target);
    x += factor.solve(target - scaled * x);
    if (x.allFinite()) return scale.cwiseProduct(x);
  }
  return VectorXd::Zero(right.size());
}

namespace {

double soft_threshold(double x, double by) { return x > by ? x - by : (x < -by ? x + by : 0.0); }

/// The state of the subproblem: x and the gradient of its quadratic at x.
class Subproblem {
 public:
  Subproblem(const MatrixXd& hessian, const VectorXd& gradient, const VectorXd& at, const VectorXd& mu)
      : hessian_(hessian), start_gradient_(gradient), start_(at), mu_(mu), x_(at), slope_(gradient) {}

  const VectorXd& x() const { return x_; }

  /// One round of exact minimisation in single coordinates.
  void coordinate_sweep(bool support_only) {
    for (Eigen::Index j = 0; j < x_.size(); ++j) {
      if (support_only && x_[j] == 0 && mu_[j] > 0) continue;
      const double curvature = hessian_(j, j);
      if (!(curvature > 0)) continue;
      const double next = soft_threshold(x_[j] - slope_[j] / curvature, mu_[j] / curvature);
      if (next != x_[j]) {
        slope_ += (next - x_[j]) * hessian_.col(j);
        x_[j] = next;
      }
    }
  }

  enum class Outcome { full, crossed, no_descent };

  /// A Newton step on the coordinates that are not zero, up to the exact minimiser along it.
  Outcome newton_on_support() {
    std::vector<Eigen::Index> support;
    for (Eigen::Index j = 0; j < x_.size(); ++j)
      if (x_[j] != 0 || mu_[j] == 0) support.push_back(j);
    if (support.empty()) return Outcome::full;

    const MatrixXd block = hessian_(support, support);
    const VectorXd w = x_(support), mu = mu_(support), g = slope_(support);
    const VectorXd full_slope = g + mu.cwiseProduct(w.cwiseSign());
    const VectorXd d = -solve_spd(block, full_slope);
    const VectorXd curved = block * d;
    const ExactStep search =
        exact_step({w.data(), static_cast<std::size_t>(w.size())}, {d.data(), static_cast<std::size_t>(d.size())},
                   {mu.data(), static_cast<std::size_t>(mu.size())}, g.dot(d), 0.5 * d.dot(curved));
    if (search.step == 0) return Outcome::no_descent;
    VectorXd change = search.step * d;
    for (const std::size_t k : search.zeros) change[static_cast<Eigen::Index>(k)] = -w[static_cast<Eigen::Index>(k)];
    for (std::size_t k = 0; k < support.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      slope_ += change[at] * hessian_.col(support[k]);
      x_[support[k]] += change[at];
    }
    for (const std::size_t k : search.zeros) x_[support[k]] = 0;
    return search.crossed ? Outcome::crossed : Outcome::full;
  }

  bool zeros_are_optimal() const {
    for (Eigen::Index j = 0; j < x_.size(); ++j)
      if (x_[j] == 0 && std::abs(slope_[j]) > mu_[j] * (1 + 1e-8) + 1e-15) return false;
    return true;
  }

  /// Removes the rounding that the updates of the slope have gathered.
  void refresh() { slope_ = start_gradient_ + hessian_ * (x_ - start_); }

 private:
  const MatrixXd& hessian_;
  const VectorXd& start_gradient_;
  const VectorXd& start_;
  const VectorXd& mu_;
  VectorXd x_, slope_;
};

}  // namespace

VectorXd minimize_quadratic_l1(const MatrixXd& hessian, const VectorXd& gradient, const VectorXd& at,
                               const VectorXd& mu) {
  if ((mu.array() == 0).all()) return at - solve_spd(hessian, gradient);
  constexpr int most_rounds = 100, newton_steps = 40, refresh_every = 20;

  Subproblem problem(hessian, gradient, at, mu);
  for (int round = 1; round <= most_rounds; ++round) {
    problem.coordinate_sweep(false);
    problem.coordinate_sweep(true);
    bool settled = false;
    for (int k = 0; k < newton_steps && !settled; ++k)
      settled = problem.newton_on_support() != Subproblem::Outcome::crossed;
    if (round % refresh_every == 0) problem.refresh();
    if (settled && problem.zeros_are_optimal()) break;
  }
  return problem.x();
}

}  // namespace smsvm
