#include "judge/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "judge/families.hpp"
#include "judge/random.hpp"
#include "judge/small_problem.hpp"

namespace smsvm::judge {
namespace {

TEST(ExactObjective, IsThatOfEquationOne) {
  // Slacks at w = 2, b = 0.5: 1 − 1.5 for x = 0.5, and 1 + 2·0.1 + 0.5 for x = 0.1.
  const SmallProblem small({{1, "0.5"}, {-1, "0.1"}}, 0.5, 0.25);
  const mpq_class loss(17, 20), penalty = mpq_class(1, 4) * 4 + mpq_class(1, 4) * 2;
  EXPECT_EQ(exact_primal(small.problem, {2}, 0.5), loss + penalty);
}

TEST(ExactObjective, CountsRowsByTheirWeight) {
  SmallProblem small({{1, "1"}, {-1, "1"}}, 0, 1);
  small.problem.weight = {Number(3), Number(1)};
  EXPECT_EQ(exact_primal(small.problem, {0}, 1), mpq_class(1, 2));
  small.problem.weight = {Number(3), Number(0)};
  EXPECT_EQ(exact_primal(small.problem, {0}, 1), 0);
}

TEST(ExactObjective, ChargesAPenalizedIntercept) {
  SmallProblem small({{1, "1"}, {-1, "1"}}, 0.5, 0.25);
  small.problem.intercept = {Number(0.5), Number(0.25)};
  EXPECT_EQ(exact_primal(small.problem, {0}, -1), 1 + mpq_class(1, 4) + mpq_class(1, 4));
}

TEST(ExactBound, IsThatOfEquationSix) {
  // v = (1·0.5 + 1·0.5)/2 = 1/2 without an intercept; D = 1 − (1/2 − 1/4)²/(2·1/2).
  SmallProblem small({{1, "0.5"}, {-1, "-0.5"}}, 0.5, 0.25);
  small.problem.has_intercept = false;
  EXPECT_EQ(exact_bound(small.problem, {1, 1}), 1 - mpq_class(1, 16));
}

TEST(ExactBound, ScalesTheHeavierClassDownForAFreeIntercept) {
  // The positive values are halved, so that both classes have 1/2: mean 1/2, v = (3/10 − 1/10)/4.
  const SmallProblem small({{1, "0.3"}, {-1, "0.1"}}, 0.5, 0);
  EXPECT_EQ(exact_bound(small.problem, {1, 0.5}), mpq_class(1, 2) - mpq_class(1, 20) * mpq_class(1, 20));
  EXPECT_EQ(exact_bound(small.problem, {1, 0}), 0);
}

TEST(ExactBound, ScalesAllOfADownWhereThereIsNoL2) {
  SmallProblem small({{1, "3"}, {-1, "-3"}}, 0, 0.5);
  EXPECT_EQ(exact_bound(small.problem, {1, 1}), mpq_class(1, 6));
}

TEST(ExactBound, IsZeroWhereAFeatureIsNotPenalized) {
  const SmallProblem small({{1, "3"}, {-1, "-3"}}, 0, 0);
  EXPECT_EQ(exact_bound(small.problem, {1, 1}), 0);
  const SmallProblem balanced({{1, "3"}, {-1, "3"}}, 0, 0);
  EXPECT_EQ(exact_bound(balanced.problem, {1, 1}), 1);
}

/// Whatever the numbers: the charges and rows of a drawn problem, with any point and any dual point.
TEST(ExactBound, IsNeverAboveTheObjectiveOfAnyPoint) {
  for (const std::string& family : family_names()) {
    for (std::uint64_t number = 0; number < 10; ++number) {
      const Problem drawn = draw_problem(family, number);
      const DrawnProblem exact(drawn);
      Random random("points of " + family, number);
      std::vector<double> dual(drawn.rows.size()), weights(drawn.features);
      for (double& each : dual) each = random.one_of<double>({0, 1, random.uniform()});
      for (double& each : weights) each = random.happens(0.5) ? 0.0 : random.gauss();
      const double intercept = exact.problem.has_intercept ? random.gauss() : 0;
      EXPECT_LE(exact_bound(exact.problem, dual), exact_primal(exact.problem, weights, intercept))
          << family << ' ' << number;
    }
  }
}

TEST(ExactObjectiveWithoutWeights, IsTheLeastOverTheIntercept) {
  SmallProblem small({{1, "1"}, {1, "2"}, {-1, "1"}}, 0.1, 0.2);
  EXPECT_EQ(exact_primal_without_weights(small.problem), mpq_class(2, 3));
  for (const double l2 : {0.0, 0.125, 4.0}) {
    for (const double l1 : {0.0, 0.125, 1.0}) {
      small.problem.intercept = {Number(l2), Number(l1)};
      mpq_class least = 1;
      for (int k = -200; k <= 200; ++k) least = std::min(least, exact_primal(small.problem, {0}, k / 100.0));
      const mpq_class found = exact_primal_without_weights(small.problem);
      EXPECT_LE(found, least);
      EXPECT_LE(mpq_class(least - found), mpq_class(1, 1000));
    }
  }
  small.problem.has_intercept = false;
  EXPECT_EQ(exact_primal_without_weights(small.problem), 1);
}

TEST(ExactMultiple, IsWhereTheLargestMeanMeetsItsL1) {
  // v = (1·3 + 1·1)/2 = 2 against μ = 1/2.
  SmallProblem small({{1, "3"}, {-1, "-1"}}, 0, 0.5);
  EXPECT_EQ(exact_multiple_for_no_weights(small.problem), 4);
}

}  // namespace
}  // namespace smsvm::judge
