#include "solver/journal.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace smsvm {
namespace {

Progress progress(double passes, double primal, std::optional<double> dual) {
  Progress now;
  now.passes = passes;
  now.primal = primal;
  now.dual = dual;
  return now;
}

struct Kept {
  explicit Kept(const Observer& watch = {}) : observer(watch), journal(options, observer) {}
  SolverOptions options;
  Observer observer;
  Journal journal;
};

TEST(Journal, GapIsRelativeToThePrimal) {
  EXPECT_DOUBLE_EQ(progress(1, 0.5, 0.4).relative_gap(), 0.2);
  EXPECT_EQ(progress(1, 0.5, 0.6).relative_gap(), 0);  // rounding
  EXPECT_EQ(progress(1, 0, 0).relative_gap(), 0);
  EXPECT_EQ(progress(1, 0.5, std::nullopt).relative_gap(), INFINITY);
  Fit fit;
  fit.primal = 0.5;
  EXPECT_EQ(fit.relative_gap(), std::nullopt);
  fit.dual = 0.4;
  EXPECT_DOUBLE_EQ(fit.relative_gap().value(), 0.2);
}

TEST(Journal, GoesOnWhileNothingSpeaksAgainstIt) {
  Kept kept;
  EXPECT_EQ(kept.journal.stop_reason(1), std::nullopt);
  kept.journal.note(progress(1, 0.5, 0.1));
  EXPECT_EQ(kept.journal.stop_reason(1), std::nullopt);
  EXPECT_TRUE(kept.journal.keep_going());
}

TEST(Journal, ConvergedComesBeforeEveryLimit) {
  Kept kept([](const Progress&) { return false; });
  kept.options.max_passes = 3;
  kept.options.max_seconds = 1e-9;
  kept.journal.note(progress(3, 0.5, 0.499999));
  EXPECT_FALSE(kept.journal.keep_going());
  EXPECT_EQ(kept.journal.stop_reason(1), Status::converged);
}

TEST(Journal, ABoundAboveTheObjectiveIsNoConvergence) {
  for (const double primal : {0.611, static_cast<double>(NAN)}) {
    Kept kept;
    kept.journal.note(progress(1, primal, 0.959));
    EXPECT_TRUE(kept.journal.last().contradicts_itself());
    EXPECT_EQ(kept.journal.stop_reason(1), Status::stalled);
  }
  Kept kept;
  kept.journal.note(progress(1, 0.611, 0.611));
  EXPECT_FALSE(kept.journal.last().contradicts_itself());
  EXPECT_EQ(kept.journal.stop_reason(1), Status::converged);
}

TEST(Journal, PassesComeBeforeTimeAndTheObserver) {
  Kept kept([](const Progress&) { return false; });
  kept.options.max_passes = 3;
  kept.options.max_seconds = 1e-9;
  kept.journal.note(progress(2.5, 0.5, 0.1));
  EXPECT_EQ(kept.journal.stop_reason(1), Status::max_passes);
  EXPECT_NE(kept.journal.stop_reason(0.5), Status::max_passes);
}

TEST(Journal, TheFirstToCancelIsNamed) {
  {
    Kept kept([](const Progress&) { return false; });
    kept.journal.note(progress(1, 0.5, 0.1));
    EXPECT_TRUE(kept.journal.cancelled());
    EXPECT_EQ(kept.journal.stop_reason(1), Status::interrupted);
    kept.options.max_seconds = 1e-9;  // too late
    EXPECT_FALSE(kept.journal.keep_going());
    EXPECT_EQ(kept.journal.why_cancelled(), Status::interrupted);
  }
  {
    Kept kept;
    kept.options.max_seconds = 1e-9;
    kept.journal.note(progress(1, 0.5, 0.1));
    EXPECT_EQ(kept.journal.stop_reason(1), Status::max_seconds);
    EXPECT_FALSE(kept.journal.keep_going());
    EXPECT_EQ(kept.journal.why_cancelled(), Status::max_seconds);
  }
}

TEST(Journal, WithoutAGapZeroIsTheBestThereIs) {
  Kept kept;
  kept.journal.note(progress(1, 0, std::nullopt));
  EXPECT_EQ(kept.journal.stop_reason(1), Status::stationary);
}

TEST(Journal, NoProgressForLongIsAStall) {
  Kept kept;
  kept.options.tolerance = 1e-8;
  int lines = 0;
  while (lines < 1000 && kept.journal.stop_reason(0) != Status::stalled) {
    kept.options.max_passes = 1e9;
    kept.journal.note(progress(++lines, 0.5, 0.4));
  }
  EXPECT_GT(lines, 10);
  EXPECT_LT(lines, 100);

  Kept slow;  // but any steady progress is not
  slow.options.tolerance = 1e-8;
  double dual = 0.4;
  for (int line = 1; line < 300; ++line) {
    slow.journal.note(progress(line, 0.5, dual += 0.02 * (0.5 - dual)));
    EXPECT_NE(slow.journal.stop_reason(0), Status::stalled);
  }
}

TEST(Journal, AFallingObjectiveIsProgressWhateverTheBound) {
  Kept kept;
  kept.options.tolerance = 1e-3;
  double primal = 0.9;
  for (int line = 1; line < 300; ++line) {
    kept.journal.note(progress(line, primal *= 0.9999, 0.0));
    EXPECT_NE(kept.journal.stop_reason(0), Status::stalled);
  }
}

TEST(Journal, ShowsTheObserverWhatItKeeps) {
  std::vector<double> seen;
  Kept kept([&](const Progress& now) {
    seen.push_back(now.primal);
    return true;
  });
  kept.journal.note(progress(1, 0.5, 0.1));
  kept.journal.note(progress(2, 0.4, 0.2));
  EXPECT_TRUE(kept.journal.keep_going());  // an unchanged state
  EXPECT_EQ(kept.journal.last().primal, 0.4);
  const auto history = kept.journal.take_history();
  ASSERT_EQ(history.size(), 2);
  EXPECT_EQ(history[1].primal, 0.4);
  EXPECT_EQ(history[1].passes, 2);
  EXPECT_EQ(history[1].dual, 0.2);
  EXPECT_EQ(seen, (std::vector<double>{0.5, 0.4, 0.4}));
}

}  // namespace
}  // namespace smsvm
