#include "report/scale.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace smsvm::report {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double denormal = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();

TEST(Scale, LeavesRoomAroundTheValues) {
  const Scale scale(std::vector<double>{10, 20}, false);
  EXPECT_GT(scale.share(10), 0.01);
  EXPECT_LT(scale.share(10), 0.1);
  EXPECT_DOUBLE_EQ(scale.share(15), 0.5);
  EXPECT_DOUBLE_EQ(scale.share(20), 1 - scale.share(10));
}

TEST(Scale, BeginsAtZeroIfThatIsNear) {
  EXPECT_EQ(Scale(std::vector<double>{1, 20}, false).share(0.0), 0);
  EXPECT_EQ(Scale(std::vector<double>{-20, -1}, false).share(0.0), 1);
  EXPECT_LT(Scale(std::vector<double>{19, 20}, false).share(0.0), -1);
}

TEST(Scale, OfALogarithmicAxisShowsPositiveNumbersOnly) {
  const Scale scale(std::vector<double>{1e-6, 1, 0, -3, nan, infinity}, true);
  EXPECT_NEAR(scale.share(1e-3), 0.5, 1e-12);
  EXPECT_TRUE(scale.shows(denormal));
  for (const double value : {0.0, -0.0, -3.0, nan, infinity, -infinity}) EXPECT_FALSE(scale.shows(value)) << value;
}

TEST(Scale, PutsEqualValuesInTheMiddle) {
  for (const double value : {0.0, 5.0, -5.0, 1e-320, 1e299, -1e-12}) {
    const Scale scale(std::vector<double>{value, value}, false);
    EXPECT_NEAR(scale.share(value), 0.5, 1e-9) << value;
    EXPECT_GE(scale.ticks(6).size(), 2u) << value;
  }
  const Scale scale(std::vector<double>{1e-9}, true);
  EXPECT_NEAR(scale.share(1e-9), 0.5, 1e-9);
  EXPECT_GE(scale.ticks(6).size(), 2u);
}

TEST(Scale, OfNothingHasTicksToo) {
  for (const bool logarithmic : {false, true}) EXPECT_GE(Scale({}, logarithmic).ticks(6).size(), 2u);
}

RC_GTEST_PROP(Scale, HoldsWhateverItShows, (std::vector<double> values, bool logarithmic)) {
  for (double& value : values) {
    if (*rc::gen::inRange(0, 4) == 0)
      value = *rc::gen::element(0.0, nan, infinity, -infinity, denormal, largest, -largest);
  }
  const Scale scale(values, logarithmic);
  for (const double value : values) {
    if (!scale.shows(value)) continue;
    RC_ASSERT(scale.share(value) >= 0);
    RC_ASSERT(scale.share(value) <= 1);
  }
  const std::vector<Tick> ticks = scale.ticks(6);
  RC_ASSERT(!ticks.empty());
  for (const Tick& tick : ticks) {
    RC_ASSERT(scale.share(tick) >= -1e-6);
    RC_ASSERT(scale.share(tick) <= 1 + 1e-6);
  }
}

}  // namespace
}  // namespace smsvm::report
