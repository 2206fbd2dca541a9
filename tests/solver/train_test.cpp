#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::random_small_problem;
using test::Storage;

TEST(Train, ConvergesWithAProofOnRandomProblems) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = random_small_problem(random);
    const SolverOptions options = precise(1e-7);
    const Fit fit = fit_of(instance, options);
    RC_ASSERT(fit.status == Status::converged);
    expect_honest(instance, fit, Storage::sparse_double, options);
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

TEST(Train, ConvergesForEveryStorage) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = random_small_problem(random);
    const SolverOptions options = precise(1e-4);
    for (const Storage storage : test::all_storages) {
      const Fit fit = fit_of(instance, options, storage);
      RC_ASSERT(fit.status == Status::converged);
      expect_honest(instance, fit, storage, options);
    }
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

/// Both fits are within the tolerance of the same optimum.
void assert_same_optimum(const Fit& a, const Fit& b, double tolerance) {
  RC_ASSERT(a.status == Status::converged);
  RC_ASSERT(b.status == Status::converged);
  RC_ASSERT(std::abs(a.primal - b.primal) <= 2 * tolerance * a.primal);
  RC_ASSERT(*a.dual <= b.primal * (1 + 1e-12));
  RC_ASSERT(*b.dual <= a.primal * (1 + 1e-12));
}

TEST(Train, OrderDoesNotMatter) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = random_small_problem(random);
    std::vector<std::size_t> rows(instance.rows.size()), features(instance.features());
    for (auto* order : {&rows, &features}) {
      std::iota(order->begin(), order->end(), 0);
      std::shuffle(order->begin(), order->end(), random);
    }
    Instance shuffled = instance;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      shuffled.sign[i] = instance.sign[rows[i]];
      if (!instance.weight.empty()) shuffled.weight[i] = instance.weight[rows[i]];
      for (std::size_t j = 0; j < features.size(); ++j) shuffled.rows[i][j] = instance.rows[rows[i]][features[j]];
    }
    for (std::size_t j = 0; j < instance.penalty.factor.size(); ++j)
      shuffled.penalty.factor[j] = instance.penalty.factor[features[j]];
    for (std::size_t j = 0; j < instance.penalty.scale.size(); ++j)
      shuffled.penalty.scale[j] = instance.penalty.scale[features[j]];
    assert_same_optimum(fit_of(instance, precise(1e-7)), fit_of(shuffled, precise(1e-7)), 1e-7);
  }));
}

TEST(Train, ARowTwiceWeighsTwo) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance twice = random_small_problem(random);
    if (twice.weight.empty()) twice.weight.assign(twice.rows.size(), 1.0);
    Instance heavy = twice;
    const std::size_t row = random() % twice.rows.size();
    twice.rows.push_back(twice.rows[row]);
    twice.sign.push_back(twice.sign[row]);
    twice.weight.push_back(twice.weight[row]);
    heavy.weight[row] *= 2;
    assert_same_optimum(fit_of(twice, precise(1e-7)), fit_of(heavy, precise(1e-7)), 1e-7);
  }));
}

TEST(Train, SwappedLabelsNegateTheWeights) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = random_small_problem(random);
    if (instance.penalty.l2 == 0) instance.penalty.l2 = 0.01;  // the weights are unique
    Instance swapped = instance;
    for (int& y : swapped.sign) y = -y;
    const Fit fit = fit_of(instance, precise(1e-9)), mirror = fit_of(swapped, precise(1e-9));
    assert_same_optimum(fit, mirror, 1e-9);
    // ½ λ_j |w − w*|² <= P − P*, for each of the two.
    const Objective objective = instance.objective();
    for (std::size_t j = 0; j < fit.weights.size(); ++j) {
      const double apart = fit.weights[j] + mirror.weights[j];
      RC_ASSERT(std::abs(apart) <= 2 * std::sqrt(2 * 1e-9 * fit.primal / objective.l2[j]) + 1e-12);
    }
  }));
}

TEST(Train, FeaturesScaledByPowersOfTwoWithTheirFactorsChangeNothing) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = random_small_problem(random);
    if (instance.penalty.l2 > 0) instance.penalty.l1 = 0;  // one factor serves one penalty only
    if (instance.penalty.factor.empty()) instance.penalty.factor.assign(instance.features(), 1.0);
    const double power = instance.penalty.l2 > 0 ? 2 : 1;  // x_j → s x_j, w_j → w_j/s: λ w² needs s², μ |w| needs s
    Instance scaled = instance;
    for (std::size_t j = 0; j < instance.features(); ++j) {
      const double scale = std::ldexp(1.0, static_cast<int>(random() % 21) - 10);
      scaled.penalty.factor[j] *= std::pow(scale, power);
      for (auto& row : scaled.rows) row[j] *= scale;
    }
    assert_same_optimum(fit_of(instance, precise(1e-7)), fit_of(scaled, precise(1e-7)), 1e-7);
  }));
}

TEST(Train, AnyNumberOfThreadsGivesTheSameBits) {
  std::mt19937_64 random(6);
  Instance instance = test::random_instance(random, 30'000, 8);
  instance.penalty.l2 = 1e-3;
  instance.penalty.l1 = 1e-3;
  for (const Storage storage : {Storage::sparse_float, Storage::dense_double}) {
    const Fit one = fit_of(instance, precise(1e-3, 1), storage);
    EXPECT_EQ(one.status, Status::converged);
    for (const int threads : {2, 3, 7}) {
      const Fit many = fit_of(instance, precise(1e-3, threads), storage);
      EXPECT_TRUE(test::same_bits(many.weights, one.weights));
      EXPECT_TRUE(test::same_bits({many.intercept, many.primal, *many.dual}, {one.intercept, one.primal, *one.dual}));
      EXPECT_TRUE(test::same_bits(many.dual_point, one.dual_point));
      EXPECT_EQ(many.passes, one.passes);
    }
  }
}

/// Fewer rows than features and no ℓ1: the rows are the smaller space.
TEST(Train, WideProblemsWithoutL1) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = test::random_instance(random, 2 + random() % 20, 25 + random() % 30);
    instance.penalty.intercept = std::array{Intercept::free, Intercept::penalized, Intercept::none}[random() % 3];
    instance.penalty.l2 = std::pow(10, test::uniform(random, -5, -1));
    const SolverOptions options = precise(1e-6);
    const Fit fit = fit_of(instance, options);
    RC_ASSERT(fit.status == Status::converged);
    expect_honest(instance, fit, Storage::sparse_double, options);
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

/// More features than a dense system of the usual size is made for, with ℓ1: a working set. Little memory makes it
/// smaller still, which must not change the optimum.
/// Coordinate ascent reads the rows past the Pass; a pass to prepare, several to climb, and the sweep that proves it.
TEST(Train, CountsThePassesOfDualAscent) {
  std::mt19937_64 random(11);
  Instance instance = test::random_instance(random, 40, 120);
  instance.penalty.l2 = 1e-2;
  const Fit fit = fit_of(instance, precise(1e-4));
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_GT(fit.passes, 4);
}

TEST(Train, AWorkingSetFindsTheOptimumOfTheWhole) {
  std::mt19937_64 random(8);
  Instance instance = test::random_instance(random, 60, 1500);
  for (auto& row : instance.rows) {
    for (double& value : row)
      if (random() % 10 != 0) value = 0;
  }
  for (const double l2 : {0.0, 1e-3}) {
    instance.penalty.l2 = l2;
    instance.penalty.l1 = 5e-3;
    SolverOptions usual = precise(1e-6), small = usual;
    small.memory = 3 * 8 * 100 * 100;
    const Fit first = fit_of(instance, usual), second = fit_of(instance, small);
    EXPECT_EQ(first.status, Status::converged);
    EXPECT_EQ(second.status, Status::converged);
    expect_honest(instance, first, Storage::sparse_double, usual);
    expect_honest(instance, second, Storage::sparse_double, small);
    EXPECT_NEAR(first.primal, second.primal, 2e-6 * first.primal);
    EXPECT_LT(first.nonzero_weights, 200);
  }
}

/// Enough rows for the ladder.
TEST(Train, TheLadderDoesNotChangeTheOptimum) {
  std::mt19937_64 random(9);
  Instance instance = test::random_instance(random, 20'000, 4);
  for (std::size_t i = 0; i < instance.rows.size(); ++i) instance.rows[i][0] += instance.sign[i];
  instance.penalty.l2 = 1e-4;
  SolverOptions options = precise(1e-6);
  const Fit first = fit_of(instance, options);
  expect_honest(instance, first, Storage::sparse_double, options);
  options.seed = 99;
  const Fit second = fit_of(instance, options);
  expect_honest(instance, second, Storage::sparse_double, options);
  EXPECT_EQ(first.status, Status::converged);
  EXPECT_EQ(second.status, Status::converged);
  EXPECT_NEAR(first.primal, second.primal, 2e-6 * first.primal);
}

/// Many rows and more features than fit a dense system: coordinate ascent on the dual comes first.
TEST(Train, ManyRowsAndManyFeatures) {
  std::mt19937_64 random(10);
  Instance instance = test::random_instance(random, 2'500, 300);
  for (std::size_t i = 0; i < instance.rows.size(); ++i) {
    for (double& value : instance.rows[i])
      if (random() % 20 != 0) value = 0;
    instance.rows[i][i % 7] += 0.5 * instance.sign[i];
  }
  instance.penalty.l2 = 0.05;
  constexpr std::int64_t little = 3 * 8 * 250 * 250;
  SolverOptions options = precise(1e-4);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized}) {
    instance.penalty.intercept = intercept;
    options.memory = little;
    const Fit fit = fit_of(instance, options);
    EXPECT_EQ(fit.status, Status::converged);
    expect_honest(instance, fit, Storage::sparse_double, options);
    options.memory = 0;  // all features in one dense system
    const Fit dense = fit_of(instance, options);
    EXPECT_EQ(dense.status, Status::converged);
    EXPECT_LE(*dense.dual, fit.primal * (1 + 1e-12));
    EXPECT_LE(*fit.dual, dense.primal * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace smsvm
