#include "judge/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace smsvm::judge {
namespace {

mpq_class decimal(const char* text) { return Number::from_decimal(text).fraction(); }

TEST(JudgesNumber, IsTheDecimalAndNotTheDoubleNextToIt) {
  EXPECT_EQ(decimal("0.1"), mpq_class(1, 10));
  EXPECT_NE(Number(0.1).fraction(), mpq_class(1, 10));
  EXPECT_EQ(Number(0.1).fraction(), mpq_class(0.1));
}

TEST(JudgesNumber, ReadsEverySpelling) {
  EXPECT_EQ(decimal("-1.25e-3"), mpq_class(-1, 800));
  EXPECT_EQ(decimal("+12E+2"), 1200);
  EXPECT_EQ(decimal(".5"), mpq_class(1, 2));
  EXPECT_EQ(decimal("5."), 5);
  EXPECT_EQ(decimal("1700000003.904"), mpq_class("212500000488/125"));
  EXPECT_EQ(decimal("-0.000"), 0);
}

TEST(JudgesNumber, HasNoLargestAndNoSmallest) {
  EXPECT_EQ((Number::from_decimal("1e300") * Number::from_decimal("1e-300")).fraction(), 1);
  const Number least(std::numeric_limits<double>::denorm_min());
  EXPECT_GT((least * least).fraction(), 0);
}

TEST(JudgesNumber, AddsNumbersOfAnySizeWithoutRounding) {
  const Number sum = Number(1e300) + Number::from_decimal("1e-30") - Number(1e300);
  EXPECT_EQ(sum.fraction(), decimal("1e-30"));
  EXPECT_EQ((Number(3) - Number(3)).sign(), 0);
  EXPECT_EQ((Number(-0.5)).magnitude().fraction(), mpq_class(1, 2));
}

TEST(JudgesNumber, RefusesWhatIsNoNumber) {
  EXPECT_THROW(Number{std::nan("")}, std::invalid_argument);
  EXPECT_THROW(Number{INFINITY}, std::invalid_argument);
}

}  // namespace
}  // namespace smsvm::judge
