#include "rows/reduction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "model/samples.hpp"

namespace smsvm {
namespace {

/// Numbers of such different sizes that adding them in another order shows, and a count of the chunks.
struct Numbers {
  std::vector<double> values;
  std::int64_t chunks = 0;
  void add(const Numbers& other) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += other.values[k];
    chunks += other.chunks;
  }
};

Numbers numbers_of(std::int64_t chunk) {
  std::mt19937_64 random(static_cast<std::uint64_t>(chunk));
  std::lognormal_distribution<double> sizes(0, 10);
  Numbers numbers{std::vector<double>(5), 1};
  for (double& value : numbers.values) value = (random() % 2 == 0 ? 1 : -1) * sizes(random);
  return numbers;
}

/// Adds the chunks in this order, by so many threads.
Numbers reduced(const std::vector<std::int64_t>& order, int threads) {
  OrderedReduction<Numbers> reduction;
  reduction.begin(std::ssize(order));
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&] {
        for (std::size_t k = next++; k < order.size(); k = next++) {
          auto buffer = reduction.take();
          *buffer = numbers_of(order[k]);
          reduction.finish(order[k], std::move(buffer));
        }
      });
    }
  }
  return reduction.result();
}

TEST(OrderedReduction, HasTheSameBitsInWhateverOrderChunksFinish) {
  std::mt19937_64 random(1);
  for (std::int64_t chunks = 1; chunks <= 37; ++chunks) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(chunks));
    std::iota(order.begin(), order.end(), 0);
    const Numbers expected = reduced(order, 1);
    EXPECT_EQ(expected.chunks, chunks);
    for (const int threads : {1, 1, 2, 5}) {
      std::shuffle(order.begin(), order.end(), random);
      const Numbers found = reduced(order, threads);
      EXPECT_EQ(found.chunks, chunks);
      EXPECT_TRUE(test::same_bits(found.values, expected.values)) << chunks << " chunks, " << threads << " threads";
    }
  }
}

TEST(OrderedReduction, AddsNeighboursFirst) {
  const auto value = [](std::int64_t chunk) { return numbers_of(chunk).values[0]; };
  EXPECT_EQ(reduced({4, 2, 0, 3, 1}, 1).values[0], ((value(0) + value(1)) + (value(2) + value(3))) + value(4));
}

/// Adds all chunks but the last `left_out`, in order.
void add_in_order(OrderedReduction<Numbers>& reduction, std::int64_t chunks, std::int64_t left_out = 0) {
  reduction.begin(chunks);
  for (std::int64_t chunk = 0; chunk < chunks - left_out; ++chunk) {
    auto buffer = reduction.take();
    *buffer = numbers_of(chunk);
    reduction.finish(chunk, std::move(buffer));
  }
}

TEST(OrderedReduction, HoldsFewBuffersWhenChunksComeInOrder) {
  OrderedReduction<Numbers> reduction;
  for (int repeat = 0; repeat < 3; ++repeat) add_in_order(reduction, 256);
  EXPECT_LE(reduction.buffers(), 10U);  // 1 thread + log₂ 256, and one being added
}

TEST(OrderedReduction, BeginsAnewAfterOneThatWasAbandoned) {
  OrderedReduction<Numbers> reduction;
  add_in_order(reduction, 37);
  const auto expected = reduction.result().values;
  add_in_order(reduction, 53, 5);
  const std::size_t buffers = reduction.buffers();
  add_in_order(reduction, 37);
  EXPECT_TRUE(test::same_bits(reduction.result().values, expected));
  EXPECT_EQ(reduction.result().chunks, 37);
  EXPECT_EQ(reduction.buffers(), buffers);
}

}  // namespace
}  // namespace smsvm
