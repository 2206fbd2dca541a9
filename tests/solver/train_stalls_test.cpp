#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

void expect_convergence(const Instance& instance, const SolverOptions& options, Storage storage) {
  const Fit fit = fit_of(instance, options, storage);
  EXPECT_EQ(fit.status, Status::converged) << name(fit.status) << " at " << fit.relative_gap().value_or(NAN);
  EXPECT_LE(fit.passes, 30);
  expect_honest(instance, fit, storage, options);
}

/// Two columns of ±1: `count` rows of a sign for each of the four combinations, dealt in turn.
void add_categories(Instance& instance, std::array<int, 4> count, int sign) {
  for (bool any = true; any;) {
    any = false;
    for (std::size_t k = 0; k < count.size(); ++k) {
      if (count[k]-- <= 0) continue;
      instance.rows.push_back({k % 2 == 0 ? -1.0 : 1.0, k < 2 ? -1.0 : 1.0});
      instance.sign.push_back(sign);
      any = true;
    }
  }
}

/// Few kinds of rows, each many times: those far from the kink are all that H knows of some direction.
TEST(TrainStalls, ManyRowsOfFewKindsConvergeUnderATinyPenalty) {
  for (const std::array<int, 4> positive :
       {std::array{154, 115, 0, 0}, {154, 0, 0, 115}, {115, 154, 0, 0}, {0, 154, 0, 115}, {115, 0, 154, 0}}) {
    Instance instance;
    add_categories(instance, {158, 37, 148, 49}, -1);
    add_categories(instance, positive, 1);
    for (const double l1 : {0.0, 1e-6, 1e-4, 1e-3}) {
      SCOPED_TRACE(testing::Message() << positive[0] << " " << positive[1] << ", l1 " << l1);
      instance.penalty.l1 = l1;
      instance.penalty.l2 = l1 > 0 ? 0 : 1e-6;
      expect_convergence(instance, precise(1e-4), Storage::dense_double);
    }
  }
}

/// Rows that a hyperplane separates: under a tiny penalty P is the penalty alone.
Instance separable(std::mt19937_64& random, std::size_t rows, std::size_t features) {
  Instance instance = test::random_instance(random, rows, features);
  for (std::size_t i = 0; i < rows; ++i) {
    instance.sign[i] = instance.rows[i][0] + instance.rows[i][1] > 0 ? 1 : -1;
    instance.rows[i][0] += 0.25 * instance.sign[i];
  }
  return instance;
}

TEST(TrainStalls, SeparableDataConvergeHoweverSmallThePenalty) {
  std::mt19937_64 random(1);
  struct Extent {
    std::size_t rows, features;
    bool with_l1;
  };
  // Over the rows after dual ascent, over the features, and by factors.
  for (const Extent& shape : {Extent{30, 400, false}, {200, 4, false}, {30, 600, true}}) {
    Instance instance = separable(random, shape.rows, shape.features);
    for (const Intercept intercept : {Intercept::free, Intercept::penalized}) {
      for (const double l2 : {1e-9, 1e-11, 1e-13}) {
        SCOPED_TRACE(testing::Message() << shape.rows << " x " << shape.features << ", l2 " << l2);
        instance.penalty.intercept = intercept;
        instance.penalty.l2 = l2;
        instance.penalty.l1 = shape.with_l1 ? l2 : 0;
        const SolverOptions options = precise(1e-4);
        const Fit fit = fit_of(instance, options, Storage::dense_double);
        EXPECT_EQ(fit.status, Status::converged) << name(fit.status) << " at " << fit.relative_gap().value_or(NAN);
        EXPECT_LT(fit.primal, 1e-6);
        expect_honest(instance, fit, Storage::dense_double, options);
      }
    }
  }
}

/// The weight may go to infinity; of the rows that hold it back most are far from the kink.
TEST(TrainStalls, StationaryIsTheOptimumWhereOnlyFarRowsBoundAStep) {
  Instance instance;
  const auto add = [&](double x, int sign, int count) {
    for (int k = 0; k < count; ++k) {
      instance.rows.push_back({x});
      instance.sign.push_back(sign);
    }
  };
  add(-1, -1, 53);
  add(-1, 1, 64);
  add(1, 1, 109);
  constexpr double optimum = 2 * 53.0 / 226;  // those on the wrong side, at a slack of 2
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const Fit fit = fit_of(instance, precise(tolerance), Storage::dense_double);
    EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
    EXPECT_LE(fit.primal, optimum * (1 + tolerance));
  }
}

/// All that are left at the kink are there exactly: no |u| q tells what smoothing costs.
TEST(TrainStalls, RowsExactlyAtTheKinkAreNoReasonToStall) {
  Instance instance;
  instance.rows = {{-1}, {1}, {-1}, {1}, {1}, {-1}};
  instance.sign = {1, -1, 1, 1, -1, 1};
  instance.penalty.intercept = Intercept::penalized;
  const Fit fit = fit_of(instance, precise(1e-5), Storage::dense_double);
  EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
  EXPECT_NEAR(fit.primal, 1.0 / 3, 1e-5 / 3);
}

TEST(TrainStalls, StationaryIsTrueToTheTolerance) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
    std::mt19937_64 random(seed);
    Instance instance = test::random_instance(random, 300, 4);
    for (auto& row : instance.rows)
      if (seed % 2 == 0)
        for (double& value : row) value = value > 0 ? 1 : -1;
    instance.penalty.l1 = seed % 3 == 0 ? 0 : 1e-3;
    instance.penalty.factor = {0, 1, 0, 1};
    Instance nearby = instance;  // no optimum of it is below
    nearby.penalty.factor = {1e-7, 1, 1e-7, 1};
    nearby.penalty.l1 = std::max(1e-9, instance.penalty.l1);
    const double optimum = fit_of(nearby, precise(1e-8)).primal;
    for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", tolerance " << tolerance);
      const Fit fit = fit_of(instance, precise(tolerance), Storage::dense_double);
      EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
      EXPECT_LE(fit.primal, optimum * (1 + tolerance));
    }
  }
}

/// Products of such values are nothing, and sums of them lose all digits.
TEST(TrainStalls, NoBoundIsClaimedAboveTheObjective) {
  constexpr double tiny = 1.5e-162;
  Instance instance;
  instance.rows = {{tiny, tiny}, {-tiny, tiny}, {tiny, -tiny}, {tiny, tiny}, {-tiny, -tiny}};
  instance.sign = {1, -1, 1, -1, 1};
  for (const double l2 : {5e-324, 1e-320}) {
    for (const Intercept intercept : {Intercept::free, Intercept::none}) {
      for (const Solver solver : {Solver::primal_dual, Solver::newton, Solver::bfgs, Solver::sgd, Solver::cg}) {
        instance.penalty.l2 = l2;
        instance.penalty.intercept = intercept;
        SolverOptions options = precise(1e-4);
        options.solver = solver;
        options.max_passes = 100;
        const Fit fit = fit_of(instance, options, Storage::dense_double);
        EXPECT_LE(fit.dual.value(), fit.primal);
        EXPECT_FALSE(fit.status == Status::converged && fit.history.back().contradicts_itself());
      }
    }
  }
}

/// The rounding of a slack grows with the features. Far above what λ leaves of P, it must not keep a gap open.
TEST(TrainStalls, SeparableRowsOfVeryManyFeaturesConverge) {
  std::mt19937_64 random(7);
  Instance instance = test::random_instance(random, 4, 200'000);
  instance.sign = {1, -1, 1, -1};
  for (auto& row : instance.rows)
    for (double& x : row) x = std::round(100 * x);
  instance.penalty.l2 = 0.01;
  for (const Intercept intercept : {Intercept::free, Intercept::none}) {
    instance.penalty.intercept = intercept;
    const Fit fit = fit_of(instance, precise(1e-4), Storage::dense_float);
    EXPECT_EQ(fit.status, Status::converged) << name(fit.status) << " at " << fit.relative_gap().value_or(NAN);
  }
}

}  // namespace
}  // namespace smsvm
