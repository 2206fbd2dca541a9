#include "evaluate/calibration.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "evaluate/logistic.hpp"
#include "evaluate/scored_rows.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

using test::any_rows;
using test::same;
using test::ScoredRows;
using Numbers = std::vector<double>;
using Signs = std::vector<std::int8_t>;

Calibration of(CalibrationMethod method, const ScoredRows& rows) {
  return calibrate(method, rows.score, rows.sign, rows.weight);
}

PlattCalibration platt(const Numbers& score, const Signs& sign, const Numbers& weight = {}) {
  return std::get<PlattCalibration>(calibrate(CalibrationMethod::platt, score, sign, weight));
}

IsotonicCalibration isotonic(const Numbers& score, const Signs& sign, const Numbers& weight = {}) {
  return std::get<IsotonicCalibration>(calibrate(CalibrationMethod::isotonic, score, sign, weight));
}

TEST(Logistic, NeitherOverflowsNorCancels) {
  EXPECT_EQ(logistic(0), 0.5);
  EXPECT_EQ(logistic(1e308), 1);
  EXPECT_EQ(logistic(-1e308), 0);
  EXPECT_DOUBLE_EQ(logistic(-700), std::exp(-700.0));
  EXPECT_EQ(softplus(1e308), 1e308);
  EXPECT_DOUBLE_EQ(softplus(-40), std::exp(-40.0));
  EXPECT_DOUBLE_EQ(softplus(0), std::log(2.0));
}

/// Two scores: the probabilities there are the mean targets, which can be written down. With a of n positive at one
/// score, that is (a t⁺ + (n − a) t⁻)/n.
TEST(Platt, OfTwoScoresIsExact) {
  const ScoredRows rows{{-3, -3, 5, 5}, {-1, 1, 1, 1}, {4, 1, 2, 2}};  // 5 positive, 4 negative
  const double positive = 6.0 / 7, negative = 1.0 / 6;
  const Calibration fitted = of(CalibrationMethod::platt, rows);
  EXPECT_NEAR(probability(fitted, -3), (1 * positive + 4 * negative) / 5, 1e-10);
  EXPECT_NEAR(probability(fitted, 5), positive, 1e-10);
}

/// At the minimum of a convex loss the gradient vanishes: Σ w (p − t) = 0 and Σ w (p − t) s = 0.
RC_GTEST_PROP(Platt, IsStationary, ()) {
  const ScoredRows rows = any_rows();
  const Calibration fitted = of(CalibrationMethod::platt, rows);
  double positive = 0, negative = 0, first = 0, second = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) (rows.sign[i] > 0 ? positive : negative) += rows.weight[i];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double target = rows.sign[i] > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2);
    const double excess = rows.weight[i] * (probability(fitted, rows.score[i]) - target);
    first += excess;
    second += excess * rows.score[i];
  }
  RC_ASSERT(std::abs(first) < 1e-8 && std::abs(second) < 1e-8);
  RC_ASSERT(is_sound(fitted));
}

RC_GTEST_PROP(Platt, CountsARowOfWeightKAsKRows, ()) {
  const ScoredRows rows = any_rows();
  const auto weighted = std::get<PlattCalibration>(of(CalibrationMethod::platt, rows));
  const auto copies = std::get<PlattCalibration>(of(CalibrationMethod::platt, rows.repeated()));
  RC_ASSERT(std::abs(weighted.slope - copies.slope) < 1e-7 && std::abs(weighted.offset - copies.offset) < 1e-7);
}

TEST(Platt, FindsTheCurveThatTheRowsCameFrom) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Numbers score;
  Signs sign;
  for (int i = 0; i < 200'000; ++i) {
    score.push_back(2 * normal(random) + 1);
    sign.push_back(uniform(random) < logistic(1.5 * score.back() - 0.7) ? 1 : -1);
  }
  const PlattCalibration fitted = platt(score, sign);
  EXPECT_NEAR(fitted.slope, 1.5, 0.03);
  EXPECT_NEAR(fitted.offset, -0.7, 0.03);
}

TEST(Platt, DoesNotDependOnTheScaleOfScores) {
  const Numbers score{-2, -1, 0.5, 1, 3};
  const Signs sign{-1, -1, 1, -1, 1};
  const PlattCalibration plain = platt(score, sign);
  for (const double scale : {1e-200, 1e-5, 1e5, 1e200, 1e307}) {
    Numbers scaled;
    for (const double value : score) scaled.push_back(scale * value);
    const PlattCalibration fitted = platt(scaled, sign);
    EXPECT_NEAR(fitted.slope * scale, plain.slope, 1e-9);
    EXPECT_NEAR(fitted.offset, plain.offset, 1e-9);
  }
}

TEST(Platt, StaysFiniteWhereClassesAreSeparatedOrMissing) {
  const PlattCalibration separated = platt({-1, -1, 1, 1}, {-1, -1, 1, 1});
  EXPECT_NEAR(probability(separated, 1), 0.75, 1e-9);
  EXPECT_NEAR(probability(platt({1, 2, 3}, {1, 1, 1}), 2), 0.8, 1e-9);
  const PlattCalibration equal = platt({2, 2, 2}, {1, -1, -1});
  EXPECT_EQ(equal.slope, 0);
  EXPECT_NEAR(probability(equal, 7), (1 * 2.0 / 3 + 2 * 1.0 / 4) / 3, 1e-12);
  EXPECT_EQ(probability(platt({}, {}), 3), 0.5);
}

/// The least squares fit among all that never fall, by its formula: max over a ≤ i of min over b ≥ i of the mean of
/// levels a to b.
Numbers isotonic_by_definition(const Numbers& mean, const Numbers& weight) {
  Numbers fit;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double best = -1;
    for (std::size_t a = 0; a <= i; ++a) {
      double least = 2;
      for (std::size_t b = i; b < mean.size(); ++b) {
        double sum = 0, total = 0;
        for (std::size_t k = a; k <= b; ++k) sum += weight[k] * mean[k], total += weight[k];
        least = std::min(least, sum / total);
      }
      best = std::max(best, least);
    }
    fit.push_back(best);
  }
  return fit;
}

RC_GTEST_PROP(Isotonic, IsTheBestFitThatNeverFalls, ()) {
  const ScoredRows rows = any_rows();
  const Calibration fitted = of(CalibrationMethod::isotonic, rows);
  RC_ASSERT(is_sound(fitted));
  Numbers level, mean, weight;
  for (double score = -2; score <= 2; score += 0.5) {
    double positive = 0, total = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows.score[i] != score) continue;
      total += rows.weight[i];
      if (rows.sign[i] > 0) positive += rows.weight[i];
    }
    if (total == 0) continue;
    level.push_back(score);
    mean.push_back(positive / total);
    weight.push_back(total);
  }
  const Numbers expected = isotonic_by_definition(mean, weight);
  for (std::size_t k = 0; k < level.size(); ++k) RC_ASSERT(same(probability(fitted, level[k]), expected[k]));
}

TEST(Isotonic, IsStraightBetweenKnotsAndConstantBeyond) {
  const IsotonicCalibration fitted = isotonic({0, 1, 1, 2, 4}, {-1, 1, -1, 1, 1});
  EXPECT_EQ(fitted.score, (Numbers{0, 1, 2, 4}));
  EXPECT_EQ(fitted.probability, (Numbers{0, 0.5, 1, 1}));
  EXPECT_EQ(probability(fitted, -9), 0);
  EXPECT_EQ(probability(fitted, 0.5), 0.25);
  EXPECT_EQ(probability(fitted, 3), 1);
  EXPECT_EQ(probability(fitted, 99), 1);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_NEAR(probability(IsotonicCalibration{{-huge, huge}, {0, 1}}, 0), 0.5, 1e-12);
}

TEST(Isotonic, KeepsOnlyTheEndsOfWhatIsConstant) {
  const IsotonicCalibration fitted = isotonic({1, 2, 3, 4, 5}, {1, -1, 1, -1, 1});
  EXPECT_EQ(fitted.score, (Numbers{1, 4, 5}));
  EXPECT_EQ(fitted.probability, (Numbers{0.5, 0.5, 1}));
}

TEST(Calibration, LeavesOutRowsWithoutAScore) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const PlattCalibration with = platt({nan, -1, infinity, 2, 0}, {1, -1, -1, 1, 1}),
                         without = platt({-1, 2, 0}, {-1, 1, 1});
  EXPECT_EQ(with.slope, without.slope);
  EXPECT_EQ(with.offset, without.offset);
  EXPECT_EQ(isotonic({nan}, {1}).probability, Numbers{0.5});
}

TEST(Calibration, OfClassesAddsUpToOne) {
  const std::vector<Calibration> one{PlattCalibration{1, 0}};
  Numbers two(2);
  class_probabilities(one, Numbers{0.3}, two);
  EXPECT_EQ(two[0], logistic(0.3));
  EXPECT_EQ(two[1], 1 - two[0]);

  const std::vector<Calibration> each{PlattCalibration{1, 0}, PlattCalibration{2, 1}, IsotonicCalibration{{0}, {0.25}}};
  Numbers three(3);
  class_probabilities(each, Numbers{0, -0.5, 7}, three);
  EXPECT_NEAR(three[0], 0.5 / 1.25, 1e-15);
  EXPECT_NEAR(std::accumulate(three.begin(), three.end(), 0.0), 1, 1e-15);

  const std::vector<Calibration> never(3, IsotonicCalibration{{0}, {0}});
  class_probabilities(never, Numbers{1, 2, 3}, three);
  EXPECT_EQ(three, Numbers(3, 1.0 / 3));
}

TEST(Calibration, IsToldSoundFromUnsound) {
  EXPECT_TRUE(is_sound(IsotonicCalibration{{0, 1}, {0.5, 0.5}}));
  for (const IsotonicCalibration& bad :
       {IsotonicCalibration{}, IsotonicCalibration{{0}, {}}, IsotonicCalibration{{1, 1}, {0, 1}},
        IsotonicCalibration{{1, 2}, {1, 0}}, IsotonicCalibration{{1}, {2}}, IsotonicCalibration{{INFINITY}, {0}},
        IsotonicCalibration{{1}, {NAN}}})
    EXPECT_FALSE(is_sound(bad));
  EXPECT_FALSE(is_sound(PlattCalibration{NAN, 0}));
}

}  // namespace
}  // namespace smsvm
