#include "solver/loop/smoothing_schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace smsvm {
namespace {

/// ε decides the gap, and the step moves the rows at the kink by about ρ^½ ε.
SmoothingState state_of(double relative_move) {
  SmoothingState state;
  state.epsilon = 0.1;
  state.mean_curvature = 2;
  state.decrease = relative_move * state.epsilon * state.epsilon * state.mean_curvature;
  state.smoothing_gap = 0.5;
  state.gap = 1;
  state.target_gap = 1e-4;
  return state;
}

TEST(SmoothingSchedule, RelativeMoveIsFreeOfScale) {
  SmoothingState state = state_of(3);
  EXPECT_NEAR(state.relative_move(), 3, 1e-12);
  state.decrease = -1e-18;  // rounding
  EXPECT_EQ(state.relative_move(), 0);
}

TEST(SmoothingSchedule, FallsFasterTheLessTheRowsMove) {  // section 6, step 4
  double before = 0;
  for (double move = 1e-4; move < 100; move *= 2) {
    const double next = next_epsilon(state_of(move));
    EXPECT_GE(next, before);
    EXPECT_GE(next, 0.05 * 0.1);  // bounded both ways
    EXPECT_LE(next, 0.8 * 0.1);
    before = next;
  }
  EXPECT_LT(next_epsilon(state_of(0)), next_epsilon(state_of(10)));
}

TEST(SmoothingSchedule, DoesNotRunAheadOfTheCertificate) {
  SmoothingState state = state_of(0);
  const double fast = next_epsilon(state);
  state.smoothing_gap = 1e-3 * state.gap;  // something else keeps the gap open
  EXPECT_GT(next_epsilon(state), fast);
  EXPECT_LT(next_epsilon(state), state.epsilon);
  state = state_of(0);
  state.target_gap = 1000 * state.smoothing_gap;  // ε is good enough already
  EXPECT_GT(next_epsilon(state), fast);
  EXPECT_LT(next_epsilon(state), state.epsilon);
}

TEST(SmoothingSchedule, FallsFasterTheMoreOfTheGapIsDueToSmoothing) {
  double before = 0;
  for (double share = 1; share > 1e-4; share /= 2) {
    SmoothingState state = state_of(1);
    state.smoothing_gap = share * state.gap;
    const double next = next_epsilon(state);
    EXPECT_GE(next, before);
    EXPECT_LT(next, state.epsilon);
    before = next;
  }
}

TEST(SmoothingSchedule, LandsWhereSmoothingTakesHalfOfWhatIsAllowed) {
  SmoothingState state = state_of(0);
  state.smoothing_gap = 0.9 * state.gap;
  state.target_gap = 0.25 * state.smoothing_gap;  // A falls like ε²
  EXPECT_NEAR(next_epsilon(state), std::sqrt(0.125) * state.epsilon, 1e-12);
}

TEST(SmoothingSchedule, KnowsNoGapWhereThereIsNoBound) {
  SmoothingState state = state_of(1);
  state.gap = state.target_gap = 0;
  EXPECT_NEAR(next_epsilon(state), 0.5 * state.epsilon, 1e-12);
}

TEST(SmoothingSchedule, WaitsForFeaturesThatWereLeftOut) {
  SmoothingState state = state_of(1);
  state.complete = false;
  EXPECT_EQ(next_epsilon(state), state.epsilon);
  state.decrease = 0;  // but not for ever: what is in the model has come to rest
  EXPECT_LT(next_epsilon(state), state.epsilon);
}

TEST(SmoothingSchedule, TheDualStartsAfreshWhereHIsTooLargeAndManyRowsAreAtTheKink) {
  EXPECT_FALSE(dual_lags(0.5, 1000));  // H was right
  EXPECT_FALSE(dual_lags(0.9, 1));     // too few rows for the curvature of eq. 4
  EXPECT_TRUE(dual_lags(0.9, 1000));
}

TEST(SmoothingSchedule, ShorterStepsAskForMoreSmoothing) {  // section 6, step 6
  EXPECT_LE(epsilon_after_shortening(0.1, 0.9), 0.1);
  EXPECT_GT(epsilon_after_shortening(0.1, 0.01), 0.1);
  double before = 1;
  for (double step = 0; step <= 1; step += 0.01) {
    const double next = epsilon_after_shortening(0.1, step);
    EXPECT_LE(next, before);
    before = next;
  }
  EXPECT_LE(epsilon_after_shortening(0.9, 0.01), 1);
}

}  // namespace
}  // namespace smsvm
