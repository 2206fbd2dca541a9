#include "solver/step/quadratic_l1.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/step/line_search.hpp"
#include "solver/step/soft_threshold.hpp"
#include "solver/step/spd_factor.hpp"

namespace smsvm {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// The state of the subproblem: x and the gradient of its quadratic at x.
class Subproblem {
 public:
  Subproblem(const MatrixXd& hessian, const VectorXd& gradient, const VectorXd& at, const VectorXd& mu,
             const CholeskyOptions& options, const QuadraticEffort& effort)
      : hessian_(hessian),
        start_gradient_(gradient),
        start_(at),
        mu_(mu),
        options_(options),
        effort_(effort),
        x_(at),
        slope_(gradient) {}

  const VectorXd& x() const { return x_; }

  /// One round of exact minimisation in single coordinates: those that are not zero and, if `entering`, the zero ones
  /// that should move most. Not all of these at once: a support far beyond the final one is dear to shrink again.
  void coordinate_sweep(bool entering) {
    std::vector<Eigen::Index> chosen = support();
    if (entering) {
      const std::size_t most = std::max<std::size_t>(64, chosen.size() / 4);
      const auto more = violators(most);
      chosen.insert(chosen.end(), more.begin(), more.end());
    }
    for (const Eigen::Index j : chosen) {
      const double curvature = hessian_(j, j);
      if (!(curvature > 0) && std::abs(slope_[j]) > mu_[j]) continue;  // no minimum along this one
      const double next = curvature > 0 ? soft_threshold(x_[j] - slope_[j] / curvature, mu_[j] / curvature) : 0.0;
      if (next != x_[j]) {
        slope_ += (next - x_[j]) * hessian_.col(j);
        x_[j] = next;
      }
    }
  }

  enum class Outcome { full, crossed, no_descent };

  /// A Newton step on the coordinates that are not zero: up to the exact minimiser along it, which sets at most a few
  /// of them to zero, or the whole step, or a half of it and so on, with all that would change sign set to zero:
  /// whichever is lowest.
  Outcome newton_on_support() {
    const std::vector<Eigen::Index> support = this->support();
    if (support.empty()) return Outcome::full;

    const MatrixXd block = hessian_(support, support);
    const VectorXd w = x_(support), mu = mu_(support), g = slope_(support);
    const VectorXd full_slope = g + mu.cwiseProduct(w.cwiseSign());
    const VectorXd d = -solve_spd(block, full_slope, options_);
    // Where the block is singular (λ = 0 and features that add up to each other) d may be a flat direction, along which
    // the slope is rounding and nothing bounds the step.
    const double noise = 1e-14 * d.cwiseAbs().dot(g.cwiseAbs() + mu);
    if (!(-full_slope.dot(d) > noise)) return Outcome::no_descent;
    const VectorXd curved = block * d;
    const ExactStep search =
        exact_step({w.data(), static_cast<std::size_t>(w.size())}, {d.data(), static_cast<std::size_t>(d.size())},
                   {mu.data(), static_cast<std::size_t>(mu.size())}, g.dot(d), 0.5 * d.dot(curved));
    if (search.step == 0 || !search.bounded) return Outcome::no_descent;
    VectorXd next = w + search.step * d;
    for (const std::size_t k : search.zeros) next[static_cast<Eigen::Index>(k)] = 0;
    if (search.crossed) {
      const auto value = [&](const VectorXd& x) {
        return (x - w).dot(g + 0.5 * (block * (x - w))) + mu.dot(x.cwiseAbs());
      };
      double length = 1, least = value(next);
      for (int k = 0; k < effort_.projections; ++k, length /= 2) {
        VectorXd projected = w + length * d;
        for (Eigen::Index j = 0; j < projected.size(); ++j)
          if (mu[j] > 0 && (projected[j] > 0) != (w[j] > 0)) projected[j] = 0;
        const double there = value(projected);
        if (!(there < least)) continue;
        least = there;
        next = std::move(projected);
      }
    }
    for (std::size_t k = 0; k < support.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      slope_ += (next[at] - w[at]) * hessian_.col(support[k]);
      x_[support[k]] = next[at];
    }
    return search.crossed ? Outcome::crossed : Outcome::full;
  }

  /// The conditions of a minimum: on the support to the accuracy of the slopes, at zero coordinates by the threshold.
  bool is_minimum() const {
    for (const Eigen::Index j : support()) {
      const double rest = std::abs(slope_[j] + std::copysign(mu_[j], x_[j]));
      if (rest > 1e-6 * (mu_[j] + std::abs(start_gradient_[j])) + 1e-12) return false;
    }
    return violators(1).empty();
  }

  /// Removes the rounding that the updates of the slope have gathered.
  void refresh() { slope_ = start_gradient_ + hessian_ * (x_ - start_); }

 private:
  /// Coordinates that are not zero, or cost nothing to move.
  std::vector<Eigen::Index> support() const {
    std::vector<Eigen::Index> result;
    for (Eigen::Index j = 0; j < x_.size(); ++j)
      if (x_[j] != 0 || mu_[j] == 0) result.push_back(j);
    return result;
  }

  /// The zero coordinates that violate |slope_j| <= μ_j most in their own scale, at most so many.
  std::vector<Eigen::Index> violators(std::size_t most) const {
    std::vector<std::pair<double, Eigen::Index>> found;
    for (Eigen::Index j = 0; j < x_.size(); ++j) {
      if (x_[j] != 0 || mu_[j] == 0) continue;
      const double excess = std::abs(slope_[j]) - mu_[j] * (1 + 1e-8) - 1e-15;
      if (excess > 0 && hessian_(j, j) > 0) found.emplace_back(-excess / std::sqrt(hessian_(j, j)), j);
    }
    if (found.size() > most) {
      std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end());
      found.resize(most);
    }
    std::sort(found.begin(), found.end());
    std::vector<Eigen::Index> result;
    for (const auto& [rank, j] : found) result.push_back(j);
    return result;
  }

  const MatrixXd& hessian_;
  const VectorXd& start_gradient_;
  const VectorXd& start_;
  const VectorXd& mu_;
  const CholeskyOptions& options_;
  const QuadraticEffort& effort_;
  VectorXd x_, slope_;
};

}  // namespace

VectorXd minimize_quadratic_l1(const MatrixXd& hessian, const VectorXd& gradient, const VectorXd& at,
                               const VectorXd& mu, const CholeskyOptions& options, const QuadraticEffort& effort) {
  if ((mu.array() == 0).all()) return at - solve_spd(hessian, gradient, options);
  constexpr int refresh_every = 20;

  Subproblem problem(hessian, gradient, at, mu, options, effort);
  const auto stopped = [&] { return options.keep_going && !options.keep_going(); };
  for (int round = 1; round <= effort.rounds && !stopped(); ++round) {
    problem.coordinate_sweep(true);
    problem.coordinate_sweep(false);
    bool settled = false;
    for (int k = 0; k < effort.newton_steps && !settled && !stopped(); ++k)
      settled = problem.newton_on_support() != Subproblem::Outcome::crossed;
    if (round % refresh_every == 0) problem.refresh();
    if (problem.is_minimum()) break;
  }
  return problem.x();
}

}  // namespace smsvm
