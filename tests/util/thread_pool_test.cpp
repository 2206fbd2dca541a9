#include "util/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace smsvm {
namespace {

class PoolOfAnySize : public testing::TestWithParam<int> {};

TEST_P(PoolOfAnySize, CallsEveryIndexOnce) {
  ThreadPool pool(GetParam());
  EXPECT_EQ(pool.size(), GetParam());
  for (const int count : {0, 1, 2, 7, 8, 9, 1000}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
    pool.for_each(count, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; });
    for (const auto& times : calls) EXPECT_EQ(times, 1);
  }
}

TEST_P(PoolOfAnySize, ShowsTheCallerWhatTheTasksWrote) {
  ThreadPool pool(GetParam());
  std::vector<std::int64_t> squares(500);
  for (int round = 1; round <= 50; ++round) {
    pool.for_each(500, [&](std::int64_t i) { squares[static_cast<std::size_t>(i)] = round * i * i; });
    for (std::int64_t i = 0; i < 500; ++i) ASSERT_EQ(squares[static_cast<std::size_t>(i)], round * i * i);
  }
}

TEST_P(PoolOfAnySize, RethrowsAnExceptionAndWorksOn) {
  ThreadPool pool(GetParam());
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> begun = 0;
    const auto task = [&](std::int64_t i) {
      ++begun;
      if (i >= 3) throw std::runtime_error("from the third on");
    };
    EXPECT_THROW(pool.for_each(100'000, task), std::runtime_error);
    // Each thread can begin one that throws before it sees that the rest are skipped.
    EXPECT_LE(begun, 3 + pool.size()) << "tasks not yet begun are skipped";
    std::atomic<int> done = 0;
    pool.for_each(100, [&](std::int64_t) { ++done; });
    EXPECT_EQ(done, 100);
  }
}

TEST_P(PoolOfAnySize, CanBeMadeAndDroppedAtOnce) {
  for (int i = 0; i < 50; ++i) {
    ThreadPool pool(GetParam());
    if (i % 2 == 0) pool.for_each(3, [](std::int64_t) {});
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PoolOfAnySize, testing::Range(1, 9));

TEST(ThreadPool, TakesTheMachinesThreadsByDefault) { EXPECT_GE(ThreadPool(0).size(), 1); }

}  // namespace
}  // namespace smsvm
