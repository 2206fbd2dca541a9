#include "solver/step/quadratic_l1.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "rows/instance.hpp"
#include "solver/random_algebra.hpp"

namespace smsvm {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::random_matrix;
using test::random_vector;
using test::uniform;

struct Quadratic {
  MatrixXd hessian;
  VectorXd gradient, at, mu;

  Index size() const { return at.size(); }
  VectorXd solve(const QuadraticEffort& effort = {}) const {
    return minimize_quadratic_l1(hessian, gradient, at, mu, {}, effort);
  }

  double operator()(const VectorXd& x) const {
    const VectorXd d = x - at;
    return gradient.dot(d) + 0.5 * d.dot(hessian * d) + mu.dot(x.cwiseAbs());
  }
  VectorXd slope(const VectorXd& x) const { return gradient + hessian * (x - at); }

  /// How far x is from satisfying the conditions of a minimum.
  double violation(const VectorXd& x) const {
    const VectorXd g = slope(x);
    double worst = 0;
    for (Index j = 0; j < size(); ++j) {
      const double off =
          x[j] == 0 ? std::max(0.0, std::abs(g[j]) - mu[j]) : std::abs(g[j] + std::copysign(mu[j], x[j]));
      worst = std::max(worst, off);
    }
    return worst;
  }
};

enum class Kind { plain, ill_conditioned, singular, nearly_parallel };

Quadratic random_quadratic(std::mt19937_64& random, Index size, Kind kind) {
  Quadratic q;
  const Index rank = kind == Kind::singular ? std::max<Index>(1, size / 2) : size + 3;
  MatrixXd x = random_matrix(random, rank, size);
  if (kind == Kind::nearly_parallel) x.array() += 100;  // a large common offset: columns of almost one direction
  if (kind == Kind::ill_conditioned) {
    for (Index j = 0; j < size; ++j) x.col(j) *= std::pow(10, uniform(random, -3, 3));
  }
  q.hessian = x.transpose() * x;
  q.at = random_vector(random, size);
  for (Index j = 0; j < size; ++j)
    if (random() % 2 == 0) q.at[j] = 0;
  // The gradient lies in the range of H, so that a minimum exists even where H is singular and some μ_j are zero.
  q.gradient = x.transpose() * random_vector(random, rank) * uniform(random, 0.1, 3);
  q.mu = VectorXd::NullaryExpr(size, [&] { return random() % 4 == 0 ? 0.0 : uniform(random, 0.01, 2); });
  return q;
}

/// The least value over all sign patterns, each solved as a linear system.
double least_by_sign_patterns(const Quadratic& q) {
  double least = q(VectorXd::Zero(q.size()));
  Index patterns = 1;
  for (Index j = 0; j < q.size(); ++j) patterns *= 3;
  for (Index pattern = 0; pattern < patterns; ++pattern) {
    std::vector<Index> support;
    VectorXd sign = VectorXd::Zero(q.size());
    Index rest = pattern;
    for (Index j = 0; j < q.size(); ++j, rest /= 3) {
      sign[j] = static_cast<double>(rest % 3) - 1;
      if (sign[j] != 0) support.push_back(j);
    }
    if (support.empty()) continue;
    const MatrixXd block = q.hessian(support, support);
    const VectorXd all = q.hessian * q.at - q.gradient - q.mu.cwiseProduct(sign);
    const VectorXd right = all(support);
    VectorXd x = VectorXd::Zero(q.size());
    const VectorXd on_support = block.completeOrthogonalDecomposition().solve(right);
    x(support) = on_support;
    least = std::min(least, q(x));  // any point at all is an upper bound; the right pattern gives the least
  }
  return least;
}

class QuadraticL1 : public testing::TestWithParam<Kind> {};

TEST_P(QuadraticL1, IsTheBestOfAllSignPatterns) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const Quadratic q = random_quadratic(random, 1 + repeat % 6, GetParam());
    const double scale = std::abs(q(q.at)) + std::abs(q(VectorXd::Zero(q.size()))) + 1;
    EXPECT_NEAR(q(q.solve()), least_by_sign_patterns(q), 1e-9 * scale) << "repeat " << repeat;
  }
}

TEST_P(QuadraticL1, SatisfiesTheConditionsOfAMinimum) {
  EXPECT_TRUE(rc::check([this] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Quadratic q = random_quadratic(random, 1 + static_cast<Index>(random() % 60), GetParam());
    const VectorXd x = q.solve();
    RC_ASSERT(x.allFinite());
    const double rounding =
        q.hessian.cwiseAbs().maxCoeff() * (x - q.at).cwiseAbs().sum() + q.gradient.cwiseAbs().maxCoeff();
    RC_ASSERT(q.violation(x) <= 1e-10 * rounding + 1e-8 * q.mu.maxCoeff());
  }));
}

TEST_P(QuadraticL1, ShorterProjectedStepsLeadToTheSameMinimum) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Quadratic q = random_quadratic(random, 30, GetParam());
    const double scale = std::abs(q(q.at)) + std::abs(q(VectorXd::Zero(q.size()))) + 1;
    EXPECT_NEAR(q(q.solve({.projections = 5})), q(q.solve()), 1e-9 * scale) << "repeat " << repeat;
  }
}

TEST_P(QuadraticL1, LittleEffortNeverEndsAboveTheStart) {
  std::mt19937_64 random(4);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const Quadratic q = random_quadratic(random, 60, GetParam());
    const double little = q(q.solve({.rounds = 1, .newton_steps = 2, .projections = 5})), start = q(q.at);
    const double rounding = 1e-9 * (1 + std::abs(start));
    EXPECT_LE(little, start + rounding) << "repeat " << repeat;
    EXPECT_GE(little, q(q.solve()) - rounding) << "repeat " << repeat;
  }
}

std::string kind_name(const testing::TestParamInfo<Kind>& test) {
  switch (test.param) {
    case Kind::plain:
      return "plain";
    case Kind::ill_conditioned:
      return "ill_conditioned";
    case Kind::singular:
      return "singular";
    case Kind::nearly_parallel:
      return "nearly_parallel";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(Kinds, QuadraticL1,
                         testing::Values(Kind::plain, Kind::ill_conditioned, Kind::singular, Kind::nearly_parallel),
                         kind_name);

TEST(QuadraticL1Edges, ALargePenaltyMakesEveryWeightExactlyZero) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Quadratic q = random_quadratic(random, 20, Kind::plain);
    q.mu = (q.gradient - q.hessian * q.at).cwiseAbs() * 1.001;
    EXPECT_TRUE((q.solve().array() == 0).all());
  }
}

TEST(QuadraticL1Edges, WithoutPenaltyItIsNewtonsStep) {
  std::mt19937_64 random(3);
  Quadratic q = random_quadratic(random, 15, Kind::plain);
  q.mu.setZero();
  EXPECT_LE(q.slope(q.solve()).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(QuadraticL1Edges, AFeatureThatIsAlwaysZeroKeepsNoWeight) {
  Quadratic q;
  q.hessian = MatrixXd::Zero(2, 2);
  q.hessian(0, 0) = 1;
  q.gradient = Eigen::Vector2d(-3, 0);
  q.at = Eigen::Vector2d(0, 0);
  q.mu = Eigen::Vector2d(1, 1);
  const VectorXd x = q.solve();
  EXPECT_NEAR(x[0], 2, 1e-12);
  EXPECT_EQ(x[1], 0);
}

}  // namespace
}  // namespace smsvm
