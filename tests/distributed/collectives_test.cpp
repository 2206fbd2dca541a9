#include "distributed/collectives.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "distributed/heartbeat.hpp"
#include "distributed/thread_ranks.hpp"

namespace smsvm {
namespace {

using test::ThreadRanks;

TEST(Collectives, BroadcastReachesEverybody) {
  for (int size = 1; size <= 9; ++size) {
    ThreadRanks(size).run([](Communicator& ranks) {
      EXPECT_EQ(broadcast(ranks, ranks.is_first() ? "news" : ""), "news");
      EXPECT_EQ(broadcast(ranks, ranks.is_first() ? "more" : ""), "more");
    });
  }
}

TEST(Collectives, GatheringKeepsTheOrderOfTheRanks) {
  for (int size = 1; size <= 5; ++size) {
    ThreadRanks(size).run([&](Communicator& ranks) {
      std::vector<int> expected;
      for (int rank = 0; rank < size; ++rank) expected.push_back(10 * rank);
      EXPECT_EQ(gather_numbers(ranks, 10 * ranks.rank()), expected);
      const auto rows = gather_rows(ranks, std::vector<int>{10 * ranks.rank()});
      EXPECT_EQ(rows, ranks.is_first() ? expected : std::vector<int>());
    });
  }
}

TEST(Collectives, InTurnEachRankGoesOnFromTheOneBefore) {
  for (int size = 1; size <= 4; ++size) {
    ThreadRanks(size).run([&](Communicator& ranks) {
      const std::string all =
          in_turn(ranks, ":", [&](std::string before) { return before + std::to_string(ranks.rank()); });
      EXPECT_EQ(all, ranks.is_first() ? std::string(":0123").substr(0, static_cast<std::size_t>(size) + 1) : "");
    });
  }
}

TEST(Heartbeat, NamesTheRankThatIsSilent) {
  std::atomic<int> named = -1;
  ThreadRanks(3).run([&](Communicator& ranks) {
    const Heartbeat::Seconds patience(0.2);
    if (ranks.rank() == 1) {  // gives no sign of life
      EXPECT_EQ(ranks.receive(2, Tag::rows), "heard");
      return;
    }
    const Heartbeat heartbeat(ranks, patience, [&](int rank) {
      if (ranks.rank() != 2) return;
      named = rank;
      for (const int other : {0, 1}) ranks.send(other, Tag::rows, "heard");
    });
    if (ranks.rank() == 0) ranks.receive(2, Tag::rows);
    while (named < 0) std::this_thread::yield();
  });
  EXPECT_EQ(named, 1);
}

TEST(Communicator, IsDisturbedByWorkThatFails) {
  ThreadRanks(1).run([](Communicator& ranks) {
    int worked = 0;
    ranks.together_if_possible([&] { ++worked; });
    EXPECT_FALSE(ranks.is_disturbed());
    const auto fail = [&] {
      ++worked;
      throw std::runtime_error("a rank was lost");
    };
    ranks.together_if_possible(fail);  // as a destructor does, which must not throw
    EXPECT_TRUE(ranks.is_disturbed());
    ranks.together_if_possible(fail);
    EXPECT_EQ(worked, 2);
    EXPECT_THROW(ranks.together(fail), std::runtime_error);
  });
}

}  // namespace
}  // namespace smsvm
