#include "smsvm/objective.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class Call>
std::string complaint(const Call& call) {
  try {
    call();
  } catch (const OptionError& error) {
    return error.what();
  }
  return "";
}

TEST(Penalty, FromCIsLiblinearsScale) {  // table of section 1
  const Penalty ridge = Penalty::from_c(2, 0, 50, Intercept::penalized);
  EXPECT_DOUBLE_EQ(ridge.l2, 0.01);
  EXPECT_EQ(ridge.l1, 0);
  const Penalty mixed = Penalty::from_c(0.5, 0.25, 100, Intercept::free);
  EXPECT_DOUBLE_EQ(mixed.l2, 0.015);
  EXPECT_DOUBLE_EQ(mixed.l1, 0.005);
  EXPECT_DOUBLE_EQ(mixed.c(100), 0.5);
  EXPECT_DOUBLE_EQ(mixed.l1_ratio(), 0.25);
  EXPECT_EQ(Penalty{}.c(10), INFINITY);
  EXPECT_EQ(Penalty{}.l1_ratio(), 0);
}

TEST(Penalty, ComplaintsNameTheOption) {
  EXPECT_THAT(complaint([] { Penalty::from_c(0, 0, 1, Intercept::free); }), HasSubstr("-C"));
  EXPECT_THAT(complaint([] { Penalty::from_c(NAN, 0, 1, Intercept::free); }), HasSubstr("-C"));
  EXPECT_THAT(complaint([] { Penalty::from_c(1, 1.5, 1, Intercept::free); }), HasSubstr("--l1-ratio"));
  Penalty penalty;
  penalty.l2 = -1;
  EXPECT_THAT(complaint([&] { penalty.check(3); }), HasSubstr("--l2"));
  penalty.l2 = 1;
  penalty.l1 = INFINITY;
  EXPECT_THAT(complaint([&] { penalty.check(3); }), HasSubstr("--l1"));
  penalty.l1 = 0;
  penalty.factor = {1, 1};
  EXPECT_THAT(complaint([&] { penalty.check(3); }), HasSubstr("2 penalty factors for 3"));
  penalty.factor = {1, -1, 1};
  EXPECT_THAT(complaint([&] { penalty.check(3); }), HasSubstr("-1"));
  penalty.factor = {1, 0, 1};
  EXPECT_EQ(complaint([&] { penalty.check(3); }), "");
}

TEST(Objective, HasOneCoordinateMoreWithAnIntercept) {
  Penalty penalty;
  penalty.l2 = 2;
  penalty.l1 = 3;
  penalty.factor = {1, 0, 0.5};
  penalty.intercept = Intercept::none;
  EXPECT_THAT(Objective(penalty, 3, 10).l2, ElementsAre(2, 0, 1));
  penalty.intercept = Intercept::free;
  EXPECT_THAT(Objective(penalty, 3, 10).l1, ElementsAre(3, 0, 1.5, 0));
  penalty.intercept = Intercept::penalized;
  EXPECT_THAT(Objective(penalty, 3, 10).l2, ElementsAre(2, 0, 1, 2));
  // Σ λ_j w_j²/2 + μ_j |w_j|
  EXPECT_DOUBLE_EQ(Objective(penalty, 3, 10).penalty({1, 5, -2, -1}), (1 + 3) + 0 + (2 + 3) + (1 + 3));
}

}  // namespace
}  // namespace smsvm
