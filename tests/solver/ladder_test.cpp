#include "solver/loop/ladder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace smsvm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Ladder, EveryLevelHoldsEnoughRows) {
  EXPECT_THAT(ladder_levels(3999, 5), IsEmpty());
  EXPECT_THAT(ladder_levels(4000, 5), ElementsAre(1));
  EXPECT_THAT(ladder_levels(16'000, 5), ElementsAre(2, 1));
  EXPECT_THAT(ladder_levels(1'000'000, 5), ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(ladder_levels(1'000'000, 2000), ElementsAre(2, 1));  // 10 rows per feature
  EXPECT_THAT(ladder_levels(1'000'000, 100'000), IsEmpty());
  EXPECT_THAT(ladder_levels(1, 1), IsEmpty());
}

TEST(Ladder, SamplingScaleShrinksWithTheRows) {  // section 6
  EXPECT_DOUBLE_EQ(sampling_scale(8, 9000, 0.1), 0.1);
  EXPECT_DOUBLE_EQ(sampling_scale(8, 4 * 9000, 0.1), 0.05);
  EXPECT_LE(sampling_scale(100, 10, 1e-3), 1);  // never above the first ε
}

}  // namespace
}  // namespace smsvm
