#include "solver/ascent/dual_ascent.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cmath>

#include "solver/problems.hpp"
#include "solver/step/soft_threshold.hpp"

namespace smsvm {
namespace {

using test::Instance;

constexpr double never = 0;  // a gap that is not reached

DualStart ascend(const Instance& instance, double tolerance, double passes) {
  return dual_ascent(held_rows_of(instance), instance.objective(), {tolerance, passes, false, 1}, {});
}

double relative_gap(const Instance& instance, const DualStart& start) {
  const double primal = primal_by_definition(instance, start.point);
  return (primal - dual_by_definition(instance, start.dual)) / primal;
}

Instance ridge_problem(std::mt19937_64& random, Intercept intercept) {
  Instance instance = test::random_small_problem(random);
  instance.penalty.l1 = 0;
  instance.penalty.l2 = std::pow(10, test::uniform(random, -2, 0));
  instance.penalty.intercept = intercept;
  return instance;
}

Instance elastic_net_problem(std::mt19937_64& random, Intercept intercept) {
  Instance instance = ridge_problem(random, intercept);
  instance.penalty.l1 = std::pow(10, test::uniform(random, -3, -0.5));
  return instance;
}

Intercept any_intercept(std::mt19937_64& random) {
  constexpr std::array all{Intercept::none, Intercept::penalized, Intercept::free};
  return all[random() % all.size()];
}

/// w_j = S(v_j, μ_j)/λ_j of the dual it returns.
double inconsistency(const Instance& instance, const DualStart& start) {
  const Objective objective = instance.objective();
  double worst = 0;
  for (std::size_t j = 0; j < instance.features(); ++j) {
    double v = 0;
    for (std::size_t i = 0; i < instance.rows.size(); ++i)
      v += instance.weight_of(i) * start.dual[i] * instance.sign[i] * instance.rows[i][j] / objective.total_weight;
    worst = std::max(worst, std::abs(start.point[j] - soft_threshold(v, objective.l1[j]) / objective.l2[j]));
  }
  return worst;
}

TEST(DualAscent, ClimbsInsideTheBoxWithAConsistentPair) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Intercept intercept = random() % 2 == 0 ? Intercept::none : Intercept::penalized;
    const Instance instance =
        random() % 2 == 0 ? ridge_problem(random, intercept) : elastic_net_problem(random, intercept);
    double before = 0;
    for (const double passes : {3.0, 4.0, 6.0, 10.0, 66.0}) {
      const DualStart start = ascend(instance, never, passes);
      for (const double a : start.dual) RC_ASSERT(a >= 0 && a <= 1);
      RC_ASSERT(start.point.size() == instance.dimension());
      const double scale = 1 + std::abs(*std::max_element(start.point.begin(), start.point.end()));
      RC_ASSERT(inconsistency(instance, start) <= 1e-10 * scale);
      if (intercept == Intercept::penalized) continue;  // b is held back, so that single steps may lower the bound
      const double bound = dual_by_definition(instance, start.dual);
      RC_ASSERT(bound >= before - 1e-12);
      before = bound;
    }
  }));
}

TEST(DualAscent, ApproachesTheOptimum) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Instance instance = ridge_problem(random, repeat % 2 == 0 ? Intercept::penalized : Intercept::none);
    instance.weight = test::random_point(random, instance.rows.size());
    for (double& c : instance.weight) c = std::exp(c);
    EXPECT_LE(relative_gap(instance, ascend(instance, 1e-8, 100'000)), 1e-7);
  }
}

TEST(DualAscent, StopsAtTheGapAskedFor) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Instance instance = ridge_problem(random, repeat % 2 == 0 ? Intercept::penalized : Intercept::none);
    const DualStart coarse = ascend(instance, 1e-2, 100'000), fine = ascend(instance, 1e-6, 100'000);
    EXPECT_LE(relative_gap(instance, coarse), 1e-2);
    EXPECT_LE(relative_gap(instance, fine), 1e-6);
    EXPECT_LT(coarse.passes, 100'000);
  }
}

TEST(DualAscent, FindsAFreeIntercept) {
  std::mt19937_64 random(7);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Instance instance = ridge_problem(random, Intercept::free);
    const double optimum = test::fit_of(instance, test::precise()).primal;
    const double reached = primal_by_definition(instance, ascend(instance, 1e-5, 100'000).point);
    EXPECT_GE(reached, optimum * (1 - 1e-9));
    EXPECT_LE(reached, optimum * (1 + 2e-5));
  }
}

TEST(DualAscent, WithL1ReachesTheOptimumOfTheSolverWithoutIt) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = elastic_net_problem(random, any_intercept(random));
    const double optimum = test::fit_of(instance, test::precise()).primal;  // few features: no ascent there
    const DualStart start = ascend(instance, 1e-5, 10'000);
    if (start.passes > 9'000) return;  // rarely, a handful of rows and b chase each other; Newton's method is for that
    const double reached = primal_by_definition(instance, start.point);
    RC_ASSERT(reached >= optimum * (1 - 1e-9));
    RC_ASSERT(start.relative_gap <= 1e-5);
    if (instance.penalty.intercept ==
        Intercept::free) {  // the dual must be repaired for b, at a cost that is estimated
      RC_ASSERT(reached <= optimum * (1 + 1e-4));
      return;
    }
    RC_ASSERT(dual_by_definition(instance, start.dual) <= optimum * (1 + 1e-9));
    RC_ASSERT(relative_gap(instance, start) <= 1e-5);
  }));
}

TEST(DualAscent, AnyPairWithL1IsBelowTheOptimum) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = elastic_net_problem(random, Intercept::none);
    const double optimum = test::fit_of(instance, test::precise()).primal;
    for (const double passes : {4.0, 5.0, 8.0, 20.0})
      RC_ASSERT(dual_by_definition(instance, ascend(instance, never, passes).dual) <= optimum * (1 + 1e-9));
  }));
}

TEST(DualAscent, WithAnL1SoLargeThatNothingMoves) {
  std::mt19937_64 random(9);
  Instance instance = elastic_net_problem(random, Intercept::none);
  instance.penalty.l1 = 1e3;
  const DualStart start = ascend(instance, 1e-4, 100);
  EXPECT_EQ(start.point, std::vector<double>(instance.dimension(), 0.0));
  EXPECT_LT(start.passes, 10);
}

TEST(DualAscent, GivesUpWhereNewtonsMethodIsCheaper) {
  std::mt19937_64 random(8);
  Instance instance = test::random_instance(random, 30, 10);
  instance.penalty.l2 = 1e-7;  // a system of at most 30 rows against very many epochs
  instance.penalty.intercept = Intercept::penalized;
  AscentLimits limits{1e-6, 5'000, false, 1};
  const auto passes = [&] { return dual_ascent(held_rows_of(instance), instance.objective(), limits, {}).passes; };
  const double patient = passes();
  limits.give_up_early = true;
  EXPECT_LT(passes(), 0.5 * patient);
}

TEST(DualAscent, RowsThatCannotMoveDoNotKeepItGoing) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, 30, 3);
  instance.penalty.l2 = 0.1;
  instance.penalty.intercept = Intercept::none;
  constexpr double most = 10'000;
  ASSERT_LT(ascend(instance, 1e-4, most).passes, most);

  Instance weightless = instance;  // a row that counts for nothing
  weightless.rows.push_back({0.1, 0, 0});
  weightless.sign.push_back(1);
  weightless.weight.assign(31, 1.0);
  weightless.weight.back() = 0;
  EXPECT_LT(ascend(weightless, 1e-4, most).passes, most);

  Instance empty = instance;  // a row without features: its slack is 1 whatever w is, so its dual is 1
  empty.rows.push_back({0, 0, 0});
  empty.sign.push_back(1);
  const DualStart start = ascend(empty, 1e-4, most);
  EXPECT_LT(start.passes, most);
  EXPECT_EQ(start.dual.back(), 1);
}

TEST(DualAscent, DependsOnTheSeedAlone) {
  std::mt19937_64 random(5);
  const Instance instance = ridge_problem(random, Intercept::free);
  EXPECT_TRUE(test::same_bits(ascend(instance, never, 10).dual, ascend(instance, never, 10).dual));
}

TEST(DualAscent, StopsWhenAsked) {
  std::mt19937_64 random(6);
  const Instance instance = ridge_problem(random, Intercept::none);
  const DualStart start =
      dual_ascent(held_rows_of(instance), instance.objective(), {never, 1000, false, 1}, [] { return false; });
  EXPECT_EQ(start.passes, 1);  // the norms
  EXPECT_EQ(start.point, std::vector<double>(instance.objective().dimension(), 0.0));
}

}  // namespace
}  // namespace smsvm
