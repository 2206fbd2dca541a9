#pragma once

#include <Eigen/Core>

#include "kernels/cholesky.hpp"

namespace smsvm {

/// min over x of  g'(x − w) + ½ (x − w)'H(x − w) + Σ μ_j |x_j|  (docs/method.md, eq. 10), to full accuracy, in memory.
/// H is symmetric positive semidefinite (both triangles set). Returns x. If `options.keep_going` turns false it returns
/// what it has: no minimum then, but never above where it began.
Eigen::VectorXd minimize_quadratic_l1(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient,
                                      const Eigen::VectorXd& at, const Eigen::VectorXd& mu,
                                      const CholeskyOptions& options = {});

}  // namespace smsvm
