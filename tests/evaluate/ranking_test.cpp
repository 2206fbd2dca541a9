#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "evaluate/scored_rows.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

using test::any_rows;
using test::same;
using test::ScoredRows;

/// All pairs of a positive and a negative row.
double auc_by_definition(const ScoredRows& rows) {
  double won = 0, pairs = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows.sign[i] < 0 || rows.sign[j] > 0) continue;
      const double weight = rows.weight[i] * rows.weight[j];
      won += weight * (rows.score[i] > rows.score[j] ? 1 : rows.score[i] == rows.score[j] ? 0.5 : 0);
      pairs += weight;
    }
  }
  return won / pairs;  // nan for 0/0
}

double area_under(const std::vector<RocPoint>& curve) {
  double area = 0;
  for (std::size_t i = 1; i < curve.size(); ++i)
    area += (curve[i].false_positive_rate - curve[i - 1].false_positive_rate) *
            (curve[i].true_positive_rate + curve[i - 1].true_positive_rate) / 2;
  return area;
}

RC_GTEST_PROP(Auc, IsTheShareOfPairsInTheRightOrder, ()) {
  const ScoredRows rows = any_rows();
  RC_ASSERT(same(auc(rows.score, rows.sign, rows.weight), auc_by_definition(rows)));
}

RC_GTEST_PROP(Auc, CountsARowOfWeightKAsKRows, ()) {
  const ScoredRows rows = any_rows(), copies = rows.repeated();
  RC_ASSERT(same(auc(rows.score, rows.sign, rows.weight), auc(copies.score, copies.sign)));
}

RC_GTEST_PROP(Auc, IsTheAreaUnderTheCurve, ()) {
  const ScoredRows rows = any_rows();
  const double area = auc(rows.score, rows.sign, rows.weight);
  const auto curve = roc_curve(rows.score, rows.sign, rows.weight);
  if (std::isnan(area)) {
    RC_ASSERT(curve.empty());
  } else {
    RC_ASSERT(same(area, area_under(curve)));
    RC_ASSERT(curve.front().true_positive_rate == 0 && curve.back().true_positive_rate == 1);
  }
}

RC_GTEST_PROP(Auc, OfReversedScoresIsTheRest, ()) {
  const ScoredRows rows = any_rows();
  std::vector<double> reversed;
  for (const double score : rows.score) reversed.push_back(-score);
  RC_ASSERT(same(auc(reversed, rows.sign, rows.weight), 1 - auc(rows.score, rows.sign, rows.weight)));
}

/// The example of scikit-learn's documentation of roc_auc_score and roc_curve.
TEST(Auc, AgreesWithScikitLearn) {
  const std::vector<double> score{0.1, 0.4, 0.35, 0.8};
  const std::vector<std::int8_t> sign{-1, -1, 1, 1};
  EXPECT_EQ(auc(score, sign), 0.75);
  const auto curve = roc_curve(score, sign);
  const std::vector<std::vector<double>> expected{
      {0, 0, std::numeric_limits<double>::infinity()}, {0, 0.5, 0.8}, {0.5, 0.5, 0.4}, {0.5, 1, 0.35}, {1, 1, 0.1}};
  ASSERT_EQ(curve.size(), expected.size());
  for (std::size_t i = 0; i < curve.size(); ++i) {
    EXPECT_EQ(curve[i].false_positive_rate, expected[i][0]);
    EXPECT_EQ(curve[i].true_positive_rate, expected[i][1]);
    EXPECT_EQ(curve[i].threshold, expected[i][2]);
  }
}

TEST(Auc, OfOneClassOrOfNothingIsNotDefined) {
  EXPECT_TRUE(std::isnan(auc({}, {})));
  EXPECT_TRUE(std::isnan(auc(std::vector<double>{1, 2}, std::vector<std::int8_t>{1, 1})));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(auc(std::vector<double>{nan, 2}, std::vector<std::int8_t>{1, -1})));
  EXPECT_TRUE(roc_curve(std::vector<double>{1, 2}, std::vector<std::int8_t>{-1, -1}).empty());
}

TEST(Roc, IsThinnedWithoutLosingMuchArea) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> score;
  std::vector<std::int8_t> sign;
  for (int i = 0; i < 100'000; ++i) {
    sign.push_back(i % 3 == 0 ? 1 : -1);
    score.push_back(normal(random) + sign.back());
  }
  const auto curve = roc_curve(score, sign, {}, 200);
  EXPECT_LE(curve.size(), 200U);
  EXPECT_GE(curve.size(), 100U);
  EXPECT_NEAR(area_under(curve), auc(score, sign), 1e-4);
}

TEST(OneVersusRest, TakesEachClassByItsOwnColumn) {
  const std::vector<std::int32_t> truth{0, 1, 2, 0};
  const std::vector<double> scores{3, 0, 0, /**/ 1, 0, 1, /**/ 2, 0, 2, /**/ 0, 0, 0};
  const std::vector<double> areas = one_versus_rest_auc(scores, truth, 3);
  EXPECT_EQ(areas, (std::vector<double>{0.5, 0.5, 1}));
  EXPECT_DOUBLE_EQ(mean_of_defined(areas), 2.0 / 3);
}

TEST(OneVersusRest, MeanLeavesOutWhatIsNotDefined) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(mean_of_defined(std::vector<double>{nan, 1, 0}), 0.5);
  EXPECT_TRUE(std::isnan(mean_of_defined(std::vector<double>{nan})));
  EXPECT_TRUE(std::isnan(mean_of_defined({})));
}

}  // namespace
}  // namespace smsvm
