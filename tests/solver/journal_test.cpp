#include "solver/loop/journal.hpp"

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

TEST(Journal, KnowsABoundAboveTheObjective) {
  EXPECT_TRUE(progress(1, 0.611, 0.959).contradicts_itself());
  EXPECT_TRUE(progress(1, NAN, 0.959).contradicts_itself());
  EXPECT_FALSE(progress(1, 0.611, 0.611).contradicts_itself());
  EXPECT_FALSE(progress(1, 0.611, std::nullopt).contradicts_itself());
}

TEST(Journal, TheFirstToCancelIsNamed) {
  {
    Kept kept([](const Progress&) { return false; });
    EXPECT_EQ(kept.journal.cancelled(), std::nullopt);
    kept.journal.note(progress(1, 0.5, 0.1));
    EXPECT_EQ(kept.journal.cancelled(), Status::interrupted);
    kept.options.max_seconds = 1e-9;  // too late
    EXPECT_FALSE(kept.journal.keep_going());
    EXPECT_EQ(kept.journal.cancelled(), Status::interrupted);
  }
  {
    Kept kept;
    EXPECT_TRUE(kept.journal.keep_going());
    EXPECT_FALSE(kept.journal.out_of_time());
    kept.options.max_seconds = 1e-9;
    kept.journal.note(progress(1, 0.5, 0.1));
    EXPECT_TRUE(kept.journal.out_of_time());
    EXPECT_FALSE(kept.journal.keep_going());
    EXPECT_EQ(kept.journal.cancelled(), Status::max_seconds);
  }
}

TEST(Journal, FindsTheLineOfSoLongAgo) {
  Kept kept;
  for (const double passes : {1.0, 2.0, 3.0}) kept.journal.note(progress(passes, 0.5, 0.1));
  ASSERT_NE(kept.journal.line_before(2), nullptr);
  EXPECT_EQ(kept.journal.line_before(2)->passes, 1);
  EXPECT_EQ(kept.journal.line_before(3), nullptr);
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
