#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "smsvm/cross_validation.hpp"
#include "smsvm/path.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;

constexpr double years = 2013, seconds = 1.7e9;

/// Two whole numbers, of which every one and its sum with the offset is a double, and an ordinary feature.
Instance rows_at(double first_offset, double second_offset) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  Instance instance;
  for (std::size_t i = 0; i < 300; ++i) {
    const double year = std::round(10 * normal(random)), second = std::round(1000 * normal(random));
    const double other = normal(random);
    instance.rows.push_back({first_offset + year, second_offset + second, other});
    instance.sign.push_back(year / 10 + second / 1000 + other + normal(random) > 0.2 ? 1 : -1);
  }
  instance.penalty = {};
  instance.penalty.l2 = 1e-4;
  return instance;
}

Path path_of(const Instance& instance, int threads) {
  PathOptions options;
  options.points = 12;
  options.min_ratio = 1e-3;
  return fit_paths(instance.data(), {{options, {instance.target()}, 1}}, instance.penalty, precise(1e-6, threads))
      .group.front()
      .path.front();
}

TEST(Offsets, APathIsThatOfTheRowsWithoutThem) {
  const Instance far = rows_at(years, seconds);
  const Path path = path_of(far, 1), expected = path_of(rows_at(0, 0), 1);
  ASSERT_EQ(path.size(), expected.size());
  for (std::size_t k = 0; k < path.size(); ++k) {
    EXPECT_NEAR(path[k].strength, expected[k].strength, 1e-3 * expected[k].strength);
    EXPECT_EQ(path[k].status, Status::converged) << k;
    Instance here = far;
    here.penalty.l1 = path[k].l1;
    std::vector<double> point = path[k].weights.dense(3);
    point.push_back(path[k].intercept);
    EXPECT_LE(test::primal_by_definition(here, point), path[k].primal);
    EXPECT_NEAR(path[k].primal, expected[k].primal, 1e-3 * expected[k].primal);
  }
  EXPECT_GT(std::abs(path.back().intercept), 1000);
}

TEST(Offsets, APathHasTheSameBitsForAnyNumberOfThreads) {
  const Instance instance = rows_at(years, seconds);
  const Path one = path_of(instance, 1), three = path_of(instance, 3);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].weights.value, three[k].weights.value);
    EXPECT_EQ(one[k].intercept, three[k].intercept);
  }
}

TEST(Offsets, AreTakenUpWhereRowsHeldOutAreScored) {
  const Instance far = rows_at(years, seconds), near = rows_at(0, 0);
  CrossValidationOptions options;
  options.folds = 3;
  options.paths[0].strengths = {1e-2, 1e-3, 1e-4};
  const auto validated = [&](const Instance& instance) {
    return cross_validate(instance.data(), {instance.target()}, instance.penalty, options, precise(1e-7));
  };
  const CrossValidation a = validated(far), b = validated(near);
  ASSERT_TRUE(a.complete);
  ASSERT_EQ(a.best.point, b.best.point);
  ASSERT_EQ(a.held_out_scores.size(), b.held_out_scores.size());
  for (std::size_t i = 0; i < a.held_out_scores.size(); ++i)
    EXPECT_NEAR(a.held_out_scores[i], b.held_out_scores[i], 0.02);
}

}  // namespace
}  // namespace smsvm
