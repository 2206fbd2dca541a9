#include "solver/dual_ascent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

constexpr double no_violation = 0;

DualStart ascend(const Instance& instance, double violation, double passes) {
  return dual_ascent(instance.data(), instance.target(), instance.objective(), violation, passes, 1, {});
}

Instance ridge_problem(std::mt19937_64& random, Intercept intercept) {
  Instance instance = test::random_small_problem(random);
  instance.penalty.l1 = 0;
  instance.penalty.l2 = std::pow(10, test::uniform(random, -2, 0));
  instance.penalty.intercept = intercept;
  return instance;
}

/// w = Λ⁻¹ v of the dual it returns.
double inconsistency(const Instance& instance, const DualStart& start) {
  const Objective objective = instance.objective();
  double worst = 0;
  for (std::size_t j = 0; j < instance.features(); ++j) {
    double v = 0;
    for (std::size_t i = 0; i < instance.rows.size(); ++i)
      v += instance.weight_of(i) * start.dual[i] * instance.sign[i] * instance.rows[i][j] / objective.total_weight;
    worst = std::max(worst, std::abs(start.point[j] - v / objective.l2[j]));
  }
  return worst;
}

TEST(DualAscent, ClimbsInsideTheBoxWithAConsistentPair) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = ridge_problem(random, random() % 2 == 0 ? Intercept::none : Intercept::penalized);
    double before = 0;
    for (const double passes : {1.0, 2.0, 4.0, 8.0, 64.0}) {
      const DualStart start = ascend(instance, no_violation, passes);
      for (const double a : start.dual) RC_ASSERT(a >= 0 && a <= 1);
      RC_ASSERT(start.point.size() == instance.dimension());
      const double scale = 1 + std::abs(*std::max_element(start.point.begin(), start.point.end()));
      RC_ASSERT(inconsistency(instance, start) <= 1e-10 * scale);
      const double bound = dual_by_definition(instance, start.dual);
      RC_ASSERT(bound >= before - 1e-12);
      before = bound;
    }
  }));
}

TEST(DualAscent, ApproachesTheOptimum) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Instance instance = ridge_problem(random, Intercept::penalized);
    instance.weight = test::random_point(random, instance.rows.size());
    for (double& c : instance.weight) c = std::exp(c);
    const DualStart start = ascend(instance, 1e-9, 100'000);
    const double primal = primal_by_definition(instance, start.point);
    EXPECT_NEAR(dual_by_definition(instance, start.dual), primal, 1e-6 * primal);
  }
}

TEST(DualAscent, StopsWhereRowsOffTheirBoundsAreAtTheKink) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Instance instance = ridge_problem(random, Intercept::penalized);
    instance.weight.clear();
    const double violation = 0.05;
    const DualStart start = ascend(instance, violation, 100'000);
    EXPECT_LE(start.violation, violation);
    EXPECT_LT(start.passes, 100'000);
    const DualStart finer = ascend(instance, 0.1 * violation, 100'000);
    EXPECT_LE(finer.violation, 0.1 * violation);
  }
}

TEST(DualAscent, RowsThatCannotMoveDoNotKeepItGoing) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, 30, 3);
  instance.penalty.l2 = 0.1;
  instance.penalty.intercept = Intercept::none;
  const DualStart plain = ascend(instance, 0.01, 10'000);
  ASSERT_LE(plain.violation, 0.01);

  Instance weightless = instance;  // a row that counts for nothing
  weightless.rows.push_back({0.1, 0, 0});
  weightless.sign.push_back(1);
  weightless.weight.assign(31, 1.0);
  weightless.weight.back() = 0;
  EXPECT_LE(ascend(weightless, 0.01, 10'000).violation, 0.01);

  Instance empty = instance;  // a row without features: its slack is 1 whatever w is, so its dual is 1
  empty.rows.push_back({0, 0, 0});
  empty.sign.push_back(1);
  const DualStart start = ascend(empty, 0.01, 10'000);
  EXPECT_LE(start.violation, 0.01);
  EXPECT_EQ(start.dual.back(), 1);
}

TEST(DualAscent, DependsOnTheSeedAlone) {
  std::mt19937_64 random(5);
  const Instance instance = ridge_problem(random, Intercept::free);
  EXPECT_TRUE(test::same_bits(ascend(instance, 0.1, 10).dual, ascend(instance, 0.1, 10).dual));
}

TEST(DualAscent, StopsWhenAsked) {
  std::mt19937_64 random(6);
  const Instance instance = ridge_problem(random, Intercept::none);
  const DualStart start = dual_ascent(instance.data(), instance.target(), instance.objective(), no_violation, 1000, 1,
                                      [] { return false; });
  EXPECT_EQ(start.passes, 0);
  EXPECT_EQ(start.point, std::vector<double>(instance.objective().dimension(), 0.0));
}

}  // namespace
}  // namespace smsvm
