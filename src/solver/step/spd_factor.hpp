#pragma once

#include <Eigen/Core>

#include "kernels/cholesky.hpp"

namespace smsvm {

/// The Cholesky factor of a symmetric positive definite matrix, kept for any number of solutions. Its memory is used
/// again by the next.
class SpdFactor {
 public:
  explicit SpdFactor(CholeskyOptions options = {}) : options_(std::move(options)) {}

  /// Room for the lower triangle, by rows (Eigen's upper triangle, by columns), to be filled before factorize().
  LowerMatrix prepare(Eigen::Index size);
  CholeskyResult::Outcome factorize();
  Eigen::VectorXd solve(Eigen::VectorXd right) const;

 private:
  CholeskyOptions options_;
  CholeskyWorkspace workspace_;
  AlignedBuffer memory_;
  LowerMatrix matrix_;
};

/// The solution of H x = b by a Jacobi-scaled Cholesky factorisation with one step of refinement; a ridge only if it
/// fails. Both triangles of the matrix are set.
Eigen::VectorXd solve_spd(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right,
                          const CholeskyOptions& options = {});

}  // namespace smsvm
