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
  /// The next of the ridges that are tried, the first being 0, where rounding made a matrix indefinite.
  static double larger_ridge(double ridge) { return ridge == 0 ? 1e-14 : 10 * ridge; }
  /// Of 1 + a matrix that fill(lower) puts there and whose diagonal alone is made larger, until it has a factor.
  template <class Fill>
  CholeskyResult::Outcome factorize_unit_and(Eigen::Index size, const Fill& fill) {
    auto outcome = CholeskyResult::Outcome::not_positive_definite;
    for (double ridge = 0; ridge < 1 && outcome == CholeskyResult::Outcome::not_positive_definite;
         ridge = larger_ridge(ridge)) {
      const LowerMatrix lower = prepare(size);
      fill(lower);
      for (Eigen::Index i = 0; i < size; ++i) {
        double& diagonal = lower.data[i * lower.leading + i];
        diagonal = 1 + (1 + ridge) * diagonal;
      }
      outcome = factorize();
    }
    return outcome;
  }
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
