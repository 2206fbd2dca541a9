#include "cpu/shards.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/block_builder.hpp"
#include "rows/instance.hpp"

namespace smsvm {
namespace {

Dataset empty_rows(std::int64_t rows, std::int64_t features) {
  Dataset data;
  RowStream<float> stream;
  for (std::int64_t row = 0; row < rows; ++row) stream.end_row();
  stream.finish_positions(features, data);
  return data;
}

std::vector<std::int64_t> rows_of(const Shards& shards) {
  std::vector<std::int64_t> rows;
  for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk)
    shards.for_each_row(chunk, [&](std::int64_t row) { rows.push_back(row); });
  return rows;
}

TEST(Shards, VisitEveryRowOnceInOrder) {
  for (const std::int64_t count : {1, 2, 16'383, 16'384, 100'000, 300'000}) {
    const auto all = test::shards_of_level(empty_rows(count, 3), 1, 0);
    const Shards& shards = *all;
    const auto rows = rows_of(shards);
    EXPECT_EQ(shards.rows(), count);
    ASSERT_EQ(std::ssize(rows), count);
    for (std::int64_t i = 0; i < count; ++i) ASSERT_EQ(rows[static_cast<std::size_t>(i)], i);
  }
}

TEST(Shards, LevelsAreNestedAndFourTimesSmallerEach) {
  const Dataset data = empty_rows(200'000, 3);
  auto below = rows_of(*test::shards_of_level(data, 7, 0));
  for (int level = 1; level <= 5; ++level) {
    const auto all = test::shards_of_level(data, 7, level);
    const Shards& shards = *all;
    const auto rows = rows_of(shards);
    EXPECT_EQ(shards.rows(), std::ssize(rows));
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
    EXPECT_TRUE(std::includes(below.begin(), below.end(), rows.begin(), rows.end()));
    const double expected = 200'000 / std::pow(4, level);
    EXPECT_NEAR(static_cast<double>(rows.size()), expected, 6 * std::sqrt(expected));
    below = rows;
  }
}

TEST(Shards, ALevelIsARandomSample) {
  const auto rows = rows_of(*test::shards_of_level(empty_rows(200'000, 3), 3, 1));
  double even = 0, early = 0;
  for (const auto row : rows) {
    even += row % 2 == 0;
    early += row < 100'000;
  }
  const auto half = static_cast<double>(rows.size()) / 2;
  EXPECT_NEAR(even, half, 6 * std::sqrt(half));
  EXPECT_NEAR(early, half, 6 * std::sqrt(half));
}

TEST(Shards, DependOnDataAndSeedAlone) {
  const Dataset data = empty_rows(50'000, 3);
  EXPECT_EQ(rows_of(*test::shards_of_level(data, 5, 2)), rows_of(*test::shards_of_level(data, 5, 2)));
  EXPECT_NE(rows_of(*test::shards_of_level(data, 5, 2)), rows_of(*test::shards_of_level(data, 6, 2)));
  EXPECT_EQ(rows_of(*test::shards_of_level(data, 5, 0)), rows_of(*test::shards_of_level(data, 6, 0)));
}

TEST(Shards, NoLevelIsEmpty) {
  for (int level = 1; level <= 8; ++level) EXPECT_GE(test::shards_of_level(empty_rows(1, 1), 1, level)->rows(), 1);
}

/// Three blocks, the last one smaller, would keep one of two threads waiting.
TEST(Shards, FewBlocksAreCutIntoParts) {
  RowStream<float> stream;
  constexpr std::int64_t rows = 11'000, length = 30;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t j = 0; j < length; ++j) stream.add(10 * j + row % 10, 2);
    stream.end_row();
  }
  Dataset data;
  stream.finish_positions(300, data);
  const auto all = test::shards_of_level(data, 1, 0);
  const Shards& shards = *all;
  const auto in_order = rows_of(shards);
  EXPECT_EQ(shards.rows(), rows);
  EXPECT_EQ(std::ssize(in_order), rows);
  EXPECT_TRUE(std::is_sorted(in_order.begin(), in_order.end()));
  ASSERT_GT(shards.chunks(), 3);
  std::int64_t even = 0;
  for (std::int64_t chunk = 0; chunk < shards.chunks(); chunk += 2)
    shards.for_each_row(chunk, [&](std::int64_t) { ++even; });
  EXPECT_NEAR(static_cast<double>(even), 0.5 * rows, 0.15 * rows);
}

TEST(Shards, ChunksHoldAboutEqualWork) {
  // Rows grow longer and longer.
  RowStream<float> stream;
  const auto length = [](std::int64_t row) { return row / 10'000; };
  for (std::int64_t row = 0; row < 500'000; ++row) {
    for (std::int64_t j = 0; j < length(row); ++j) stream.add(j, 2);
    stream.end_row();
  }
  Dataset data;
  stream.finish_positions(50, data);
  const auto all = test::shards_of_level(data, 1, 0);
  const Shards& shards = *all;
  ASSERT_GE(shards.chunks(), 40);
  std::int64_t largest = 0, total = 0;
  for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk) {
    std::int64_t work = 0;
    shards.for_each_row(chunk, [&](std::int64_t row) { work += length(row) + 4; });
    largest = std::max(largest, work);
    total += work;
  }
  EXPECT_LT(largest, 3 * total / shards.chunks());  // a block is not divided
}

}  // namespace
}  // namespace smsvm
