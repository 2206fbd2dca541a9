#include "baselines/orthant.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <random>

#include "rows/instance.hpp"

namespace smsvm {
namespace {

using Eigen::VectorXd;

struct OrthantCase {
  Objective objective;
  std::vector<double> point;
  VectorXd gradient;
};

/// Half of the weights are zero; the last coordinate is a free intercept.
OrthantCase random_orthant_case(std::mt19937_64& random) {
  Penalty penalty;
  penalty.l1 = 0.5;
  for (int j = 0; j < 6; ++j) penalty.factor.push_back(j == 0 ? 0 : test::uniform(random, 0, 2));
  OrthantCase drawn{Objective(penalty, 6, 1), test::random_point(random, 7), VectorXd(7)};
  for (double& w : drawn.point)
    if (random() % 2 == 0) w = 0;
  for (double& g : drawn.gradient) g = test::uniform(random, -1, 1);
  return drawn;
}

/// g'd + Σ μ_j |w_j + t d_j|, without its value at t = 0.
double change(const OrthantCase& at, const VectorXd& direction, double t) {
  double sum = 0;
  for (std::size_t k = 0; k < at.point.size(); ++k) {
    const double d = t * direction[static_cast<Eigen::Index>(k)];
    sum += at.gradient[static_cast<Eigen::Index>(k)] * d +
           at.objective.l1[k] * (std::abs(at.point[k] + d) - std::abs(at.point[k]));
  }
  return sum;
}

TEST(Orthant, ThePseudoGradientIsTheSlopeOfSteepestDescent) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const OrthantCase at = random_orthant_case(random);
    const VectorXd slope = pseudo_gradient(at.objective, at.point, at.gradient);
    constexpr double t = 1e-9;
    RC_ASSERT(std::abs(change(at, -slope, t) / t + slope.squaredNorm()) <= 1e-6);
    for (Eigen::Index j = 0; j < slope.size(); ++j) {  // where it is zero, neither way descends
      if (slope[j] != 0) continue;
      RC_ASSERT(change(at, VectorXd::Unit(7, j), t) >= 0);
      RC_ASSERT(change(at, -VectorXd::Unit(7, j), t) >= 0);
    }
  }));
}

TEST(Orthant, AnAlignedAndProjectedStepDescendsWithinItsOrthant) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const OrthantCase at = random_orthant_case(random);
    const VectorXd slope = pseudo_gradient(at.objective, at.point, at.gradient);
    VectorXd direction(7);
    for (double& d : direction) d = test::uniform(random, -3, 3);
    keep_to_orthant(at.objective, at.point, slope, direction);
    const auto kept = projected(at.objective, at.point, direction);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      if (at.objective.l1[k] == 0) continue;
      const double inside = at.point[k] != 0 ? at.point[k] : -slope[static_cast<Eigen::Index>(k)];
      RC_ASSERT(kept[k] == 0 || kept[k] * inside > 0);
    }
    align(slope, direction);
    const auto to = projected(at.objective, at.point, direction);
    double promised = 0;
    for (std::size_t k = 0; k < to.size(); ++k) promised -= slope[static_cast<Eigen::Index>(k)] * (to[k] - at.point[k]);
    RC_ASSERT(promised >= 0);
  }));
}

TEST(Orthant, CoordinatesWithoutL1AreAlwaysFree) {
  Penalty penalty;
  penalty.l1 = 1;
  const Objective objective(penalty, 2, 1);  // and a free intercept
  const std::vector<double> point{0, 2, -1};
  const VectorXd slope = pseudo_gradient(objective, point, VectorXd::Zero(3));
  EXPECT_EQ(slope, VectorXd(Eigen::Vector3d(0, 1, 0)));
  EXPECT_EQ(free_coordinates(objective, point, slope), VectorXd(Eigen::Vector3d(0, 1, 1)));
  EXPECT_EQ(projected(objective, point, Eigen::Vector3d(0, -3, 3)), (std::vector<double>{0, 0, 2}));
}

}  // namespace
}  // namespace smsvm
