#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::random_small_problem;
using test::Storage;

SolverOptions by_bfgs(double tolerance, int threads = 1) {
  SolverOptions options = precise(tolerance, threads);
  options.solver = Solver::bfgs;
  return options;
}

/// Labels that the first features explain, but for some noise.
Instance explained(std::mt19937_64& random, std::size_t rows, std::size_t features) {
  Instance instance = test::random_instance(random, rows, features);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < std::min<std::size_t>(3, features); ++j)
      instance.rows[i][j] = static_cast<float>(instance.rows[i][j] + 0.5 * instance.sign[i]);
  return instance;
}

TEST(Bfgs, IsHonestWhateverTheStatus) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = random_small_problem(random);
    SolverOptions options = by_bfgs(std::pow(10, test::uniform(random, -6, -1)));
    options.max_passes = 4 + static_cast<double>(random() % 300);
    options.epsilon_min = std::pow(10, test::uniform(random, -7, 0));
    for (const Storage storage : {Storage::sparse_double, Storage::dense_float}) {
      Fit fit = fit_of(instance, options, storage);
      // A convergence that rounding undoes amends a line in the midst of the history; a slow method often meets it.
      if (is_float(storage)) fit.history.erase(fit.history.begin(), fit.history.end() - 1);
      RC_ASSERT(fit.passes <= options.pass_limit());
      expect_honest(instance, fit, storage, options);
    }
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

TEST(Bfgs, BracketsTheOptimumOfThePrimalDualMethod) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = random_small_problem(random);
    const Fit known = fit_of(instance, precise(1e-7)), fit = fit_of(instance, by_bfgs(1e-3));
    RC_ASSERT(fit.primal >= *known.dual * (1 - 1e-12));
    RC_ASSERT(*fit.dual <= known.primal * (1 + 1e-12));
    if (fit.status == Status::converged) RC_ASSERT(fit.primal <= known.primal * (1 + 1.1e-3));
  }));
}

TEST(Bfgs, ProvesAThousandthOnWellBehavedProblems) {
  std::mt19937_64 random(3);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    for (const auto& [l2, l1] : {std::pair{1e-3, 0.0}, {1e-2, 1e-2}, {1e-3, 1e-3}}) {
      SCOPED_TRACE(testing::Message() << "l2 " << l2 << ", l1 " << l1);
      Instance instance = explained(random, 2'000, 10);
      instance.penalty.l2 = l2;
      instance.penalty.l1 = l1;
      instance.penalty.intercept = intercept;
      const SolverOptions options = by_bfgs(1e-3);
      const Fit fit = fit_of(instance, options);
      EXPECT_EQ(fit.status, Status::converged) << name(fit.status);
      EXPECT_LE(fit.passes, 200);
      expect_honest(instance, fit, Storage::sparse_double, options);
    }
  }
}

TEST(Bfgs, ConvergesOnMostSmallProblems) {
  std::mt19937_64 random(4);
  constexpr int tried = 200;
  int converged = 0;
  for (int k = 0; k < tried; ++k)
    converged += fit_of(random_small_problem(random), by_bfgs(1e-3)).status == Status::converged ? 1 : 0;
  EXPECT_GE(converged, 0.95 * tried);
}

TEST(Bfgs, LeavesOutTheFeaturesThatTheOptimumLeavesOut) {
  std::mt19937_64 random(5);
  Instance instance = explained(random, 1'000, 60);
  instance.penalty.l2 = 1e-3;
  instance.penalty.l1 = 2e-2;
  const Fit known = fit_of(instance, precise(1e-8)), fit = fit_of(instance, by_bfgs(1e-4));
  ASSERT_EQ(known.status, Status::converged);
  EXPECT_EQ(fit.status, Status::converged) << name(fit.status);
  EXPECT_LT(known.nonzero_weights, 30);
  int added = 0;
  for (std::size_t j = 0; j < fit.weights.size(); ++j) added += fit.weights[j] != 0 && known.weights[j] == 0 ? 1 : 0;
  EXPECT_LE(added, 3);
  EXPECT_NEAR(fit.primal, known.primal, 1e-4 * known.primal);
}

TEST(Bfgs, WhereZeroIsTheOptimumItStaysThere) {
  std::mt19937_64 random(6);
  Instance instance = test::random_instance(random, 50, 4);
  instance.penalty.l1 = 10;
  instance.penalty.l2 = 1;
  instance.penalty.intercept = Intercept::none;
  const Fit fit = fit_of(instance, by_bfgs(1e-3));
  EXPECT_EQ(fit.status, Status::converged) << name(fit.status);
  EXPECT_EQ(fit.nonzero_weights, 0);
}

TEST(Bfgs, StopsWhereTheLeastSmoothingIsSolved) {
  std::mt19937_64 random(7);
  Instance instance = explained(random, 500, 5);
  instance.penalty.l2 = 1e-2;
  SolverOptions options = by_bfgs(1e-9);
  options.epsilon_min = 0.25;
  const Fit fit = fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
  EXPECT_EQ(fit.history.back().epsilon, 0.25);
  EXPECT_GT(*fit.relative_gap(), 1e-6);  // what that much smoothing costs
  expect_honest(instance, fit, Storage::sparse_double, options);
}

/// Neither penalty: nothing can be proved, but the optimum is found.
TEST(Bfgs, WithoutABoundItStopsWhereNothingMoves) {
  std::mt19937_64 random(8);
  for (const Intercept intercept : {Intercept::free, Intercept::none}) {
    Instance instance = explained(random, 400, 4);
    instance.penalty.intercept = intercept;
    const Fit fit = fit_of(instance, by_bfgs(1e-3)), known = fit_of(instance, precise(1e-6));
    EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
    EXPECT_FALSE(fit.dual.has_value());
    EXPECT_NEAR(fit.primal, known.primal, 2e-3 * known.primal);
  }
}

TEST(Bfgs, AnyNumberOfThreadsGivesTheSameBits) {
  std::mt19937_64 random(9);
  Instance instance = explained(random, 30'000, 8);
  instance.penalty.l2 = 1e-3;
  instance.penalty.l1 = 1e-3;
  for (const Storage storage : {Storage::sparse_float, Storage::dense_double}) {
    const Fit one = fit_of(instance, by_bfgs(1e-3, 1), storage), three = fit_of(instance, by_bfgs(1e-3, 3), storage);
    EXPECT_EQ(one.status, Status::converged);
    EXPECT_TRUE(test::same_bits(one.weights, three.weights));
    EXPECT_TRUE(test::same_bits({one.intercept, one.primal, *one.dual}, {three.intercept, three.primal, *three.dual}));
    EXPECT_TRUE(test::same_bits(one.dual_point, three.dual_point));
    EXPECT_EQ(one.passes, three.passes);
  }
}

TEST(Bfgs, AnInterruptionAtAnyMomentLeavesAValidFit) {
  std::mt19937_64 random(10);
  Instance instance = explained(random, 200, 5);
  instance.penalty.l2 = 1e-3;
  instance.penalty.l1 = 1e-3;
  const SolverOptions options = by_bfgs(1e-3);
  for (const Storage storage : {Storage::sparse_double, Storage::dense_float}) {
    bool ended = false;
    for (int allowed = 0; allowed < 500 && !ended; ++allowed) {
      int calls = 0;
      const Fit fit = fit_of(instance, options, storage, [&](const Progress&) { return ++calls <= allowed; });
      if (calls > allowed) {
        EXPECT_TRUE(fit.status == Status::interrupted || fit.status == Status::converged) << name(fit.status);
      }
      ended = calls <= allowed;
      expect_honest(instance, fit, storage, options);
    }
    EXPECT_TRUE(ended);
  }
}

TEST(Bfgs, ATimeLimitIsSaidToBeTheReason) {
  std::mt19937_64 random(11);
  Instance instance = explained(random, 200, 5);
  instance.penalty.l2 = 1e-3;
  SolverOptions options = by_bfgs(1e-12);
  options.max_seconds = 1e-9;
  const Fit fit = fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::max_seconds) << name(fit.status);
  expect_honest(instance, fit, Storage::sparse_double, options);
}

}  // namespace
}  // namespace smsvm
