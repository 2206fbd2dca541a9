#include "solver/proof/dual_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

/// D of eq. 6 from its definition, coordinate by coordinate. Where λ_j = 0 the point is scaled into its limits first.
double by_definition(const Objective& objective, const DualSums& dual) {
  double scale = 1, conjugate = 0;
  for (Eigen::Index j = 0; j < dual.v.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (objective.l2[at] == 0) scale = std::min(scale, objective.l1[at] / std::abs(dual.v[j]));
  }
  for (Eigen::Index j = 0; j < dual.v.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const double excess = std::max(0.0, scale * std::abs(dual.v[j]) - objective.l1[at]);
    if (objective.l2[at] > 0) conjugate += excess * excess / (2 * objective.l2[at]);
  }
  return scale * dual.sum - conjugate;
}

Penalty penalty_of(double l2, double l1) {
  Penalty penalty;
  penalty.l2 = l2;
  penalty.l1 = l1;
  penalty.intercept = Intercept::none;
  return penalty;
}

DualSums mixture_of(const DualSums& a, const DualSums& b, double share) {
  return {(1 - share) * a.sum + share * b.sum, (1 - share) * a.v + share * b.v};
}

DualSums drawn(std::mt19937_64& random, Eigen::Index size, double largest) {
  DualSums dual{test::uniform(random, 0.1, 1), Eigen::ArrayXd(size)};
  for (double& v : dual.v) v = test::uniform(random, -largest, largest);
  return dual;
}

/// With ℓ2, with both, and with ℓ1 alone: D along a segment is what its definition says, and no step along it is better
/// than the best one.
TEST(DualBound, IsItsDefinitionAtEveryMixtureAndItsBestStepIsBest) {
  std::mt19937_64 random(3);
  for (const auto& [l2, l1] : {std::pair{0.3, 0.0}, std::pair{0.3, 0.2}, std::pair{0.0, 0.2}}) {
    for (int k = 0; k < 20; ++k) {
      SCOPED_TRACE(testing::Message() << "l2 " << l2 << ", l1 " << l1);
      test::Instance instance = test::random_small_problem(random);
      instance.penalty = penalty_of(l2, l1);
      const Objective objective = instance.objective();
      const Rounding rounding = test::rounding_of(instance);
      const DualLimits limits(objective);
      const auto size = static_cast<Eigen::Index>(objective.dimension());
      const DualSums from = drawn(random, size, 0.3), to = drawn(random, size, 0.5);
      const DualBound bound(limits, rounding, 0, {&from, &to});
      const DualSums along{bound.point(1).sum - bound.point(0).sum, bound.point(1).v - bound.point(0).v};
      const double best = bound.at(moved(bound.point(0), along, bound.best_step(bound.point(0), along, 1)));
      for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
        const DualSums here = mixture_of(from, to, share);
        const double expected = by_definition(objective, here);
        EXPECT_NEAR(bound.at(moved(bound.point(0), along, share)), expected, 1e-9);
        EXPECT_LE(expected, best + 1e-9);
        const DualBound alone(limits, rounding, 0, {&here});
        EXPECT_NEAR(alone.at(alone.point(0)), expected, 1e-9);
        EXPECT_LT(alone.at(alone.point(0)), expected);  // what is claimed allows for rounding
      }
    }
  }
}

TEST(DualBound, KeepsOnlyCoordinatesThatExceedTheirLimit) {
  test::Instance instance;
  instance.rows = {{1.0, 2.0, 3.0}};
  instance.sign = {1};
  instance.penalty = penalty_of(1, 0.5);
  const Rounding rounding = test::rounding_of(instance);
  const DualSums low{0.1, Eigen::Array3d(0.1, -0.4, 0.2)}, high{0.3, Eigen::Array3d(0.2, -0.6, 0.4)};
  const DualBound bound(DualLimits(instance.objective()), rounding, 0, {&low, &high});
  EXPECT_EQ(bound.point(0).v.size(), 1);
  EXPECT_EQ(bound.point(1).v[0], -0.6);
}

TEST(DualBound, ProvesNothingWhereSumsOverflowed) {
  test::Instance instance;
  instance.rows = {{1.0, 2.0}};
  instance.sign = {1};
  for (const double l1 : {0.0, 0.5}) {
    instance.penalty = penalty_of(1, l1);
    const Rounding rounding = test::rounding_of(instance);
    const DualSums fine{0.1, Eigen::Array2d(0.1, 0.2)};
    for (const double overflown : {INFINITY, -INFINITY, NAN}) {
      const DualSums broken{0.1, Eigen::Array2d(0.1, overflown)};
      const DualBound bound(DualLimits(instance.objective()), rounding, 0, {&fine, &broken});
      EXPECT_EQ(bound.at(bound.point(1)), -INFINITY);
      EXPECT_GT(bound.at(bound.point(0)), 0);
    }
  }
}

}  // namespace
}  // namespace smsvm
