#include "baselines/limited_memory.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <Eigen/Dense>
#include <random>

#include "rows/instance.hpp"

namespace smsvm {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd random_vector(std::mt19937_64& random, Eigen::Index size) {
  VectorXd v(size);
  for (double& x : v) x = test::uniform(random, -1, 1);
  return v;
}

/// A positive definite matrix with condition number at most about 1000.
MatrixXd random_hessian(std::mt19937_64& random, Eigen::Index size) {
  MatrixXd root(size, size);
  for (Eigen::Index j = 0; j < size; ++j) root.col(j) = random_vector(random, size);
  return root.transpose() * root + 0.01 * MatrixXd::Identity(size, size);
}

/// The textbook's update of the inverse Hessian.
void update(MatrixXd& inverse, const VectorXd& s, const VectorXd& y) {
  const double inner = s.dot(y);
  const MatrixXd side = MatrixXd::Identity(s.size(), s.size()) - s * y.transpose() / inner;
  inverse = side * inverse * side.transpose() + s * s.transpose() / inner;
}

struct Case {
  Eigen::Index size;
  std::vector<VectorXd> step, change;
};

Case random_case(std::mt19937_64& random) {
  Case drawn{2 + static_cast<Eigen::Index>(random() % 6), {}, {}};
  const MatrixXd hessian = random_hessian(random, drawn.size);
  const std::size_t pairs = 1 + random() % 8;
  for (std::size_t k = 0; k < pairs; ++k) {
    drawn.step.push_back(random_vector(random, drawn.size));
    drawn.change.push_back(hessian * drawn.step.back());
  }
  return drawn;
}

TEST(LimitedMemory, EqualsDenseBfgsOnTheLastPairs) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Case drawn = random_case(random);
    const std::size_t room = 1 + random() % 8;
    LimitedMemory memory(room);
    for (std::size_t k = 0; k < drawn.step.size(); ++k) RC_ASSERT(memory.learn(drawn.step[k], drawn.change[k]));

    const VectorXd &s = drawn.step.back(), &y = drawn.change.back();
    MatrixXd inverse = s.dot(y) / y.squaredNorm() * MatrixXd::Identity(drawn.size, drawn.size);
    for (std::size_t k = drawn.step.size() - std::min(room, drawn.step.size()); k < drawn.step.size(); ++k)
      update(inverse, drawn.step[k], drawn.change[k]);

    const VectorXd v = random_vector(random, drawn.size);
    const VectorXd expected = inverse * v;
    RC_ASSERT((memory.apply(v, VectorXd::Ones(drawn.size)) - expected).norm() <= 1e-9 * inverse.norm() * v.norm());
  }));
}

TEST(LimitedMemory, SatisfiesTheSecantEquationOfTheLastPair) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Case drawn = random_case(random);
    LimitedMemory memory(5);
    for (std::size_t k = 0; k < drawn.step.size(); ++k) RC_ASSERT(memory.learn(drawn.step[k], drawn.change[k]));
    const VectorXd step = memory.apply(drawn.change.back(), VectorXd::Ones(drawn.size));
    RC_ASSERT((step - drawn.step.back()).norm() <= 1e-8 * drawn.step.back().norm());
  }));
}

/// What the coordinates that are held did in the past does not matter.
TEST(LimitedMemory, RestrictedIsTheMemoryOfTheRestrictedPairs) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Case drawn = random_case(random);
    VectorXd free = VectorXd::Ones(drawn.size);
    free[static_cast<Eigen::Index>(random()) & 1] = 0;
    LimitedMemory whole(20), restricted(20);
    for (std::size_t k = 0; k < drawn.step.size(); ++k) {
      whole.learn(drawn.step[k], drawn.change[k]);
      restricted.learn(drawn.step[k].cwiseProduct(free), drawn.change[k].cwiseProduct(free));
    }
    const VectorXd v = random_vector(random, drawn.size), result = whole.apply(v, free);
    RC_ASSERT(result.cwiseProduct(free) == result);
    RC_ASSERT(v.cwiseProduct(free).dot(result) >= 0);
    RC_ASSERT(result == restricted.apply(v.cwiseProduct(free), VectorXd::Ones(drawn.size)));
  }));
}

TEST(LimitedMemory, RefusesPairsWithoutCurvature) {
  LimitedMemory memory(5);
  const VectorXd e = VectorXd::Unit(3, 0), all = VectorXd::Ones(3);
  EXPECT_FALSE(memory.learn(e, -e));
  EXPECT_FALSE(memory.learn(e, VectorXd::Unit(3, 1)));
  EXPECT_FALSE(memory.learn(VectorXd::Zero(3), VectorXd::Zero(3)));
  EXPECT_TRUE(memory.empty());
  EXPECT_EQ(memory.apply(e, all), e);
  EXPECT_TRUE(memory.learn(e, 2 * e));
  EXPECT_EQ(memory.apply(e, all), 0.5 * e);
  memory.forget();
  EXPECT_TRUE(memory.empty());
}

}  // namespace
}  // namespace smsvm
