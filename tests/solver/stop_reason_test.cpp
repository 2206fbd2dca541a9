#include "solver/loop/stop_reason.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace smsvm {
namespace {

Progress progress(double passes, double primal, std::optional<double> dual) {
  Progress now;
  now.passes = passes;
  now.primal = primal;
  now.dual = dual;
  return now;
}

const Progress usual = progress(2.5, 0.5, 0.1);
const SolverOptions limits_far_away{.tolerance = 1e-4, .max_passes = 100};

TEST(StopReason, NoneWhileNothingSpeaksAgainstGoingOn) {
  EXPECT_EQ(stop_reason({usual}, limits_far_away), std::nullopt);
}

TEST(StopReason, ConvergedAtTheTolerance) {
  EXPECT_EQ(stop_reason({progress(1, 0.5, 0.5 - 0.49e-4)}, limits_far_away), Status::converged);
  EXPECT_EQ(stop_reason({progress(1, 0.5, 0.5 - 0.51e-4)}, limits_far_away), std::nullopt);
  EXPECT_EQ(stop_reason({progress(1, 0.611, 0.611)}, limits_far_away), Status::converged);
}

TEST(StopReason, ABoundAboveTheObjectiveIsNoConvergence) {
  for (const double primal : {0.611, static_cast<double>(NAN)})
    EXPECT_EQ(stop_reason({progress(1, primal, 0.959)}, limits_far_away), Status::stalled);
}

TEST(StopReason, WithoutABoundZeroIsTheBestThereIs) {
  EXPECT_EQ(stop_reason({progress(1, 0, std::nullopt)}, limits_far_away), Status::stationary);
}

TEST(StopReason, PassesAreCountedWithTheCostOfGoingOn) {
  const SolverOptions few{.max_passes = 3};
  EXPECT_EQ(stop_reason({.now = usual, .cost = 1}, few), Status::max_passes);
  EXPECT_EQ(stop_reason({.now = usual, .cost = 0.5}, few), std::nullopt);
  EXPECT_TRUE(is_affordable(2.5, 0.5, few));
  EXPECT_FALSE(is_affordable(2.5, 0.6, few));
}

TEST(StopReason, TheObserverAndTheClock) {
  EXPECT_EQ(stop_reason({.now = usual, .cancelled = Status::interrupted}, limits_far_away), Status::interrupted);
  EXPECT_EQ(stop_reason({.now = usual, .out_of_time = true}, limits_far_away), Status::max_seconds);
}

/// What is proved comes first; then what is the same in every run.
TEST(StopReason, TheFirstOfSeveral) {
  const Progress proved = progress(200, 0.5, 0.499999), late = progress(200, 0.5, 0.1);
  EXPECT_EQ(stop_reason({.now = proved, .cancelled = Status::interrupted, .out_of_time = true}, limits_far_away),
            Status::converged);
  EXPECT_EQ(stop_reason({.now = late, .cancelled = Status::interrupted, .out_of_time = true}, limits_far_away),
            Status::max_passes);
  EXPECT_EQ(stop_reason({.now = usual, .before = &usual, .cancelled = Status::interrupted, .out_of_time = true},
                        limits_far_away),
            Status::interrupted);
  EXPECT_EQ(stop_reason({.now = usual, .before = &usual, .out_of_time = true}, limits_far_away), Status::max_seconds);
  EXPECT_EQ(stop_reason({.now = usual, .before = &usual}, limits_far_away), Status::stalled);
}

TEST(StopReason, ACancelledSweepIsTheDoingOfTheFirstWhoSaidSo) {
  EXPECT_EQ(why_cancelled(Status::interrupted, true), Status::interrupted);
  EXPECT_EQ(why_cancelled(Status::max_seconds, false), Status::max_seconds);
  EXPECT_EQ(why_cancelled(std::nullopt, true), Status::max_seconds);
  EXPECT_EQ(why_cancelled(std::nullopt, false), Status::interrupted);  // another problem of the batch was told
}

TEST(StopReason, StalledWhereNeitherGapNorObjectiveHasMoved) {
  EXPECT_TRUE(has_stalled(progress(9, 0.5, 0.4), progress(1, 0.5, 0.4), 1e-8));
  EXPECT_FALSE(has_stalled(progress(9, 0.5, 0.45), progress(1, 0.5, 0.4), 1e-8));
  EXPECT_FALSE(has_stalled(progress(9, 0.49, 0.0), progress(1, 0.5, 0.0), 1e-3));  // whatever the bound
  EXPECT_TRUE(has_stalled(progress(9, 0.4999, 0.0), progress(1, 0.5, 0.0), 1e-3));
}

TEST(StopReason, WithoutABoundTheObjectiveAloneTellsAStall) {
  const Progress before = progress(1, 0.5, std::nullopt);
  EXPECT_TRUE(has_stalled(progress(9, 0.5, std::nullopt), before, 1e-3));
  EXPECT_FALSE(has_stalled(progress(9, 0.5 * (1 - 2e-6), std::nullopt), before, 1e-3));
  EXPECT_TRUE(has_stalled(progress(9, 0.5 * (1 - 2e-7), std::nullopt), before, 1e-3));
}

TEST(StopReason, StoringMayKeepTheGapOpen) {
  const Progress near = progress(5, 0.5, 0.4998);
  EXPECT_TRUE(storing_keeps_the_gap_open(near, 1e-4, 1e-4));
  EXPECT_FALSE(storing_keeps_the_gap_open(near, 5e-5, 1e-4));                         // the gap is larger than that
  EXPECT_FALSE(storing_keeps_the_gap_open(near, 1e-4, 1e-3));                         // and here it is allowed
  EXPECT_FALSE(storing_keeps_the_gap_open(progress(5, 0.5, std::nullopt), 1, 1e-4));  // there is no gap
  EXPECT_EQ(stop_reason({.now = near, .storing = 1e-4}, limits_far_away), Status::stalled);
}

TEST(StopReason, WithoutABoundAQuarterOfTheToleranceSettles) {
  EXPECT_TRUE(is_settled_without_bound(0.5, 0.12e-4, 1e-4));
  EXPECT_FALSE(is_settled_without_bound(0.5, 0.13e-4, 1e-4));
}

TEST(StopReason, LimitsAreOfPassesOrFromOutside) {
  EXPECT_EQ(limit_of(Status::max_passes), Limit::passes);
  EXPECT_EQ(limit_of(Status::max_seconds), Limit::outside);
  EXPECT_EQ(limit_of(Status::interrupted), Limit::outside);
  for (const Status status : {Status::converged, Status::stationary, Status::stalled})
    EXPECT_EQ(limit_of(status), std::nullopt);
}

/// A steady run is never taken for one that has stalled, however slow; one that stands still is, after its patience.
TEST(StopReason, SteadyProgressIsNoStall) {
  constexpr std::size_t patience = 30;
  double dual = 0.4, primal = 0.9;
  std::vector<Progress> closing, falling;
  for (int line = 1; line < 300; ++line) {
    closing.push_back(progress(line, 0.5, dual += 0.02 * (0.5 - dual)));
    falling.push_back(progress(line, primal *= 0.9999, 0.0));
  }
  for (std::size_t at = patience; at < closing.size(); ++at) {
    EXPECT_FALSE(has_stalled(closing[at], closing[at - patience], 1e-8));
    EXPECT_FALSE(has_stalled(falling[at], falling[at - patience], 1e-3));
  }
}

}  // namespace
}  // namespace smsvm
