#include "solver/ascent/interior_point.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "solver/ascent/normal_matrix.hpp"
#include "solver/problems.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

using Eigen::ArrayXd;
using test::Instance;

DualStart from_inside(const Instance& instance, const InteriorLimits& limits, int threads = 1) {
  ThreadPool pool(threads);
  return interior_point(held_rows_of(instance), instance.objective(), test::rounding_of(instance), limits, pool, {});
}

/// ℓ1 on every feature, any intercept, with or without ℓ2; more rows than features or fewer.
Instance problem_with_l1(std::mt19937_64& random) {
  Instance instance = test::random_instance(random, 5 + random() % 40, 2 + random() % 60);
  instance.sign[0] = 1, instance.sign[1] = -1;
  constexpr std::array intercepts{Intercept::none, Intercept::penalized, Intercept::free};
  instance.penalty.l2 = random() % 2 == 0 ? 0 : std::pow(10, test::uniform(random, -6, 0));
  instance.penalty.l1 = std::pow(10, test::uniform(random, -4, -0.5));
  instance.penalty.intercept = intercepts[random() % 3];
  return instance;
}

/// Scaled down until |v_j| <= μ_j where λ_j = 0, as the certificate does.
std::vector<double> made_feasible(const Instance& instance, std::vector<double> dual) {
  double factor = 1;
  const Objective objective = instance.objective();
  for (std::size_t j = 0; j < instance.features(); ++j) {
    double v = 0;
    for (std::size_t i = 0; i < dual.size(); ++i)
      v += instance.weight_of(i) / objective.total_weight * dual[i] * instance.sign[i] * instance.rows[i][j];
    if (objective.l2[j] == 0) factor = std::min(factor, objective.l1[j] / std::abs(v));
  }
  for (double& a : dual) a *= factor * (1 - 1e-12);
  return dual;
}

TEST(InteriorPoint, ReachesTheGapAskedForWithAPairThatProvesIt) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Instance instance = problem_with_l1(random);
    const double tolerance = repeat % 2 == 0 ? 1e-3 : 1e-7;
    const DualStart start = from_inside(instance, {.tolerance = tolerance, .max_passes = 1e4});
    ASSERT_FALSE(start.point.empty());
    for (const double a : start.dual) ASSERT_TRUE(a >= 0 && a <= 1);
    const double primal = primal_by_definition(instance, start.point);
    const double dual = dual_by_definition(instance, made_feasible(instance, start.dual));
    EXPECT_LE(primal - dual, 1.001 * tolerance * primal) << repeat;
    EXPECT_NEAR(start.relative_gap, (primal - dual) / primal, 1e-9) << repeat;
  }
}

TEST(InteriorPoint, AgreesWithTraining) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 30; ++repeat) {
    Instance instance = test::random_small_problem(random);
    instance.penalty.l1 = std::max(instance.penalty.l1, 1e-3), instance.penalty.factor.clear();
    const DualStart start = from_inside(instance, {.tolerance = 1e-6, .max_passes = 1e4});
    if (start.point.empty()) continue;  // rows without weight
    const Fit fit = test::fit_of(instance, test::precise(1e-8));
    EXPECT_NEAR(primal_by_definition(instance, start.point), fit.primal, 1.1e-6 * fit.primal);
  }
}

TEST(InteriorPoint, SetsWeightsToZeroThatAreToBeZero) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, 30, 300);
  instance.penalty.l1 = 1e-3;
  instance.penalty.l2 = 0;
  const DualStart start = from_inside(instance, {.tolerance = 1e-5, .max_passes = 1e4});
  // A vertex has no more weights than rows.
  EXPECT_LE(nonzero_weights(instance.objective(), start.point), 30);
}

TEST(InteriorPoint, HasTheSameBitsForAnyThreads) {
  std::mt19937_64 random(4);
  for (const auto& [rows, features] : {std::pair{60, 300}, {300, 60}}) {
    Instance instance =
        test::random_instance(random, static_cast<std::size_t>(rows), static_cast<std::size_t>(features));
    instance.penalty.l1 = 1e-3;
    const DualStart alone = from_inside(instance, {});
    for (const int threads : {2, 3, 8}) {
      const DualStart together = from_inside(instance, {}, threads);
      EXPECT_TRUE(test::same_bits(together.point, alone.point));
      EXPECT_TRUE(test::same_bits(together.dual, alone.dual));
      EXPECT_EQ(together.epsilon, alone.epsilon);
    }
  }
}

TEST(InteriorPoint, SaysThatItWouldHaveGoneOn) {
  std::mt19937_64 random(5);
  Instance instance = test::random_instance(random, 30, 60);
  instance.penalty.l1 = 1e-2;
  const DualStart start = from_inside(instance, {.tolerance = 1e-4, .max_passes = 20});
  EXPECT_TRUE(start.out_of_passes);
  EXPECT_LE(start.passes, 20);
}

TEST(InteriorPoint, HasNoInsideWithOneClassAndAFreeIntercept) {
  std::mt19937_64 random(6);
  Instance instance = test::random_instance(random, 10, 20);
  instance.sign.assign(instance.sign.size(), 1);
  instance.penalty.l1 = 1e-2;
  instance.penalty.intercept = Intercept::free;
  EXPECT_TRUE(from_inside(instance, {}).point.empty());
}

TEST(InteriorPoint, ValuesNearTheLargestNumberLeadNowhere) {
  std::mt19937_64 random(7);
  Instance instance = test::random_instance(random, 10, 30);
  for (auto& row : instance.rows) row[0] = 1e308;
  instance.penalty.l1 = 1e-2;
  for (const double w : from_inside(instance, {}).point) EXPECT_TRUE(std::isfinite(w));
}

/// Columns of all densities, over lines that are rows or columns.
TEST(NormalMatrix, SolvesWithTheSumOfItsDiagonalAndTheWeighedProducts) {
  std::mt19937_64 random(8);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Instance instance = test::random_instance(random, 3 + random() % 40, 2 + random() % 600);
    for (auto& row : instance.rows)
      for (std::size_t j = 0; j < row.size(); ++j)
        if (random() % (row.size() - j) > 2) row[j] = j % 2 == 0 && row[j] != 0 ? 1 : 0;  // columns of ones, too
    using Data = TwoWayRows<double>;
    const Data data(held_rows_of(instance), Data::Constant::last_column);
    Eigen::MatrixXd values(std::ssize(instance.rows), std::ssize(instance.rows[0]) + 1);
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
      const auto& row = instance.rows[static_cast<std::size_t>(i)];
      values.row(i).head(std::ssize(row)) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), std::ssize(row));
      values(i, std::ssize(row)) = 1;
    }
    ThreadPool pool(2);
    const auto expect_solved = [&](const Data::Lines& lines, const Data::Lines& columns, const Eigen::MatrixXd& a) {
      const ArrayXd d = ArrayXd::Random(a.rows()) + 1.01, q = ArrayXd::Random(a.cols()) + 1.01;
      NormalMatrix matrix(lines, columns, pool, {});
      ASSERT_TRUE(matrix.factorize(d, q));
      const ArrayXd right = ArrayXd::Random(a.rows());
      const Eigen::VectorXd x = matrix.solve(right).matrix();
      const Eigen::VectorXd back = d.matrix().cwiseProduct(x) + a * q.matrix().cwiseProduct(a.transpose() * x);
      EXPECT_LE((back - right.matrix()).norm(), 1e-10 * right.matrix().norm()) << repeat;
    };
    expect_solved(data.rows(), data.columns(), values);
    expect_solved(data.columns(), data.rows(), values.transpose());
  }
}

}  // namespace
}  // namespace smsvm
