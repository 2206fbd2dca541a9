#pragma once

#include <Eigen/Core>
#include <random>

namespace smsvm::test {

inline Eigen::VectorXd random_vector(std::mt19937_64& random, Eigen::Index size) {
  std::normal_distribution<double> normal;
  return Eigen::VectorXd::NullaryExpr(size, [&] { return normal(random); });
}

inline Eigen::MatrixXd random_matrix(std::mt19937_64& random, Eigen::Index rows, Eigen::Index columns) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

}  // namespace smsvm::test
