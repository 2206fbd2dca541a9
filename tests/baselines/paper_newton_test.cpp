#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "baselines/active_set.hpp"
#include "rows/make_pass.hpp"
#include "solver/problems.hpp"
#include "solver/step/line_search.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::random_instance;
using test::random_small_problem;
using test::Storage;

SolverOptions newton(double tolerance = 1e-3, int threads = 1) {
  SolverOptions options = precise(tolerance, threads);
  options.solver = Solver::newton;
  return options;
}

/// Two overlapping clouds in a few of the features.
Instance clouds(std::size_t rows, std::size_t features, double l2, double l1, unsigned seed = 5) {
  std::mt19937_64 random(seed);
  Instance instance = random_instance(random, rows, features);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < std::min<std::size_t>(3, features); ++j) {
      double& x = instance.rows[i][j];
      x = static_cast<double>(static_cast<float>(x + 0.7 * instance.sign[i]));
    }
  instance.penalty.l2 = l2;
  instance.penalty.l1 = l1;
  instance.penalty.intercept = Intercept::penalized;
  return instance;
}

TEST(PaperNewton, WhatItClaimsHoldsWhateverTheProblem) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = random_small_problem(random);
    if (random() % 4 == 0) instance.penalty.l1 = instance.penalty.l2 = 0;
    SolverOptions options = newton(1e-4);
    options.max_passes = 300;
    for (const Storage storage : {Storage::sparse_double, Storage::dense_float}) {
      const Fit fit = fit_of(instance, options, storage);
      RC_ASSERT(fit.passes <= 301);
      expect_honest(instance, fit, storage, options);
    }
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

TEST(PaperNewton, ReachesACertifiedThousandthWithBothPenalties) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const double l2 = std::pow(10, test::uniform(random, -3, -1)), l1 = std::pow(10, test::uniform(random, -4, -1));
    const Instance instance = clouds(200, 1 + random() % 12, l2, l1, static_cast<unsigned>(random()));
    const Fit fit = fit_of(instance, newton(1e-3));
    RC_ASSERT(fit.status == Status::converged);
    const Fit exact = fit_of(instance, precise(1e-8));
    RC_ASSERT(fit.primal >= *exact.dual);
    RC_ASSERT(fit.primal <= exact.primal * (1 + 1.1e-3));
  }));
}

// As printed, the paper's algorithm returns w = 0 from its own recommended start (errata: Algorithm 1, line 3).
TEST(PaperNewton, LeavesTheRecommendedStart) {
  const Instance instance = clouds(100, 8, 0.01, 0.05);
  const Fit fit = fit_of(instance, newton());
  EXPECT_GT(fit.nonzero_weights, 0);
  EXPECT_LT(fit.primal, 0.9);
}

TEST(PaperNewton, StaysAtZeroWhereZeroIsOptimal) {
  const Instance instance = clouds(100, 8, 0.01, 10);
  const Fit fit = fit_of(instance, newton());
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_EQ(fit.nonzero_weights, 0);
  EXPECT_EQ(fit.primal, 1);
}

TEST(PaperNewton, DrivesWeightsToExactlyZero) {
  const Instance instance = clouds(300, 20, 0.001, 0.05);
  const Fit fit = fit_of(instance, newton(1e-5)), exact = fit_of(instance, precise(1e-9));
  ASSERT_EQ(fit.status, Status::converged);
  EXPECT_LT(exact.nonzero_weights, 20);
  EXPECT_LE(fit.nonzero_weights, exact.nonzero_weights + 1);
}

TEST(PaperNewton, WithoutPenaltySeparableDataEndStationaryAtZero) {
  Instance instance = clouds(6, 30, 0, 0);  // fewer rows than features
  const Fit fit = fit_of(instance, newton());
  EXPECT_EQ(fit.status, Status::stationary);
  EXPECT_EQ(fit.primal, 0);
  EXPECT_FALSE(fit.dual.has_value());
}

TEST(PaperNewton, WithoutPenaltyInseparableDataEndStationary) {
  const Instance instance = clouds(300, 4, 0, 0);
  const Fit fit = fit_of(instance, newton(1e-4)), other = fit_of(instance, precise(1e-6));
  EXPECT_EQ(fit.status, Status::stationary);
  EXPECT_NEAR(fit.primal, other.primal, 1e-3 * other.primal);
}

// Activation takes in most features at once. Those that would set out the wrong way must stay, or they leave one by
// one.
TEST(PaperNewton, WideProblemsWithBothPenaltiesTakeModeratelyManyPasses) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const Instance instance = clouds(40, 300, 1e-3, 1e-3, seed);
    const Fit fit = fit_of(instance, newton());
    EXPECT_EQ(fit.status, Status::converged);
    EXPECT_LT(fit.passes, 400);
  }
}

TEST(PaperNewton, AFullActiveSetIsNoMinimum) {
  const Instance instance = clouds(60, 1500, 1e-3, 1e-6);
  SolverOptions options = newton(1e-3);
  options.memory = 1;  // systems of 1024
  const Fit fit = fit_of(instance, options);
  EXPECT_NE(fit.status, Status::stationary);
}

// Over the rows or over the features, it is the same system.
TEST(PaperNewton, WideProblemsConverge) {
  const Instance instance = clouds(12, 40, 0.01, 0);
  const Fit fit = fit_of(instance, newton());
  EXPECT_EQ(fit.status, Status::converged);
  expect_honest(instance, fit, Storage::sparse_double, newton());
}

TEST(PaperNewton, TheSameBitsForAnyNumberOfThreads) {
  const Instance instance = clouds(400, 10, 0.001, 0.001);
  const Fit one = fit_of(instance, newton(1e-4, 1)), three = fit_of(instance, newton(1e-4, 3));
  EXPECT_EQ(one.weights, three.weights);
  EXPECT_EQ(one.dual_point, three.dual_point);
  EXPECT_EQ(one.passes, three.passes);
}

TEST(PaperNewton, StopsAtTheLeastSmoothingAllowed) {
  const Instance instance = clouds(200, 5, 0.001, 0);
  SolverOptions options = newton(1e-9);
  options.epsilon_min = 0.3;
  const Fit fit = fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::stationary);
  EXPECT_GE(fit.history.back().epsilon, 0.3);
  EXPECT_GT(*fit.relative_gap(), 1e-4);
}

TEST(PaperNewton, StopsWhenTheObserverSaysSo) {
  const Instance instance = clouds(200, 5, 0.001, 0.001);
  const Fit fit =
      fit_of(instance, newton(1e-9), Storage::sparse_double, [](const Progress& now) { return now.iterations < 3; });
  EXPECT_EQ(fit.status, Status::interrupted);
  expect_honest(instance, fit, Storage::sparse_double, newton(1e-9));
}

// The active set, seen directly.

struct Swept {
  Instance instance;
  Dataset data;
  Objective objective;
  std::unique_ptr<Pass> pass;
  Rounding rounding;
  Problem problem;
  Iterate at;

  Swept(Instance given, std::vector<double> point, double epsilon)
      : instance(std::move(given)),
        data(instance.data()),
        objective(instance.objective()),
        pass(test::make_pass(data, {instance.target()}, objective.has_intercept, 1, 1, {})),
        rounding(test::rounding_of(instance)),
        problem{*pass, objective, rounding} {
    at.point = std::move(point);
    at.epsilon = epsilon;
    for (std::size_t j = 0; j < at.point.size(); ++j) at.hessian_of.push_back(static_cast<std::int32_t>(j));
    const Query query{0, at.point, at.epsilon, DualBegin::smooth, at.hessian_of};
    pass->evaluate({&query, 1}, {&at.sums, 1});
    pass->accept(0);
  }

  /// F at w + step d.
  double along(const Eigen::VectorXd& d, double step) {
    Iterate there;
    there.point = at.point;
    there.epsilon = at.epsilon;
    for (std::size_t j = 0; j < there.point.size(); ++j) there.point[j] += step * d[static_cast<Eigen::Index>(j)];
    const Query query{0, there.point, there.epsilon};
    pass->evaluate({&query, 1}, {&there.sums, 1});
    return smoothed_primal(problem, there);
  }
};

/// A point with zeros and nonzeros.
std::vector<double> half_zero_point(std::mt19937_64& random, std::size_t dimension) {
  auto point = test::random_point(random, dimension);
  for (double& w : point)
    if (random() % 2 == 0) w = 0;
  return point;
}

TEST(ActiveSet, TheSlopeIsTheDerivativeOfTheObjective) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = clouds(60, 8, 0.01, 0.03, static_cast<unsigned>(random()));
    Swept swept(instance, half_zero_point(random, instance.dimension()), 0.5);
    ActiveSet set(swept.objective, 1000);
    set.activate(swept.problem, swept.at);
    const ActiveStep step = set.newton_step(swept.problem, swept.at);
    const double tiny = 1e-7, here = swept.along(step.direction, 0);
    RC_ASSERT(std::abs((swept.along(step.direction, tiny) - here) / tiny - step.slope) <
              1e-5 * (1 + step.direction.squaredNorm()));
    RC_ASSERT(step.slope < 0);  // the start is no minimum
  }));
}

TEST(ActiveSet, InactiveCoordinatesDoNotMove) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = clouds(60, 8, 0.01, 0.1, static_cast<unsigned>(random()));
    Swept swept(instance, half_zero_point(random, instance.dimension()), 0.5);
    ActiveSet set(swept.objective, 1000);
    set.activate(swept.problem, swept.at);
    const Eigen::VectorXd g = gradient(swept.problem, swept.at);
    const ActiveStep step = set.newton_step(swept.problem, swept.at);
    for (Eigen::Index j = 0; j < g.size(); ++j) {
      if (swept.at.point[static_cast<std::size_t>(j)] == 0 && std::abs(g[j]) <= 0.1) RC_ASSERT(step.direction[j] == 0);
    }
  }));
}

// The exact step is the minimum of the model whose data the Newton step hands over.
TEST(ActiveSet, WithoutAPenaltyOnAbsoluteValuesTheExactStepIsNewtons) {
  std::mt19937_64 random(7);
  const Instance instance = clouds(60, 8, 0.01, 0);
  Swept swept(instance, test::random_point(random, instance.dimension()), 0.5);
  ActiveSet set(swept.objective, 1000);
  const ActiveStep step = set.newton_step(swept.problem, swept.at);
  const std::span<const double> d(step.direction.data(), swept.at.point.size());
  EXPECT_NEAR(exact_step(swept.at.point, d, swept.objective.l1, step.linear, step.half_curvature).step, 1, 1e-9);
  EXPECT_NEAR(step.decrease, 2 * step.half_curvature, 1e-12 * step.decrease + 1e-15);
}

TEST(ActiveSet, AsksForNoMoreOfTheHessianThanAllowed) {
  const Instance instance = clouds(30, 50, 0.01, 1e-6);
  Swept swept(instance, std::vector<double>(instance.dimension(), 0.0), 1);
  ActiveSet set(swept.objective, 10);
  const auto activation = set.activate(swept.problem, swept.at);
  EXPECT_TRUE(activation.any);
  EXPECT_FALSE(activation.covered);
  EXPECT_EQ(set.hessian_coordinates().size(), 10u);
}

}  // namespace
}  // namespace smsvm
