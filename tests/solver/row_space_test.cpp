#include "solver/step/row_space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/on_the_way.hpp"
#include "solver/step/feature_space.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::OnTheWay;
using test::wide_instance;

TEST(RowSpace, FindsTheDirectionOfFeatureSpace) {
  std::mt19937_64 random(1);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      const Instance instance = wide_instance(random, intercept);
      OnTheWay on(instance, random);
      RowSpace by_rows(on.objective, 1000);
      FeatureSpace by_features(on.objective, 1000);
      const auto rows = by_rows.find(on.problem, on.at), features = by_features.find(on.problem, on.at);
      ASSERT_TRUE(rows && features);
      double longest = 0, apart = 0;
      for (std::size_t j = 0; j < on.at.point.size(); ++j) {
        longest = std::max(longest, std::abs(features->to[j] - on.at.point[j]));
        apart = std::max(apart, std::abs(features->to[j] - rows->to[j]));
      }
      EXPECT_LE(apart, 1e-7 * longest);
      EXPECT_NEAR(rows->decrease, features->decrease, 1e-6 * features->decrease);
      EXPECT_GT(rows->decrease, 0);
    }
  }
}

TEST(RowSpace, LeavingRowsOutStillDescends) {
  std::mt19937_64 random(2);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    for (const std::size_t most_rows : {1, 2, 4}) {
      const Instance instance = wide_instance(random, intercept);
      OnTheWay on(instance, random);
      const auto direction = RowSpace(on.objective, most_rows).find(on.problem, on.at);
      ASSERT_TRUE(direction);
      const Eigen::VectorXd g = gradient(on.problem, on.at);
      double slope = 0;
      for (std::size_t j = 0; j < on.at.point.size(); ++j)
        slope += g[static_cast<Eigen::Index>(j)] * (direction->to[j] - on.at.point[j]);
      EXPECT_LT(slope, 0);
      EXPECT_NEAR(direction->decrease, -slope, 1e-9 * std::abs(slope));
    }
  }
}

/// Rows that repeat each other, so heavy that 1 is lost beside them: the factorisation fails without a ridge.
TEST(RowSpace, RepeatedRowsDoNotStopIt) {
  std::mt19937_64 random(4);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    Instance instance = wide_instance(random, intercept);
    instance.penalty.l2 = 1e-12;
    instance.weight.clear();
    for (auto& row : instance.rows)
      for (double& x : row) x *= 1e6;
    const auto rows = instance.rows;
    const auto sign = instance.sign;
    for (int copy = 0; copy < 3; ++copy) {
      instance.rows.insert(instance.rows.end(), rows.begin(), rows.end());
      instance.sign.insert(instance.sign.end(), sign.begin(), sign.end());
    }
    OnTheWay on(instance, random);
    const auto direction = RowSpace(on.objective, 1000).find(on.problem, on.at);
    ASSERT_TRUE(direction);
    for (const double w : direction->to) EXPECT_TRUE(std::isfinite(w));
  }
}

/// With a large λ no row matters for the features; the intercept, which λ does not hold, needs them all the same.
TEST(RowSpace, AFreeInterceptMovesWhateverThePenalty) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, 3, 10);
  instance.sign = {1, 1, -1};
  instance.penalty.l2 = 1e4;
  OnTheWay on(instance, random);
  const auto rows = RowSpace(on.objective, 1000).find(on.problem, on.at);
  const auto features = FeatureSpace(on.objective, 1000).find(on.problem, on.at);
  ASSERT_TRUE(rows && features);
  const double expected = features->to.back() - on.at.point.back();
  EXPECT_NEAR(rows->to.back() - on.at.point.back(), expected, 0.2 * std::abs(expected));
}

}  // namespace
}  // namespace smsvm
