#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "smsvm/error.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

SolverOptions options_for(double tolerance, double passes) {
  SolverOptions options = precise(tolerance);
  options.solver = Solver::cg;
  options.max_passes = passes;
  return options;
}

/// Two clouds, `apart` from each other in the first feature.
Instance clouds(double apart, double l2, std::size_t rows = 600) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, rows, 5);
  for (std::size_t i = 0; i < rows; ++i) {
    double& x = instance.rows[i][0];
    x = static_cast<double>(static_cast<float>(x + 0.5 * apart * instance.sign[i]));  // the same in every storage
  }
  instance.penalty.l2 = l2;
  return instance;
}

TEST(ConjugateGradients, IsHonestOnRandomProblems) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = test::random_small_problem(random);
    if (instance.penalty.l2 == 0 && random() % 2 == 0) instance.penalty.l2 = 0.02;  // otherwise without a bound
    instance.penalty.l1 = 0;
    const Storage storage = test::all_storages[random() % 4];
    const SolverOptions options = options_for(1e-3, 4 + static_cast<double>(random() % 100));
    const Fit fit = fit_of(instance, options, storage);
    RC_ASSERT(fit.passes <= options.pass_limit());
    RC_ASSERT(fit.status != Status::interrupted && fit.status != Status::max_seconds);
    expect_honest(instance, fit, storage, options);
    RC_ASSERT(!testing::Test::HasFailure());
    if (instance.penalty.l2 > 0) {
      const Fit best = fit_of(instance, precise(1e-7), storage);
      RC_ASSERT(fit.primal >= *best.dual * (1 - 1e-9));
      RC_ASSERT(*fit.dual <= best.primal * (1 + 1e-9));
    }
  }));
}

TEST(ConjugateGradients, EveryStepGoesDown) {
  const Fit fit = fit_of(clouds(2, 1e-3), options_for(1e-9, 60));
  ASSERT_GT(fit.history.size(), 10U);
  for (std::size_t k = 1; k < 10; ++k) EXPECT_LT(fit.history[k].primal, fit.history[k - 1].primal);
}

TEST(ConjugateGradients, ComesNearTheOptimumOfAWellConditionedProblem) {
  Instance instance = clouds(2, 0.01);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    instance.penalty.intercept = intercept;
    for (const Storage storage : {Storage::sparse_double, Storage::dense_float}) {
      const SolverOptions options = options_for(1e-3, 100);
      const Fit fit = fit_of(instance, options, storage), best = fit_of(instance, precise(1e-5), storage);
      EXPECT_LE(fit.primal, 1.02 * best.primal);
      EXPECT_GE(*fit.dual, 0.8 * best.primal);
      expect_honest(instance, fit, storage, options);
    }
  }
}

TEST(ConjugateGradients, SeparatesWhatCanBeSeparated) {
  const Instance instance = clouds(12, 0);
  const SolverOptions options = options_for(1e-3, 100);
  const Fit fit = fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
  EXPECT_EQ(fit.primal, 0);
  EXPECT_FALSE(fit.dual);
  expect_honest(instance, fit, Storage::sparse_double, options);
}

/// With so small a λ the bound stays near 0 for long. That alone is no reason to give up.
TEST(ConjugateGradients, GoesOnWhileTheObjectiveFalls) {
  const Instance instance = clouds(2, 1e-9);
  const SolverOptions options = options_for(1e-4, 400);
  const Fit fit = fit_of(instance, options), best = fit_of(instance, precise(1e-3));
  EXPECT_LE(fit.primal, 1.01 * best.primal);
  expect_honest(instance, fit, Storage::sparse_double, options);
}

TEST(ConjugateGradients, TheSameBitsForAnyNumberOfThreads) {
  const Instance instance = clouds(2, 1e-3, 20'000);
  SolverOptions options = options_for(1e-6, 20);
  const Fit one = fit_of(instance, options, Storage::sparse_float);
  options.threads = 3;
  const Fit three = fit_of(instance, options, Storage::sparse_float);
  EXPECT_TRUE(test::same_bits(one.weights, three.weights));
  EXPECT_TRUE(test::same_bits(one.dual_point, three.dual_point));
  EXPECT_TRUE(test::same_bits({one.primal, *one.dual}, {three.primal, *three.dual}));
}

TEST(ConjugateGradients, RefusesL1InWords) {
  Instance instance = clouds(2, 1e-3);
  instance.penalty.l1 = 1e-3;
  try {
    fit_of(instance, options_for(1e-3, 50));
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("--l1 0"));
  }
}

TEST(ConjugateGradients, NoMorePassesThanAllowed) {
  const Instance instance = clouds(2, 1e-3, 100);
  for (const Storage storage : {Storage::sparse_double, Storage::sparse_float}) {
    for (double passes = 2; passes <= 15; passes += 1) {
      const SolverOptions options = options_for(1e-9, passes);
      const Fit fit = fit_of(instance, options, storage);
      EXPECT_EQ(fit.status, Status::max_passes);
      EXPECT_LE(fit.passes, passes);
      expect_honest(instance, fit, storage, options);
    }
  }
}

TEST(ConjugateGradients, StopsWhenItIsTold) {
  const Instance instance = clouds(2, 1e-3, 5000);
  for (const int allowed : {0, 1, 3, 8}) {
    int asked = 0;
    const SolverOptions options = options_for(1e-12, 1000);
    const Fit fit =
        fit_of(instance, options, Storage::sparse_double, [&](const Progress&) { return asked++ < allowed; });
    EXPECT_EQ(fit.status, Status::interrupted);
    expect_honest(instance, fit, Storage::sparse_double, options);
  }
}

}  // namespace
}  // namespace smsvm
