#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

/// Problems that take each of the roads through the solver.
std::vector<Instance> problems() {
  std::mt19937_64 random(1);
  std::vector<Instance> all;
  all.push_back(test::random_instance(random, 200, 5));  // over the features
  all.back().penalty.l2 = 1e-4;
  all.push_back(all.back());
  all.back().penalty.l1 = 1e-2;
  all.push_back(test::random_instance(random, 200, 5));  // λ = 0
  all.back().penalty.l1 = 1e-3;
  all.push_back(test::random_instance(random, 30, 80));  // over the rows
  all.back().penalty.l2 = 1e-4;
  all.push_back(test::random_instance(random, 5000, 3));  // with a ladder
  all.back().penalty.l2 = 1e-4;
  all.push_back(test::random_instance(random, 40, 1100));  // with a working set
  all.back().penalty.l1 = 1e-2;
  all.push_back(test::random_instance(random, 200, 5));  // without a bound
  return all;
}

void expect_passes_at_most(double least, double most) {
  for (const Instance& instance : problems()) {
    for (const Storage storage : {Storage::sparse_double, Storage::sparse_float}) {
      for (double passes = least; passes <= most; passes += 1) {
        SCOPED_TRACE(testing::Message() << instance.rows.size() << " x " << instance.features() << ", l2 "
                                        << instance.penalty.l2 << ", l1 " << instance.penalty.l1 << ", "
                                        << name_of(storage) << ", at most " << passes);
        SolverOptions options = precise(1e-9);
        options.max_passes = passes;
        const Fit fit = fit_of(instance, options, storage);
        EXPECT_LE(fit.passes, passes);
        EXPECT_NE(fit.status, Status::interrupted);
        EXPECT_NE(fit.status, Status::max_seconds);
        expect_honest(instance, fit, storage, options);
      }
    }
  }
}

TEST(TrainLimits, NoMorePassesThanAllowed) { expect_passes_at_most(4, 12); }

TEST(TrainLimits, MorePassesAreNeverWorse) {
  for (const Instance& instance : problems()) {
    double primal = 1, dual = 0;
    for (double passes = 2; passes <= 16; passes += 2) {
      SolverOptions options = precise(1e-9);
      options.max_passes = passes;
      const Fit fit = fit_of(instance, options);
      if (instance.rows.size() < 4000) {  // the ladder spends its share of a small allowance otherwise
        EXPECT_LE(fit.primal, primal);
        EXPECT_GE(fit.dual.value_or(0), dual);
      }
      primal = fit.primal;
      dual = fit.dual.value_or(0);
    }
  }
}

TEST(TrainLimits, ATimeLimitIsSaidToBeTheReason) {
  for (const Instance& instance : problems()) {
    SolverOptions options = precise(1e-12);
    options.max_seconds = 1e-9;
    const Fit fit = fit_of(instance, options);
    EXPECT_EQ(fit.status, Status::max_seconds) << name(fit.status);
    expect_honest(instance, fit, Storage::sparse_double, options);
  }
}

/// The observer says stop at its first, second, … call, until a run ends by itself.
TEST(TrainLimits, AnInterruptionAtAnyMomentLeavesAValidFit) {
  for (const Instance& instance : problems()) {
    for (const Storage storage : {Storage::sparse_double, Storage::dense_float}) {
      const SolverOptions options = precise(1e-4, 2);
      bool ended = false;
      for (int allowed = 0; allowed < 200 && !ended; ++allowed) {
        SCOPED_TRACE(testing::Message() << instance.rows.size() << " x " << instance.features() << ", l2 "
                                        << instance.penalty.l2 << ", l1 " << instance.penalty.l1 << ", "
                                        << name_of(storage) << ", stop after " << allowed);
        int calls = 0;
        const Fit fit = fit_of(instance, options, storage, [&](const Progress&) { return ++calls <= allowed; });
        if (calls > allowed) {
          // It may be told on the very line that ends it anyway.
          EXPECT_TRUE(fit.status == Status::interrupted || fit.status == Status::converged ||
                      fit.status == Status::stationary)
              << name(fit.status);
        }
        ended = calls <= allowed;
        expect_honest(instance, fit, storage, options);
      }
      EXPECT_TRUE(ended);
    }
  }
}

/// The observer takes its time, so that it is asked at every step.
TEST(TrainLimits, AnInterruptionBeforeTheFirstPassKeepsWhatTheSampleTaught) {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 5000, 3);  // with a ladder
  instance.penalty.l2 = 1e-4;
  const SolverOptions options = precise(1e-9);
  for (int allowed = 1; allowed < 20; ++allowed) {
    int calls = 0;
    const Fit fit = fit_of(instance, options, Storage::sparse_double, [&](const Progress&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      return ++calls <= allowed;
    });
    expect_honest(instance, fit, Storage::sparse_double, options);
    if (fit.nonzero_weights == 0) continue;  // not even the sample was read
    EXPECT_EQ(fit.history.size(), 1);
    EXPECT_LT(fit.primal, 1);
    EXPECT_GT(fit.dual.value_or(0), 0);
    return;
  }
  FAIL() << "no interruption left anything";
}

TEST(TrainLimits, TheObserverSeesTheHistory) {
  std::mt19937_64 random(2);
  Instance instance = test::random_instance(random, 300, 4);
  instance.penalty.l2 = 1e-3;
  std::vector<Progress> seen;
  const Fit fit = fit_of(instance, precise(1e-6), Storage::sparse_double, [&](const Progress& now) {
    seen.push_back(now);
    return true;
  });
  ASSERT_FALSE(fit.history.empty());
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(fit.history.back().primal, fit.primal);
  EXPECT_EQ(fit.history.back().dual, fit.dual);
  std::size_t found = 0;  // every line of the history was shown, in order
  for (const Progress& now : seen)
    if (found < fit.history.size() && now.passes == fit.history[found].passes) ++found;
  EXPECT_EQ(found, fit.history.size());
}

}  // namespace
}  // namespace smsvm
