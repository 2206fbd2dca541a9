#include "solver/loop/thinning.hpp"

#include <gtest/gtest.h>

namespace smsvm {
namespace {

Sums found(double curvature, double hessian_rows) {
  Sums sums;
  sums.curvature = curvature;
  sums.hessian_rows = hessian_rows;
  return sums;
}

TEST(Thinning, NeedsASweepToLearnFrom) { EXPECT_EQ(Thinning(10).least_curvature(1'000'000), 0); }

TEST(Thinning, IsAShareOfTheMeanOfARow) {
  Thinning thinning(10);
  thinning.learn(found(5000, 10'000), 10'000);
  const double least = thinning.least_curvature(10'000);
  EXPECT_GT(least, 0);
  EXPECT_LT(least, 0.5);
  EXPECT_EQ(thinning.least_curvature(40'000), least);  // a larger sample of the same rows
}

TEST(Thinning, IsForManyRowsACoordinate) {
  Thinning thinning(10);
  thinning.learn(found(500, 999), 999);
  EXPECT_EQ(thinning.least_curvature(999), 0);
  EXPECT_GT(thinning.least_curvature(1000), 0);
}

TEST(Thinning, TakesMoreRowsWhereFewWereLeft) {
  Thinning thinning(10);
  thinning.learn(found(5000, 10'000), 10'000);
  const double at_first = thinning.least_curvature(10'000);
  thinning.learn(found(5000, 30), 10'000);
  const double after_few = thinning.least_curvature(10'000);
  EXPECT_NEAR(after_few / at_first, 0.1, 1e-9);
  thinning.learn(found(5000, 3000), 10'000);
  EXPECT_NEAR(thinning.least_curvature(10'000), at_first, 1e-9);  // and less again, but never less than at first
  thinning.learn(found(5000, 9000), 10'000);
  EXPECT_NEAR(thinning.least_curvature(10'000), at_first, 1e-9);
}

Thinning that_has_learnt() {
  Thinning thinning(10);
  thinning.learn(found(5000, 10'000), 10'000);
  return thinning;
}

TEST(Thinning, GivesWayAfterAFailedStepUntilOtherRowsAreInUse) {
  Thinning thinning = that_has_learnt();
  thinning.give_way();
  EXPECT_EQ(thinning.least_curvature(10'000), 0);
  thinning.learn(found(5000, 10'000), 10'000);
  EXPECT_EQ(thinning.least_curvature(10'000), 0);
  thinning.begin_anew();
  EXPECT_GT(thinning.least_curvature(10'000), 0);
}

TEST(Thinning, GivesWayWhereTheGapRestsAndSmoothingIsNotToBlame) {
  Thinning thinning = that_has_learnt();
  thinning.judge(0.5, 1e-6);  // the first gap says nothing
  thinning.judge(0.2, 1e-6);  // it falls
  thinning.judge(0.19, 0.1);  // smoothing keeps it open
  EXPECT_GT(thinning.least_curvature(10'000), 0);
  thinning.judge(0.18, 1e-6);
  EXPECT_EQ(thinning.least_curvature(10'000), 0);
}

TEST(Thinning, OfFewCoordinatesGivesWayAfterOneFailedStep) {
  Thinning thinning = that_has_learnt();
  thinning.step_failed();
  EXPECT_EQ(thinning.least_curvature(10'000), 0);
  thinning.step_succeeded();
  EXPECT_EQ(thinning.least_curvature(10'000), 0);
}

/// There H is nearly all of the work.
TEST(Thinning, OfManyCoordinatesTakesFewRowsAndMoreAfterEachFailedStep) {
  Thinning thinning(500);
  thinning.learn(found(50'000, 100'000), 100'000);
  const double at_first = thinning.least_curvature(100'000);
  EXPECT_GT(at_first, 0.5);  // the mean
  double before = at_first;
  for (int failed = 1; failed <= 4 && before > 0; ++failed) {
    thinning.step_failed();
    const double after = thinning.least_curvature(100'000);
    EXPECT_LT(after, before);
    before = after;
  }
  EXPECT_EQ(before, 0);
  for (int succeeded = 1; succeeded <= 8; ++succeeded) thinning.step_succeeded();
  EXPECT_EQ(thinning.least_curvature(100'000), at_first);
}

TEST(Thinning, OfManyCoordinatesNeedsFewerRowsForEach) {
  Thinning thinning(500);
  thinning.learn(found(50'000, 100'000), 100'000);
  EXPECT_EQ(thinning.least_curvature(19'999), 0);
  EXPECT_GT(thinning.least_curvature(20'000), 0);
}

}  // namespace
}  // namespace smsvm
