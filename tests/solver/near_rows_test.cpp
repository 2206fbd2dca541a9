#include "solver/loop/near_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace smsvm {
namespace {

TEST(NearRows, MoveIsWhatTheExcessPaysFor) {
  const Kink kink{.excess = 0.02, .density = 0.25};
  EXPECT_NEAR(0.5 * kink.density * kink.move() * kink.move(), kink.excess, 1e-15);
  EXPECT_NEAR(kink.share(), 2 * 0.25 * 0.4, 1e-15);
}

TEST(NearRows, DensityIsCountedWhereTheRowsMayMove) {
  const auto evenly = [](double width) { return std::min(1.0, 0.6 * width); };  // 0.3 rows per unit of u
  EXPECT_NEAR(kink_at(1e-3, evenly).density, 0.3, 1e-12);
  const auto nobody = [](double) { return 0.0; };
  EXPECT_GT(kink_at(1e-3, nobody).density, 0);
}

TEST(NearRows, MoreRowsStayTheLessIsKnown) {
  const Kink rough{.excess = 1e-2, .density = 1}, fine{.excess = 1e-6, .density = 1};
  EXPECT_GT(near_in_first_round(rough).width, near_in_first_round(fine).width);
  EXPECT_GT(near_in_first_round(fine).reach, near_in_later_round(fine, 1).reach);
  EXPECT_GT(near_in_later_round(fine, 2).reach, near_in_later_round(fine, 1).reach);
  EXPECT_GT(near_in_later_round(fine, 2).width, near_in_later_round(fine, 1).width);
  EXPECT_GE(near_in_first_round({.excess = 0, .density = 1}).width, 1e-6);
  EXPECT_LT(first_epsilon(near_in_first_round(rough)), near_in_first_round(rough).width);
}

}  // namespace
}  // namespace smsvm
