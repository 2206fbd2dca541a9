#include "data/row_dealing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "data/in_order.hpp"
#include "data/row_sample.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(RowDealing, HasEveryRowOnce) {
  for (const std::int64_t rows : {1, 4095, 4096, 70'000}) {
    std::vector<std::uint32_t> row = DealtGroup(123'456'789'012, rows).row;
    std::sort(row.begin(), row.end());
    std::vector<std::uint32_t> all(static_cast<std::size_t>(rows));
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(row, all);
  }
}

/// With the seed that training has unless told otherwise, so that the ladder finds its rows side by side.
TEST(RowDealing, BeginsWithTheSamplesOfTheLadder) {
  const std::int64_t first_row = 1'000'000, rows = 50'000;
  const DealtGroup dealt(first_row, rows);
  const RowSample sample(SolverOptions{}.seed);
  ASSERT_THAT(dealt.sample_end, SizeIs(3));
  for (const int level : {1, 2, 3}) {
    const auto end = static_cast<std::size_t>(dealt.sample_end[static_cast<std::size_t>(3 - level)]);
    for (std::size_t position = 0; position < dealt.row.size(); ++position)
      ASSERT_EQ(sample.has(first_row + dealt.row[position], level), position < end) << level << " " << position;
  }
}

TEST(RowDealing, KeepsRowsInOrderWithinABucket) {
  const DealtGroup dealt(0, 50'000);
  const RowSample sample(SolverOptions{}.seed);
  for (std::size_t k = 1; k < dealt.row.size(); ++k) {
    const int before = sample.bucket(dealt.row[k - 1]), here = sample.bucket(dealt.row[k]);
    ASSERT_TRUE(before < here || (before == here && dealt.row[k - 1] < dealt.row[k]));
  }
}

TEST(RowDealing, LeavesFewRowsAsTheyAre) {
  const DealtGroup dealt(0, least_dealt_rows - 1);
  EXPECT_TRUE(std::is_sorted(dealt.row.begin(), dealt.row.end()));
  EXPECT_THAT(dealt.sample_end, IsEmpty());
}

TEST(RowDealing, NeverLeavesAGroup) {
  const std::vector<std::int64_t> groups = {5000, 3, 6000, 4096};
  const RowOrder order(dealt_shifts(groups, 2));
  EXPECT_EQ(dealt_shifts(groups, 1), dealt_shifts(groups, 3));
  std::int64_t position = 0, first = 0;
  for (const std::int64_t rows : groups) {
    bool moved = false;
    for (; position < first + rows; ++position) {
      EXPECT_GE(order.source_row(position), first);
      EXPECT_LT(order.source_row(position), first + rows);
      EXPECT_EQ(order.position_of(order.source_row(position)), position);
      moved |= order.source_row(position) != position;
    }
    EXPECT_EQ(moved, rows >= least_dealt_rows);
    first += rows;
  }
}

TEST(RowOrder, PutsWhatThereIsOfRowsFromOneOrderIntoTheOther) {
  const RowOrder order({2, -1, -1});  // the third row, the first, the second
  EXPECT_THAT(in_stored_order<int>(&order, {10, 20, 30}), ElementsAre(30, 10, 20));
  EXPECT_THAT(in_source_order<int>(&order, {30, 10, 20}), ElementsAre(10, 20, 30));
  EXPECT_THAT(in_source_order<int>(&order, {30, 31, 10, 11, 20, 21}), ElementsAre(10, 11, 20, 21, 30, 31));
  EXPECT_THAT(in_stored_order<int>(&order, {}), IsEmpty());
  EXPECT_THAT(in_source_order<int>(nullptr, {1, 2}), ElementsAre(1, 2));
  EXPECT_THAT(in_stored_order<int>(nullptr, {1, 2}), ElementsAre(1, 2));
  EXPECT_EQ(order_if_any({0, 0}), nullptr);
  ASSERT_NE(order_if_any({1, -1}), nullptr);
}

}  // namespace
}  // namespace smsvm
