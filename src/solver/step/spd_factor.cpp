#include "solver/step/spd_factor.hpp"

#include "kernels/triangular_solve.hpp"

namespace smsvm {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

LowerMatrix SpdFactor::prepare(Index size) {
  memory_.require(size * size);
  return matrix_ = {memory_.data(), size, size};
}

CholeskyResult::Outcome SpdFactor::factorize() { return cholesky(matrix_, workspace_, options_).outcome; }

VectorXd SpdFactor::solve(VectorXd right) const {
  solve_factored({matrix_.data, matrix_.size, matrix_.leading}, {right.data(), 1, right.size()});
  return right;
}

VectorXd solve_spd(const MatrixXd& matrix, const VectorXd& right, const CholeskyOptions& options) {
  // Scaling to a unit diagonal makes the ridge, where it is needed, mean the same for every feature.
  const VectorXd scale = matrix.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const VectorXd target = scale.cwiseProduct(right);
  const auto times_scaled = [&](const VectorXd& x) -> VectorXd {
    return scale.cwiseProduct(matrix * scale.cwiseProduct(x));
  };
  SpdFactor factor(options);
  for (double ridge = 0; ridge < 1; ridge = SpdFactor::larger_ridge(ridge)) {
    const LowerMatrix lower = factor.prepare(matrix.rows());
    for (Index j = 0; j < matrix.cols(); ++j) {
      Eigen::Map<VectorXd> row(lower.data + j * lower.leading, j + 1);
      row = scale[j] * matrix.col(j).head(j + 1).cwiseProduct(scale.head(j + 1));
      row[j] += ridge;
    }
    const auto outcome = factor.factorize();
    if (outcome == CholeskyResult::Outcome::cancelled) break;
    if (outcome == CholeskyResult::Outcome::not_positive_definite) continue;
    VectorXd x = factor.solve(target);
    x += factor.solve(target - times_scaled(x));
    // A factor of a numerically singular matrix may exist and yet be useless.
    const bool accurate = ridge > 0 || (target - times_scaled(x)).norm() <= 1e-6 * target.norm();
    if (x.allFinite() && accurate && target.dot(x) >= 0) return scale.cwiseProduct(x);
  }
  return VectorXd::Zero(right.size());
}

}  // namespace smsvm
