#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "kernels/panel_product.hpp"
#include "solver/step/spd_factor.hpp"

namespace smsvm {

/// min over x and d_b of  g'(x − w) + g_b d_b + ½ Σ λ_j (x_j − w_j)² + ½ Σ_i ω_i (z_i'(x − w) + d_b)² + Σ μ_j |x_j|,
/// which is docs/method.md, eq. 10, with H given by its factors: for few rows z_i and many coordinates. Solved in the
/// dual, which has one unknown per row, by a semismooth Newton method. Needs λ_j > 0 throughout.
class FactoredQuadratic {
 public:
  /// `rows`: z_i' as its rows, one column per coordinate (those stand together in memory).
  FactoredQuadratic(Eigen::MatrixXd rows, Eigen::VectorXd l2, Eigen::VectorXd l1, CholeskyOptions options = {});

  void change_penalty(Eigen::VectorXd l2, Eigen::VectorXd l1);

  struct Subproblem {
    const Eigen::VectorXd& gradient;      ///< g
    const Eigen::VectorXd& at;            ///< w
    const Eigen::VectorXd& weight;        ///< ω
    std::optional<double> free_gradient;  ///< g_b, if there is a coordinate b without penalty whose z is 1
  };
  struct Minimum {
    Eigen::VectorXd x;
    double free_step = 0;  ///< d_b
    bool complete = true;  ///< false: some coordinates that are zero should still move
  };
  /// Nothing if it was cancelled.
  std::optional<Minimum> minimize(const Subproblem& subproblem);

 private:
  struct State;
  /// Of the quadratic, without ℓ1.
  struct Slope {
    Eigen::VectorXd of_x;
    double of_free = 0;
  };
  struct NewtonStep {
    Eigen::VectorXd change;  ///< of τ
    double free_step = 0;
  };
  std::optional<Minimum> minimize_over_working_set(const Subproblem& subproblem, const Eigen::VectorXd& pull) const;
  void solve_on(const std::vector<Eigen::Index>& set, const Subproblem& subproblem, const Slope& slope,
                Minimum& found) const;
  Slope slope_at(const Subproblem& subproblem, const Minimum& point) const;
  /// Returns how many coordinates are not zero.
  Eigen::Index update_gram(const Eigen::VectorXd& pull);
  CholeskyResult::Outcome factorize(const Eigen::VectorXd& root);
  NewtonStep newton_step(const State& state, const Subproblem& subproblem) const;
  /// The minimiser along the step, at most 1.
  double search(const State& state, const NewtonStep& step, const Eigen::VectorXd& pull_change) const;

  Eigen::MatrixXd rows_;
  Eigen::VectorXd l2_, l1_;
  CholeskyOptions options_;
  SpdFactor factor_;

  // Σ_j z_j z_j'/λ_j over the coordinates that are not zero, kept from step to step.
  std::vector<bool> inside_;
  std::vector<double> gram_;  ///< lower triangle, by rows
  std::int64_t changes_ = 0;  ///< since the sum was last formed from nothing
  SyrkWorkspace workspace_;
};

}  // namespace smsvm
