#include "solver/ascent/proximal_ascent.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

constexpr double never = 0;  // a gap that is not reached

DualStart pair_of(const Instance& instance, const ProximalLimits& limits, const DualStart& from = {}) {
  return proximal_ascent(held_rows_of(instance), instance.objective(), limits, from, {});
}

/// Every feature has ℓ2, ℓ1 or both.
Instance penalized_problem(std::mt19937_64& random) {
  Instance instance = test::random_small_problem(random);
  constexpr std::array intercepts{Intercept::none, Intercept::penalized, Intercept::free};
  const auto kind = random() % 3;
  instance.penalty.l2 = kind == 1 ? 0 : std::pow(10, test::uniform(random, -3, 0));
  instance.penalty.l1 = kind == 0 ? 0 : std::pow(10, test::uniform(random, -3, -0.5));
  instance.penalty.intercept = intercepts[random() % 3];
  instance.penalty.factor.clear();
  return instance;
}

TEST(ProximalAscent, ReachesTheGapAskedForWithAPairThatProvesIt) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Instance instance = penalized_problem(random);
    const DualStart start = pair_of(instance, {.tolerance = 1e-3, .max_passes = 1e6});
    for (const double a : start.dual) ASSERT_TRUE(a >= 0 && a <= 1);
    const double primal = primal_by_definition(instance, start.point);
    std::vector<double> inside = start.dual;
    for (double& a : inside) a *= 1 - 1e-12;  // without ℓ2 some |v_j| is μ_j but for its rounding
    const double dual = dual_by_definition(instance, inside);
    EXPECT_LE(primal - dual, 1.001e-3 * primal) << repeat;
    EXPECT_NEAR(start.relative_gap, (primal - dual) / primal, 1e-9);
    const Fit fit = test::fit_of(instance, test::precise(1e-7));
    EXPECT_GE(primal, fit.primal * (1 - 1e-6));
    EXPECT_LE(dual, fit.primal * (1 + 1e-6));
  }
}

TEST(ProximalAscent, GoesOnFromAPair) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, 100, 20);
  instance.penalty.l2 = 1e-2;
  const DualStart first = pair_of(instance, {.tolerance = 1e-6, .max_passes = 1e6});
  const DualStart again = pair_of(instance, {.tolerance = 1e-5, .max_passes = 1e6}, first);
  EXPECT_LE(again.relative_gap, 1e-5);
  EXPECT_LT(again.passes, first.passes / 2);
}

TEST(ProximalAscent, SaysThatItWouldHaveGoneOn) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, 60, 10);
  instance.penalty.l1 = 1e-2;
  const DualStart start = pair_of(instance, {.tolerance = never, .max_passes = 300});
  EXPECT_TRUE(start.out_of_passes);
  EXPECT_LE(start.passes, 300);
}

TEST(ProximalAscent, EndsWhereNewtonsMethodIsCheaper) {
  std::mt19937_64 random(5);
  Instance instance = test::random_instance(random, 60, 10);
  instance.penalty.l1 = 1e-2;
  const DualStart start = pair_of(instance, {.tolerance = 1e-12, .max_passes = 1e6, .largest_newton = 100});
  EXPECT_FALSE(start.out_of_passes);
  EXPECT_GT(start.relative_gap, 1e-12);
}

/// Neither do sums that overflow keep it going.
TEST(ProximalAscent, ValuesNearTheLargestNumberLeadNowhere) {
  std::mt19937_64 random(6);
  Instance instance = test::random_instance(random, 30, 4);
  for (auto& row : instance.rows) row[0] = 1e308;
  instance.penalty.l1 = 1e-2;
  const DualStart start = pair_of(instance, {.tolerance = 1e-4, .max_passes = 10'000});
  for (const double w : start.point) EXPECT_TRUE(std::isfinite(w));
}

/// More features than rows, so many that a square of them is not formed, and no ℓ2.
Instance text_without_l2(std::int64_t rows, std::int64_t features) {
  std::mt19937_64 random(7);
  Instance instance = test::random_instance(random, static_cast<std::size_t>(rows), static_cast<std::size_t>(features));
  for (auto& row : instance.rows)
    for (std::size_t j = 0; j < row.size(); ++j)
      if (random() % (j + 2) > 4) row[j] = 0;
  instance.penalty.l2 = 0;
  instance.penalty.l1 = 3e-3;
  return instance;
}

TEST(ProximalAscent, LeadsTrainingToTheOptimumWithoutL2) {
  const Instance instance = text_without_l2(700, 1200);
  SolverOptions options;
  options.tolerance = 1e-4;
  const Fit fit = test::fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::converged);
  test::expect_honest(instance, fit, test::Storage::sparse_double, options);
  options.threads = 3;
  EXPECT_TRUE(test::same_bits(test::fit_of(instance, options).weights, fit.weights));
}

/// By factors, with proximal steps in place of ℓ2.
TEST(ProximalAscent, IsNotNeededForFewDenseRows) {
  std::mt19937_64 random(8);
  Instance instance = test::random_instance(random, 30, 1100);
  instance.penalty.l2 = 0;
  for (const double l1 : {1e-2, 1e-5})
    for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
      instance.penalty.l1 = l1;
      instance.penalty.intercept = intercept;
      SolverOptions options;
      options.tolerance = 1e-5;
      const Fit fit = test::fit_of(instance, options);
      EXPECT_EQ(fit.status, Status::converged);
      EXPECT_LT(fit.passes, 100);
      test::expect_honest(instance, fit, test::Storage::sparse_double, options);
    }
}

}  // namespace
}  // namespace smsvm
