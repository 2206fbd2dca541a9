#include "smsvm/path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "smsvm/error.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;
using test::same_bits;
using test::Storage;

/// `shift` makes the classes unequal in number.
Instance some_rows(std::uint64_t seed, std::size_t rows, std::size_t features, Intercept intercept, double shift = 0) {
  std::mt19937_64 random(seed);
  Instance instance = test::random_instance(random, rows, features);
  for (std::size_t i = 0; i < rows; ++i) {
    const double score = instance.rows[i].front() - 0.5 * instance.rows[i][features > 1 ? 1 : 0] +
                         test::uniform(random, -0.5, 0.5) + shift;
    instance.sign[i] = score > 0 ? 1 : -1;
  }
  instance.sign.front() = 1;
  instance.sign.back() = -1;
  instance.penalty = {};
  instance.penalty.l2 = 1e-3;
  instance.penalty.intercept = intercept;
  return instance;
}

PathFit path_of(const Instance& instance, const PathOptions& path, const SolverOptions& options = precise(1e-6)) {
  return fit_paths(instance.data(), {{path, {instance.target()}, 1}}, instance.penalty, options);
}

class AnyIntercept : public testing::TestWithParam<std::tuple<Intercept, double>> {
 protected:
  Instance rows(std::uint64_t seed, std::size_t count = 200, std::size_t features = 6) const {
    return some_rows(seed, count, features, std::get<0>(GetParam()), std::get<1>(GetParam()));
  }
};

TEST_P(AnyIntercept, EveryPointHasTheObjectiveOfAColdStart) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Instance instance = rows(seed);
    PathOptions options;
    options.points = 25;
    const Path path = path_of(instance, options).group.front().path.front();
    ASSERT_GT(path.size(), 5U);
    for (const PathPoint& point : path) {
      EXPECT_EQ(point.status, Status::converged) << point.strength;
      Penalty penalty = instance.penalty;
      penalty.l1 = point.l1;
      const Fit cold = train(instance.data(), instance.target(), penalty, precise(1e-9));
      EXPECT_NEAR(point.primal, cold.primal, 2e-6 * cold.primal);
      EXPECT_LE(*point.dual, cold.primal * (1 + 1e-12));
      EXPECT_GE(point.primal, *cold.dual * (1 - 1e-12));
      Instance there = instance;
      there.penalty = penalty;
      std::vector<double> weights = point.weights.dense(6);
      if (penalty.intercept != Intercept::none) weights.push_back(point.intercept);
      EXPECT_NEAR(point.primal, test::primal_by_definition(there, weights), 1e-12);
    }
  }
}

TEST_P(AnyIntercept, TheLargestStrengthIsWhereWeightsAppear) {
  for (const std::uint64_t seed : {4, 5, 6, 7}) {
    Instance instance = rows(seed);
    if (seed == 5) {
      std::mt19937_64 random(seed);
      instance.weight = test::random_weights(random, 200);
    }
    if (seed == 6) instance.penalty.factor = {1, 2, 0.5, 1, 3, 1};
    PathOptions options;
    options.points = 1;
    const LargestStrength largest = path_of(instance, options).group.front().largest;
    EXPECT_LE(largest.lower, largest.upper);
    EXPECT_LE(largest.upper - largest.lower, 1e-4 * largest.upper);
    for (const double factor : {1.001, 0.995}) {
      instance.penalty.l1 = factor * largest.upper;
      const Fit fit = test::fit_of(instance, precise(1e-11));
      double most = 0;
      for (const double weight : fit.weights) most = std::max(most, std::abs(weight));
      if (factor > 1)
        EXPECT_LE(most, 1e-6) << seed;
      else
        EXPECT_GT(most, 1e-6) << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Intercepts, AnyIntercept,
                         testing::Combine(testing::Values(Intercept::none, Intercept::penalized, Intercept::free),
                                          testing::Values(0.0, 1.0)));

TEST(Path, BeginsWithoutWeights) {
  for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
    PathOptions options;
    options.points = 3;
    const Path path = path_of(some_rows(9, 300, 5, intercept, 0.7), options, precise(1e-4)).group.front().path.front();
    EXPECT_TRUE(path[0].weights.feature.empty());
    EXPECT_FALSE(path[1].weights.feature.empty());
  }
}

TEST(Path, FallsByEqualRatiosToTheLeast) {
  PathOptions options;
  options.points = 11;
  options.min_ratio = 1e-2;
  options.stop_early = false;
  const PathFit fit = path_of(some_rows(1, 100, 4, Intercept::none), options);
  const Path& path = fit.group.front().path.front();
  ASSERT_EQ(path.size(), 11U);
  EXPECT_EQ(path.front().strength, fit.group.front().largest.upper);
  EXPECT_TRUE(path.front().weights.feature.empty());
  for (std::size_t k = 1; k < path.size(); ++k)
    EXPECT_NEAR(path[k].strength / path[k - 1].strength, std::pow(1e-2, 0.1), 1e-12);
}

TEST(Path, OverBothPenaltiesKeepsTheirRatio) {
  PathOptions options;
  options.points = 8;
  options.l1_ratio = 0.5;
  const Instance instance = some_rows(2, 150, 5, Intercept::free);
  const Path path = path_of(instance, options).group.front().path.front();
  for (const PathPoint& point : path) {
    EXPECT_DOUBLE_EQ(point.l1, point.l2);
    Penalty penalty = instance.penalty;
    penalty.l1 = point.l1;
    penalty.l2 = point.l2;
    const Fit cold = train(instance.data(), instance.target(), penalty, precise(1e-9));
    EXPECT_NEAR(point.primal, cold.primal, 2e-6 * cold.primal);
  }
}

TEST(Path, WithoutL1FollowsGivenStrengths) {
  PathOptions options;
  options.l1_ratio = 0;
  options.strengths = {1, 0.1, 0.01, 0.001};
  options.stop_early = false;
  for (const std::size_t features : {5U, 300U}) {  // the latter are more than the rows
    const Instance instance = some_rows(3, 60, features, Intercept::free);
    const Path path = path_of(instance, options).group.front().path.front();
    ASSERT_EQ(path.size(), 4U);
    for (const PathPoint& point : path) {
      Penalty penalty = instance.penalty;
      penalty.l1 = 0;
      penalty.l2 = point.strength;
      const Fit cold = train(instance.data(), instance.target(), penalty, precise(1e-9));
      EXPECT_NEAR(point.primal, cold.primal, 2e-6 * cold.primal);
    }
  }
}

/// Few rows and many features, where H is dealt with by its factors.
TEST(Path, OfManyFeaturesIsThatOfColdStarts) {
  const Instance instance = some_rows(4, 40, 600, Intercept::free);
  PathOptions options;
  options.points = 12;
  const Path path = path_of(instance, options).group.front().path.front();
  for (const PathPoint& point : path) {
    Penalty penalty = instance.penalty;
    penalty.l1 = point.l1;
    const Fit cold = train(instance.data(), instance.target(), penalty, precise(1e-8));
    EXPECT_NEAR(point.primal, cold.primal, 2e-6 * cold.primal);
  }
}

TEST(Path, OfFoldsSharesSweepsAndHasTheBitsItHasAlone) {
  const Instance instance = some_rows(5, 5'000, 8, Intercept::free);
  std::vector<Target> targets{instance.target()};
  for (std::size_t fold = 0; fold < 5; ++fold) {
    Target target = instance.target();
    target.weight.assign(target.sign.size(), 1.0);
    for (std::size_t i = fold; i < target.sign.size(); i += 5) target.weight[i] = 0;
    targets.push_back(target);
  }
  PathOptions options;
  options.points = 20;
  options.min_ratio = 1e-2;
  const Dataset data = instance.data(Storage::dense_float);
  const PathFit together = fit_paths(data, {{options, targets, 1}}, instance.penalty, precise(1e-5, 2));
  const PathFit alone = fit_paths(data, {{options, {targets[0]}, 1}}, instance.penalty, precise(1e-5, 1));
  EXPECT_LE(static_cast<double>(together.sweeps), 1.5 * static_cast<double>(alone.sweeps));
  EXPECT_LE(together.passes, 3 * alone.passes);  // with those over near rows, which are not shared
  ASSERT_EQ(together.group[0].path[0].size(), alone.group[0].path[0].size());
  for (std::size_t k = 0; k < alone.group[0].path[0].size(); ++k)
    EXPECT_TRUE(same_bits(together.group[0].path[0][k].weights.value, alone.group[0].path[0][k].weights.value));
}

TEST(Path, WithoutMemoryForAllTheyGoOneByOne) {
  const Instance instance = some_rows(8, 300, 4, Intercept::free);
  PathOptions some, both;
  some.points = both.points = 5;
  both.l1_ratio = 0.3;
  const std::vector<PathGroup> groups{{some, {instance.target(), instance.target()}, 1},
                                      {both, {instance.target()}, 1}};
  SolverOptions options = precise(1e-5);
  const PathFit together = fit_paths(instance.data(), groups, instance.penalty, options);
  options.memory = 1;
  const PathFit one_by_one = fit_paths(instance.data(), groups, instance.penalty, options);
  EXPECT_GT(one_by_one.passes, 1.5 * together.passes);
  for (std::size_t g = 0; g < 2; ++g)
    for (std::size_t k = 0; k < together.group[g].path.size(); ++k)
      for (std::size_t at = 0; at < 5; ++at)
        EXPECT_NEAR(one_by_one.group[g].path[k][at].primal, together.group[g].path[k][at].primal, 1e-5);
}

/// Each point has its own allowance, however many the points before have used.
TEST(Path, ACommonFactorOfTheWeightsChangesNothing) {
  Instance instance = some_rows(5, 80, 4, Intercept::free, 0.3), scaled = instance;
  std::mt19937_64 random(5);
  instance.weight = scaled.weight = test::random_weights(random, 80);
  for (double& weight : scaled.weight) weight = std::ldexp(weight, 1000);
  PathOptions options;
  options.points = 5;
  const GroupPaths plain = path_of(instance, options).group.front(), large = path_of(scaled, options).group.front();
  EXPECT_EQ(large.largest.upper, plain.largest.upper);
  ASSERT_EQ(large.path.front().size(), plain.path.front().size());
  for (std::size_t k = 0; k < plain.path.front().size(); ++k)
    EXPECT_EQ(large.path.front()[k].primal, plain.path.front()[k].primal);
}

TEST(Path, LimitsThePassesOfEachPoint) {
  const Instance instance = some_rows(12, 400, 30, Intercept::free);
  PathOptions options;
  options.strengths = {0.1, 0.05, 0.02, 0.01, 0.005, 0.002};
  SolverOptions solver = precise(1e-4);
  solver.max_passes = 30;
  const PathFit fit = path_of(instance, options, solver);
  EXPECT_GT(fit.passes, 30);
  for (const PathPoint& point : fit.group[0].path[0]) EXPECT_EQ(point.status, Status::converged) << point.passes;
}

TEST(Path, FoldsWithoutErrorsFollowToTheEndOfTheWhole) {
  const Instance instance = some_rows(11, 200, 4, Intercept::free);
  Target one_row_of_each_class = instance.target();
  one_row_of_each_class.weight.assign(200, 0.0);
  one_row_of_each_class.weight.front() = one_row_of_each_class.weight.back() = 1;
  PathOptions options;
  options.points = 15;
  const std::vector<PathGroup> groups{{options, {instance.target(), one_row_of_each_class}, 1}};
  const PathFit fit = fit_paths(instance.data(), groups, instance.penalty, precise(1e-5));
  EXPECT_EQ(fit.group[0].path[0].size(), 15U);
  EXPECT_EQ(fit.group[0].path[1].size(), 15U);
}

TEST(Path, WithoutL1BeginsAsWithALittle) {
  const Instance instance = some_rows(12, 100, 4, Intercept::none);
  PathOptions options, little;
  options.points = little.points = 2;
  options.l1_ratio = 0;
  little.l1_ratio = 1e-3;
  const GroupPaths without = path_of(instance, options).group[0], with = path_of(instance, little).group[0];
  EXPECT_EQ(without.path[0].front().strength, with.path[0].front().strength);
  EXPECT_EQ(without.largest.lower, 0);
  EXPECT_GT(with.largest.lower, 0);
}

TEST(Path, WithAnUnpenalisedFeatureHasTheObjectivesOfColdStarts) {
  Instance instance = some_rows(13, 200, 5, Intercept::free);
  instance.penalty.factor = {0, 1, 1, 1, 1};
  PathOptions options;
  options.points = 6;
  const Path path = path_of(instance, options).group[0].path[0];
  ASSERT_EQ(path.size(), 6U);
  for (const PathPoint& point : path) {
    Penalty penalty = instance.penalty;
    penalty.l1 = point.l1;
    const Fit cold = train(instance.data(), instance.target(), penalty, precise(1e-6));
    EXPECT_NEAR(point.primal, cold.primal, 1e-4 * cold.primal) << point.strength;
  }
}

TEST(Path, WithAnUnpenalisedFeatureBeginsWhereTheOthersBringNothing) {
  for (const Intercept intercept : {Intercept::none, Intercept::free}) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
      Instance instance = some_rows(seed, 20, 3, intercept);
      for (auto& row : instance.rows)  // of few values, so that sums over all rows may cancel
        for (double& value : row) value = std::round(2 * value);
      instance.penalty.l2 = 0;
      instance.penalty.factor = {1, 0, 2};
      PathOptions options;
      options.points = 1;
      const double upper = path_of(instance, options).group.front().largest.upper;
      const auto primal_at = [&](double l1) {
        Penalty penalty = instance.penalty;
        penalty.l1 = l1;
        return train(instance.data(), instance.target(), penalty, precise(1e-8)).primal;
      };
      EXPECT_GE(primal_at(upper), primal_at(100 * upper) * (1 - 1e-7)) << seed;
    }
  }
}

TEST(Path, NeedsAFeatureThatTellsTheClassesApart) {
  Instance instance = some_rows(14, 20, 1, Intercept::free);
  for (std::size_t i = 0; i < 20; ++i) {
    instance.rows[i] = {1.0};
    instance.sign[i] = i % 2 == 0 ? 1 : -1;
  }
  EXPECT_THROW(path_of(instance, {}), Error);
}

TEST(Path, CanBeStopped) {
  PathOptions options;
  const Instance instance = some_rows(6, 2'000, 5, Intercept::free);
  int calls = 0;
  const PathFit fit = fit_paths(instance.data(), {{options, {instance.target()}, 1}}, instance.penalty, precise(1e-6),
                                [&](std::size_t, int point, const Progress&) { return point < 3 || ++calls < 2; });
  ASSERT_FALSE(fit.group[0].path[0].empty());
  EXPECT_LT(fit.group[0].path[0].size(), 6U);
  EXPECT_EQ(fit.group[0].path[0].back().status, Status::interrupted);
}

TEST(Path, RefusesBadOptions) {
  const Instance instance = some_rows(7, 20, 2, Intercept::none);
  PathOptions options;
  options.points = 0;
  EXPECT_THROW(path_of(instance, options), OptionError);
  options = {};
  options.min_ratio = 1;
  EXPECT_THROW(path_of(instance, options), OptionError);
  options = {};
  options.strengths = {0.1, 0.2};
  EXPECT_THROW(path_of(instance, options), OptionError);
}

}  // namespace
}  // namespace smsvm
