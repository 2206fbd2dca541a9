#include "solver/step/spd_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/random_algebra.hpp"

namespace smsvm {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::random_matrix;
using test::random_vector;

TEST(SolveSpd, SolvesWellConditionedSystems) {
  std::mt19937_64 random(4);
  for (const Index size : {1, 2, 7, 40, 130}) {
    const MatrixXd x = random_matrix(random, size + 5, size);
    const MatrixXd matrix = x.transpose() * x;
    const VectorXd expected = random_vector(random, size);
    EXPECT_LE((solve_spd(matrix, matrix * expected) - expected).norm(), 1e-8 * expected.norm()) << size;
  }
}

TEST(SolveSpd, DoesNotMindTheScaleOfAFeature) {
  std::mt19937_64 random(5);
  const Index size = 12;
  const MatrixXd x = random_matrix(random, 20, size);
  VectorXd scale(size);
  for (Index j = 0; j < size; ++j) scale[j] = std::pow(2.0, 20 * (static_cast<double>(j % 5) - 2));
  const MatrixXd matrix = x.transpose() * x;
  const MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
  const VectorXd expected = random_vector(random, size);
  const VectorXd found = solve_spd(scaled, scale.cwiseProduct(matrix * expected)).cwiseProduct(scale);
  EXPECT_LE((found - expected).norm(), 1e-8 * expected.norm());
}

TEST(SolveSpd, LeavesASmallResidualWhereTheMatrixIsSingular) {
  std::mt19937_64 random(6);
  for (const Index size : {2, 10, 50}) {
    const MatrixXd x = random_matrix(random, size / 2, size);
    const MatrixXd matrix = x.transpose() * x;
    const VectorXd right = matrix * random_vector(random, size);
    const VectorXd found = solve_spd(matrix, right);
    ASSERT_TRUE(found.allFinite());
    EXPECT_LE((matrix * found - right).norm(), 1e-8 * right.norm()) << size;
  }
}

TEST(SolveSpd, GivesUpWhenAsked) {
  const MatrixXd matrix = MatrixXd::Identity(3, 3);
  EXPECT_EQ(solve_spd(matrix, VectorXd::Ones(3), {nullptr, [] { return false; }}), VectorXd::Zero(3));
}

TEST(SpdFactor, SaysThatAMatrixIsNotDefinite) {
  SpdFactor factor;
  const LowerMatrix lower = factor.prepare(2);
  lower.data[0] = lower.data[lower.leading + 1] = 1;
  lower.data[lower.leading] = 2;
  EXPECT_EQ(factor.factorize(), CholeskyResult::Outcome::not_positive_definite);
}

}  // namespace
}  // namespace smsvm
