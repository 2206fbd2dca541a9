#pragma once

#include <Eigen/Core>

#include "kernels/cholesky.hpp"

namespace smsvm {

/// How far minimize_quadratic_l1 goes.
struct QuadraticEffort {
  int rounds = 40;
  int newton_steps = 60;  ///< in each round
  int projections = 1;  ///< lengths at which a Newton step that crosses kinks is tried with all that cross set to zero
};

/// min over x of  g'(x − w) + ½ (x − w)'H(x − w) + Σ μ_j |x_j|  (docs/method.md, eq. 10), in memory. H is symmetric
/// positive semidefinite (both triangles set). Returns x: the minimum to full accuracy with the usual effort. With
/// less, or if `options.keep_going` turns false, it returns what it has: never above where it began.
Eigen::VectorXd minimize_quadratic_l1(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient,
                                      const Eigen::VectorXd& at, const Eigen::VectorXd& mu,
                                      const CholeskyOptions& options = {}, const QuadraticEffort& effort = {});

}  // namespace smsvm
