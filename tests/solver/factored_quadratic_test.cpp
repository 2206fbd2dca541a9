#include "solver/step/factored_quadratic.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <random>

#include "solver/step/quadratic_l1.hpp"

namespace smsvm {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Case {
  MatrixXd rows;
  VectorXd l2, l1, gradient, at, weight;
  std::optional<double> free_gradient;

  FactoredQuadratic quadratic(CholeskyOptions options = {}) const { return {rows, l2, l1, std::move(options)}; }
  FactoredQuadratic::Subproblem subproblem() const { return {gradient, at, weight, free_gradient}; }

  /// The same problem with a dense H, b last.
  VectorXd dense_minimum() const {
    const Index size = at.size() + (free_gradient ? 1 : 0);
    MatrixXd all(rows.rows(), size);
    all.leftCols(at.size()) = rows;
    VectorXd g(size), w = VectorXd::Zero(size), mu = VectorXd::Zero(size), ridge = VectorXd::Zero(size);
    g.head(at.size()) = gradient;
    w.head(at.size()) = at;
    mu.head(at.size()) = l1;
    ridge.head(at.size()) = l2;
    if (free_gradient) {
      all.col(at.size()).setOnes();
      g[at.size()] = *free_gradient;
    }
    MatrixXd hessian = all.transpose() * weight.asDiagonal() * all;
    hessian.diagonal() += ridge;
    return minimize_quadratic_l1(hessian, g, w, mu);
  }

  double value(const VectorXd& x, double free_step) const {
    const VectorXd d = x - at;
    const VectorXd moved = (rows * d).array() + free_step;
    return gradient.dot(d) + free_gradient.value_or(0) * free_step + 0.5 * d.dot(l2.cwiseProduct(d)) +
           0.5 * moved.dot(weight.cwiseProduct(moved)) + l1.dot(x.cwiseAbs());
  }
};

/// `l2` small: few coordinates end up different from zero, fewer than rows.
Case random_case(std::mt19937_64& random, Index rows, Index size, double l2, double l1) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.5, 2);
  Case result;
  result.rows = MatrixXd::NullaryExpr(rows, size, [&] { return normal(random); });
  result.l2 = VectorXd::NullaryExpr(size, [&] { return l2 * uniform(random); });
  result.l1 = VectorXd::NullaryExpr(size, [&] { return random() % 8 == 0 ? 0.0 : l1 * uniform(random); });
  result.at = VectorXd::NullaryExpr(size, [&] { return random() % 4 == 0 ? normal(random) : 0.0; });
  result.weight = VectorXd::NullaryExpr(rows, [&] { return random() % 6 == 0 ? 0.0 : uniform(random); });
  const VectorXd pull = VectorXd::NullaryExpr(rows, [&] { return normal(random); }).cwiseProduct(result.weight);
  result.gradient = result.rows.transpose() * pull;
  if (random() % 2 == 0) result.free_gradient = pull.sum();
  return result;
}

TEST(FactoredQuadratic, FindsTheMinimumOfTheDenseProblem) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const double l2 = std::pow(10.0, -static_cast<double>(random() % 5)),
                 l1 = std::pow(10.0, 1 - static_cast<double>(random() % 4));
    const Case one =
        random_case(random, 1 + static_cast<Index>(random() % 12), 20 + static_cast<Index>(random() % 60), l2, l1);
    const auto found = one.quadratic().minimize(one.subproblem());
    RC_ASSERT(found.has_value());
    RC_ASSERT(found->complete);
    const VectorXd dense = one.dense_minimum();
    const double least = one.value(dense.head(one.at.size()), one.free_gradient ? dense[one.at.size()] : 0.0);
    RC_ASSERT(one.value(found->x, found->free_step) <=
              least + 1e-8 * (1 + std::abs(least) + one.l1.dot(one.at.cwiseAbs())));
  }));
}

TEST(FactoredQuadratic, RemembersNothingWrongFromOneStepToTheNext) {
  std::mt19937_64 random(2);
  Case one = random_case(random, 10, 200, 0.1, 0.5);
  FactoredQuadratic kept = one.quadratic();
  for (int step = 0; step < 20; ++step) {
    const auto found = kept.minimize(one.subproblem()), fresh = one.quadratic().minimize(one.subproblem());
    ASSERT_TRUE(found && fresh);
    EXPECT_LE((found->x - fresh->x).norm(), 1e-8 * (1 + fresh->x.norm()));
    const Case next = random_case(random, 10, 200, 0.1, 0.5);
    one.gradient = next.rows.transpose() * next.weight;
    one.at = found->x;
    one.weight = next.weight;
    one.free_gradient.reset();
  }
}

TEST(FactoredQuadratic, ALargePenaltyMakesEveryWeightExactlyZero) {
  std::mt19937_64 random(3);
  Case one = random_case(random, 5, 50, 0.1, 1);
  one.at.setZero();
  one.free_gradient.reset();
  one.l1 = one.gradient.cwiseAbs() * 1.001;
  const auto found = one.quadratic().minimize(one.subproblem());
  ASSERT_TRUE(found);
  EXPECT_TRUE((found->x.array() == 0).all());
}

TEST(FactoredQuadratic, StopsWhenAsked) {
  std::mt19937_64 random(4);
  const Case one = random_case(random, 5, 50, 0.1, 0.1);
  EXPECT_FALSE(one.quadratic({nullptr, [] { return false; }}).minimize(one.subproblem()));
}

}  // namespace
}  // namespace smsvm
