#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "smsvm/scale.hpp"
#include "solver/problems.hpp"

// What row weights and scales mean, told by problems that need neither.

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::random_small_problem;

/// Both optima are proved to 1e-10 of P, so the objectives agree to about that.
void expect_same_optimum(const Fit& one, const Fit& other) {
  RC_ASSERT(one.dual.has_value());
  RC_ASSERT(other.dual.has_value());
  const double most = 1e-9 * std::max(one.primal, other.primal);
  RC_ASSERT(*one.dual <= other.primal + most);
  RC_ASSERT(*other.dual <= one.primal + most);
  if (one.status == Status::converged && other.status == Status::converged)
    RC_ASSERT(std::abs(one.primal - other.primal) <= most);
}

TEST(TrainWeights, AWeightIsSoManyCopiesAndZeroIsNone) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance weighted = random_small_problem(random), copies = weighted;
    weighted.weight.clear();
    copies.rows.clear();
    copies.sign.clear();
    copies.weight.clear();
    for (std::size_t i = 0; i < weighted.rows.size(); ++i) {
      const auto count = i < 2 ? 1 : random() % 4;
      weighted.weight.push_back(static_cast<double>(count));
      copies.rows.insert(copies.rows.end(), count, weighted.rows[i]);
      copies.sign.insert(copies.sign.end(), count, weighted.sign[i]);
    }
    expect_same_optimum(fit_of(weighted, precise(1e-10)), fit_of(copies, precise(1e-10)));
  }));
}

TEST(TrainWeights, AScaleIsDataDividedByIt) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance scaled = random_small_problem(random);
    scaled.penalty.scale.clear();
    for (std::size_t j = 0; j < scaled.features(); ++j)
      scaled.penalty.scale.push_back(std::ldexp(1, static_cast<int>(random() % 9) - 4));
    Instance divided = scaled;
    divided.penalty.scale.clear();
    for (auto& row : divided.rows)
      for (std::size_t j = 0; j < row.size(); ++j) row[j] /= scaled.penalty.scale[j];
    expect_same_optimum(fit_of(scaled, precise(1e-10)), fit_of(divided, precise(1e-10)));
  }));
}

TEST(TrainWeights, WithAFreeInterceptAShiftChangesNothing) {
  std::mt19937_64 random(7);
  Instance instance = test::random_instance(random, 60, 3);
  instance.penalty.l2 = 0.01;
  instance.penalty.intercept = Intercept::free;
  Instance standardised = instance;
  instance.penalty.scale = feature_scale(instance.data(), Scale::standard);
  for (std::size_t j = 0; j < 3; ++j) {
    double mean = 0;
    for (const auto& row : instance.rows) mean += row[j] / static_cast<double>(instance.rows.size());
    for (auto& row : standardised.rows) row[j] = (row[j] - mean) / instance.penalty.scale[j];
  }
  const Fit one = fit_of(instance, precise(1e-10)), other = fit_of(standardised, precise(1e-10));
  EXPECT_NEAR(one.primal, other.primal, 1e-9 * one.primal);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(one.weights[j] * instance.penalty.scale[j], other.weights[j], 1e-4);
}

/// Their sums and products would not be numbers. A power of two has no part in any bit of the result.
TEST(TrainWeights, ACommonFactorOfAnySizeChangesNothing) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, 50, 4);
  instance.weight = test::random_weights(random, 50);
  instance.penalty.l2 = 1e-2;
  instance.penalty.l1 = 1e-2;
  const Fit plain = fit_of(instance, precise(1e-6));
  const double largest = *std::max_element(instance.weight.begin(), instance.weight.end());
  for (const int exponent : {-1000, -900, 900, 1023 - std::ilogb(largest)}) {
    Instance scaled = instance;
    for (double& weight : scaled.weight) weight = std::ldexp(weight, exponent);
    const Fit fit = fit_of(scaled, precise(1e-6));
    EXPECT_EQ(fit.status, Status::converged) << exponent;
    EXPECT_EQ(fit.primal, plain.primal) << exponent;
    EXPECT_EQ(fit.dual, plain.dual) << exponent;
    EXPECT_EQ(fit.weights, plain.weights) << exponent;
    const BatchFit batch =
        train(scaled.data(), {{scaled.target(), instance.target()}, {2, scaled.penalty}}, precise(1e-6));
    EXPECT_EQ(batch.fit[0].weights, batch.fit[1].weights) << exponent;
  }
}

}  // namespace
}  // namespace smsvm
