#include <gtest/gtest.h>

#include <cmath>

#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

using Signs = std::vector<std::int8_t>;
using Classes = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

/// The examples of scikit-learn's documentation of log_loss and brier_score_loss.
TEST(ProbabilityQuality, AgreesWithScikitLearn) {
  EXPECT_NEAR(log_loss(Numbers{0.9, 0.1, 0.2, 0.65}, Signs{1, -1, -1, 1}), 0.21616, 1e-5);
  EXPECT_NEAR(log_loss(Numbers{.1, .9, .9, .1, .8, .2, .35, .65}, Classes{1, 0, 0, 1}, 2), 0.21616, 1e-5);
  EXPECT_NEAR(brier_score(Numbers{0.1, 0.9, 0.8, 0.3}, Signs{-1, 1, 1, -1}), 0.0375, 1e-12);
}

TEST(ProbabilityQuality, OfSeveralClasses) {
  const Numbers probability{0.5, 0.25, 0.25, /**/ 0, 1, 0};
  EXPECT_NEAR(log_loss(probability, Classes{0, 1}, 3), std::log(2) / 2, 1e-15);
  EXPECT_NEAR(brier_score(probability, Classes{0, 1}, 3), (0.25 + 0.0625 + 0.0625) / 2, 1e-15);
  EXPECT_NEAR(brier_score(probability, Classes{0, 1}, 3, Numbers{0, 5}), 0, 1e-15);
}

TEST(ProbabilityQuality, TheImpossibleCostsMuchButNotEverything) {
  EXPECT_NEAR(log_loss(Numbers{0}, Signs{1}), 52 * std::log(2), 1e-12);
  EXPECT_EQ(log_loss(Numbers{1}, Signs{1}), 0);
  EXPECT_TRUE(std::isnan(log_loss(Numbers{}, Signs{})));
}

TEST(CalibrationCurve, ComparesWhatWasSaidWithWhatCame) {
  const auto curve = calibration_curve(Numbers{0, 0.04, 0.5, 0.5, 1}, Signs{-1, 1, 1, -1, 1}, Numbers{3, 1, 1, 1, 2});
  ASSERT_EQ(curve.size(), 3U);  // of ten bins
  EXPECT_DOUBLE_EQ(curve[0].mean_probability, 0.01);
  EXPECT_EQ(curve[0].share_positive, 0.25);
  EXPECT_EQ(curve[0].weight, 4);
  EXPECT_EQ(curve[1].share_positive, 0.5);
  EXPECT_EQ(curve[2].mean_probability, 1);
}

}  // namespace
}  // namespace smsvm
