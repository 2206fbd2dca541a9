#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "evaluate/scored_rows.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

using test::same;

TEST(ScoreQuality, TakesAScoreOfZeroForTheNegativeClass) {
  const std::vector<double> score{2, 0, 0, -1};
  const std::vector<std::int8_t> sign{1, 1, -1, -1};
  EXPECT_EQ(accuracy(score, sign), 0.75);
  EXPECT_EQ(accuracy(score, sign, std::vector<double>{1, 3, 0, 0}), 0.25);
}

TEST(ScoreQuality, HingeLossIsTheMeanOfWhatIsMissingToOne) {
  const std::vector<double> score{2, 0.5, 0.5, -3};
  const std::vector<std::int8_t> sign{1, 1, -1, -1};
  EXPECT_EQ(mean_hinge_loss(score, sign), (0 + 0.5 + 1.5 + 0) / 4);
  EXPECT_EQ(mean_hinge_loss(score, sign, std::vector<double>{0, 1, 1, 0}), 1);
}

RC_GTEST_PROP(ScoreQuality, CountsARowOfWeightKAsKRows, ()) {
  const test::ScoredRows rows = test::any_rows(), copies = rows.repeated();
  RC_ASSERT(same(accuracy(rows.score, rows.sign, rows.weight), accuracy(copies.score, copies.sign)));
  RC_ASSERT(same(mean_hinge_loss(rows.score, rows.sign, rows.weight), mean_hinge_loss(copies.score, copies.sign)));
}

}  // namespace
}  // namespace smsvm
