#include <gtest/gtest.h>

#include <atomic>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

/// Enough rows for several chunks, and for a ladder.
Instance several_chunks() {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 30'000, 6);
  instance.penalty.l2 = 1e-2;
  instance.penalty.l1 = 1e-3;
  return instance;
}

TEST(Threads, AnyNumberGivesTheSameBits) {
  const Instance instance = several_chunks();
  const Fit one = fit_of(instance, precise(1e-2, 1), Storage::dense_float);
  EXPECT_EQ(one.status, Status::converged);
  for (const int threads : {2, 5}) {
    const Fit many = fit_of(instance, precise(1e-2, threads), Storage::dense_float);
    EXPECT_TRUE(test::same_bits(many.weights, one.weights));
    EXPECT_TRUE(test::same_bits({many.intercept, many.primal, *many.dual}, {one.intercept, one.primal, *one.dual}));
    EXPECT_TRUE(test::same_bits(many.dual_point, one.dual_point));
  }
}

/// The observer is called from the threads of the sweep too, but never by two at a time.
TEST(Threads, TheObserverIsCalledByOneThreadAtATime) {
  std::atomic<int> inside = 0, together = 0;
  const Observer observer = [&](const Progress&) {
    if (++inside > 1) ++together;
    --inside;
    return true;
  };
  fit_of(several_chunks(), precise(1e-2, 4), Storage::sparse_float, observer);
  EXPECT_EQ(together, 0);
}

TEST(Threads, AnInterruptedRunOfManyThreadsIsHonest) {
  const Instance instance = several_chunks();
  for (const int allowed : {0, 1, 3}) {
    int calls = 0;
    const SolverOptions options = precise(1e-6, 4);
    const Fit fit =
        fit_of(instance, options, Storage::dense_float, [&](const Progress&) { return ++calls <= allowed; });
    EXPECT_EQ(fit.status, Status::interrupted) << name(fit.status);
    expect_honest(instance, fit, Storage::dense_float, options);
  }
}

}  // namespace
}  // namespace smsvm
