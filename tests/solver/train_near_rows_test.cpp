#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;
using test::Storage;

/// Tall rows with labels that no plane explains, so that many stand near the kink.
Instance noisy(std::size_t rows, std::size_t features, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Instance instance = test::random_instance(random, rows, features);
  for (int& sign : instance.sign) sign = random() % 5 == 0 ? -sign : sign;
  instance.penalty.intercept = Intercept::free;
  return instance;
}

TEST(NearRows, TakeTheLastDigitsInFewPassesOverAllRows) {
  for (const double l1 : {0.0, 1e-3}) {
    Instance instance = noisy(60'000, 10, 3);
    instance.penalty.l2 = 1e-4;
    instance.penalty.l1 = l1;
    const SolverOptions options = precise(1e-8, 2);
    const Fit fit = fit_of(instance, options, Storage::dense_double);
    EXPECT_EQ(fit.status, Status::converged);
    EXPECT_LE(fit.passes, 9);
    EXPECT_LE(fit.hessian_rows, 5);  // those of the ladder, one of all rows, and the near ones
    expect_honest(instance, fit, Storage::dense_double, options);
  }
}

/// Whatever happens to the rounds, what is claimed is true and the problem is solved.
TEST(NearRows, NeverCostTheAnswer) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Instance instance = noisy(1500 + 400 * seed, 2 + seed % 5, seed);
    std::mt19937_64 random(seed);
    test::make_columns_differ(random, instance);  // rare features, ties
    if (seed % 3 == 0) instance.weight = test::random_weights(random, instance.rows.size());
    instance.penalty.l2 = seed % 2 == 0 ? 1e-6 : 1e-2;
    instance.penalty.l1 = seed % 4 == 0 ? 1e-3 : 0;
    const SolverOptions options = precise(1e-8, 1 + static_cast<int>(seed % 3));
    const Fit fit = fit_of(instance, options, Storage::mixed_double);
    EXPECT_EQ(fit.status, Status::converged) << seed;
    expect_honest(instance, fit, Storage::mixed_double, options);
  }
}

/// Coarse tolerances end in the middle of things, where ā is a mixture of much.
TEST(NearRows, EveryBoundIsThatOfTheDualPoint) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    Instance instance = noisy(310 + seed % 100, 1 + seed % 4, seed);
    std::cauchy_distribution<double> heavy;
    for (auto& row : instance.rows)
      for (double& value : row) value = static_cast<float>(std::clamp(heavy(random), -50.0, 50.0));
    instance.penalty.intercept = seed % 3 == 0   ? Intercept::none
                                 : seed % 3 == 1 ? Intercept::free
                                                 : Intercept::penalized;
    instance.penalty.l2 = seed % 2 == 0 ? 0 : 1e-6;
    instance.penalty.l1 = std::pow(10.0, test::uniform(random, -4, -1));
    if (seed % 5 == 0) instance.weight = test::random_weights(random, instance.rows.size());
    for (const double tolerance : {2e-2, 3e-3}) {
      const SolverOptions options = precise(tolerance);
      SCOPED_TRACE(seed);
      expect_honest(instance, fit_of(instance, options, Storage::dense_double), Storage::dense_double, options);
    }
  }
}

/// Wherever a caller stops it. The observer is asked in the middle of a sweep only if the last time is long ago.
TEST(NearRows, StoppedAnywhereTheClaimIsTrue) {
  Instance instance = noisy(3'000, 3, 1);
  instance.penalty.l2 = 1e-6;
  const SolverOptions options = precise(1e-8);
  for (int most = 6; most <= 18; most += 2) {
    int calls = 0;
    const Observer stop = [&](const Progress&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(51));
      return ++calls < most;
    };
    SCOPED_TRACE(most);
    expect_honest(instance, fit_of(instance, options, Storage::dense_double, stop), Storage::dense_double, options);
  }
}

}  // namespace
}  // namespace smsvm
