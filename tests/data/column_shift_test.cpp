#include "data/column_shift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <variant>

#include "data/blocks.hpp"
#include "data/column_facts.hpp"

namespace smsvm {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsEmpty;

template <class Value>
Dataset data_of(const test::Table& table, bool dense) {
  Dataset data;
  data.rows = std::ssize(table);
  data.features = data.width = std::ssize(table.front());
  data.matrix = dense ? test::all_dense<Value>(table) : test::all_listed<Value>(table);
  return data;
}

ColumnShift shift_of(const Dataset& data) {
  return shift_worth_it(*column_facts(data, 1), data.rows, data.precision());
}

/// A year, degrees below zero in Kelvin's size, a timestamp, and an ordinary feature.
test::Table far_from_zero(std::size_t rows) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> spread(-1, 1);
  test::Table table;
  for (std::size_t i = 0; i < rows; ++i)
    table.push_back({2013 + std::round(10 * spread(random)), -290 + 20 * spread(random), 1.7e9 + 1e5 * spread(random),
                     spread(random)});
  return table;
}

TEST(ColumnShift, IsForColumnsThatLieFarFromZero) {
  const test::Table table = {{2003, -7, 0, -100, 5, 1, 0.1}, {2023, -9, 1000, 100, 5, 1, 30}};
  const ColumnShift shift = shift_of(data_of<double>(table, true));
  EXPECT_THAT(shift.column, ElementsAre(0, 1, 4));
  EXPECT_THAT(shift.by, ElementsAre(2013, -8, 5));
  EXPECT_THAT(shift.largest, ElementsAre(2023, 9, 5));
}

TEST(ColumnShift, LeavesOrdinaryColumnsAlone) {
  EXPECT_THAT(shift_of(data_of<double>({{7, 1e-120}, {9.1, 1e-120}}, true)).column, IsEmpty());
  EXPECT_THAT(shift_of(data_of<double>({{1859, 0}, {3858, 254}}, true)).column, IsEmpty());
}

TEST(ColumnShift, IgnoresAListThatHasNoPlaceForValues) {
  BlockDraft<double> block;
  block.rows = 2;
  block.ones.start = {0, 1, 2};
  block.ones.narrow = {0, 0};
  Dataset data = data_of<double>({{1.01}, {0.99}}, true);
  EXPECT_THAT(shift_of(data).column, ElementsAre(0));
  auto& matrix = std::get<BlockedRows<double>>(data.matrix);
  matrix.blocks.push_back(finished(std::move(block)));
  matrix.first_row.push_back(4);
  data.rows = 4;
  EXPECT_THAT(shift_of(data).column, IsEmpty());
}

template <class Value>
void expect_exact_differences(bool dense) {
  const Dataset data = data_of<Value>(far_from_zero(500), dense);
  const ColumnShift shift = shift_of(data);
  ASSERT_THAT(shift.column, ElementsAre(0, 1, 2));
  const Dataset moved = shifted(data, shift, 2);
  const auto before = test::all_values(data), after = test::all_values(moved);
  for (std::size_t k = 0; k < before.size(); ++k) {
    const std::size_t j = k % 4;
    // Both are numbers of less than 53 bits that are a multiple of the same small one: this sum is exact.
    EXPECT_EQ(static_cast<long double>(after[k]) + (j < 3 ? shift.by[j] : 0), before[k]) << j;
    EXPECT_LE(std::abs(after[k]), 1.1e5);
  }
  EXPECT_EQ(moved.nonzeros(), data.nonzeros());
  EXPECT_EQ(test::is_dense(moved), dense);
}

TEST(ColumnShift, RoundsNothing) {
  for (const bool dense : {true, false}) {
    expect_exact_differences<double>(dense);
    expect_exact_differences<float>(dense);
  }
}

TEST(ColumnShift, KnowsTheColumnsThatItMade) {
  const Dataset data = data_of<double>({{5, 2000, 1}, {5, 2010, 0}, {5, 2005, 3}}, true);
  const Dataset moved = shifted(data, shift_of(data), 1);
  EXPECT_THAT(moved.known_columns->nonzeros, ElementsAre(0, 2, 2));
  EXPECT_THAT(moved.known_columns->least, ElementsAre(0, -5, 1));
  EXPECT_THAT(moved.known_columns->greatest, ElementsAre(0, 5, 3));
}

TEST(ColumnShift, SharesWhatDoesNotChange) {
  const test::Table table = {{2000, 1, 0}, {2010, 0, 3}};
  for (const bool dense : {true, false}) {
    const Dataset data = data_of<double>(table, dense);
    const auto& block = std::get<BlockedRows<double>>(data.matrix).blocks[0];
    ColumnShift nothing_here = shift_of(data);
    const Dataset moved = shifted(data, nothing_here, 1);
    const auto& other = std::get<BlockedRows<double>>(moved.matrix).blocks[0];
    EXPECT_EQ(other.dense_columns.data(), block.dense_columns.data());
    EXPECT_EQ(other.valued.narrow.data(), block.valued.narrow.data());
    EXPECT_NE((dense ? other.tile : other.value).data(), (dense ? block.tile : block.value).data());
    nothing_here.by[0] = 0;
    const Dataset same = shifted(data, nothing_here, 1);
    const auto& shared = std::get<BlockedRows<double>>(same.matrix).blocks[0];
    EXPECT_EQ(shared.tile.data(), block.tile.data());
    EXPECT_EQ(shared.value.data(), block.value.data());
  }
}

TEST(ColumnShift, TheInterceptIsRoundedOnce) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> weight(0.5, 1);
  for (int k = 0; k < 100; ++k) {
    ColumnShift shift;
    std::vector<double> weights;
    const double b = weight(random);
    long double exact = b;  // of 64 bits, which is enough for these products and their sums
    for (int j = 0; j < 3; ++j) {
      shift.column.push_back(j);
      shift.by.push_back(static_cast<double>(64 + random() % 64) * (j == 1 ? -1 : 1));
      shift.largest.push_back(128);
      weights.push_back(weight(random));
      exact -= static_cast<long double>(weights.back()) * shift.by.back();
    }
    EXPECT_EQ(shift.intercept_before(b, weights), static_cast<double>(exact));
  }
}

TEST(ColumnShift, WithoutOneTheInterceptStays) {
  EXPECT_THAT(ColumnShift().intercept_before(-0.3, std::vector{1e300}), DoubleEq(-0.3));
}

}  // namespace
}  // namespace smsvm
