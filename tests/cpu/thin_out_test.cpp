#include "cpu/thin_out.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "cpu/rare_columns.hpp"

namespace smsvm {
namespace {

std::vector<std::uint32_t> every_row(std::size_t count, std::uint32_t apart = 1) {
  std::vector<std::uint32_t> rows(count);
  for (std::size_t k = 0; k < count; ++k) rows[k] = static_cast<std::uint32_t>(k) * apart;
  return rows;
}

TEST(ThinOut, LeavesRowsOfEnoughCurvatureAlone) {
  std::vector<double> h{0.5, 2, 1, 3, 0, std::numeric_limits<double>::quiet_NaN()};
  thin_out(0, every_row(h.size()), 1, h.data());
  EXPECT_TRUE(h[0] == 0 || h[0] == 1);
  EXPECT_EQ(h[1], 2);
  EXPECT_EQ(h[2], 1);
  EXPECT_EQ(h[3], 3);
  EXPECT_EQ(h[4], 0);
  EXPECT_TRUE(std::isnan(h[5]));  // what overflowed must not vanish
}

/// Also of rows that are not all of them, such as every second or every tenth.
TEST(ThinOut, IsRightOnTheAverage) {
  constexpr double floor = 0.7;
  constexpr std::size_t count = 2000;
  for (const std::int64_t first : {std::int64_t{0}, std::int64_t{12345}, (std::int64_t{1} << 40) + 7}) {
    for (const std::uint32_t apart : {1U, 2U, 3U, 10U, 64U, 100U}) {
      for (const double level : {0.01, 0.2, 0.5, 0.95}) {
        std::vector<double> h(count, level * floor);
        thin_out(first, every_row(count, apart), floor, h.data());
        const double taken = std::accumulate(h.begin(), h.end(), 0.0) / (floor * count);
        EXPECT_NEAR(taken, level, 0.01) << first << " " << apart;
        for (const double each : h) EXPECT_TRUE(each == 0 || each == floor);
      }
    }
  }
}

/// A sum of h z over rows whose z is large or small by chance comes out right too.
TEST(ThinOut, DoesNotPreferRows) {
  std::mt19937_64 random(3);
  std::exponential_distribution<double> spread(1);
  constexpr std::size_t count = 20000;
  std::vector<double> h(count), z(count);
  for (std::size_t k = 0; k < count; ++k) {
    h[k] = spread(random);
    z[k] = spread(random);
  }
  const double exact = std::inner_product(h.begin(), h.end(), z.begin(), 0.0);
  thin_out(0, every_row(count), 2, h.data());
  EXPECT_NEAR(std::inner_product(h.begin(), h.end(), z.begin(), 0.0) / exact, 1, 0.03);
}

TEST(ThinOut, LeavesRowsThatMustStay) {
  std::vector<double> h(100, 0.01);
  thin_out(0, every_row(h.size()), 1, h.data(), [](std::uint32_t row) { return row % 10 == 3; });
  for (std::size_t k = 0; k < h.size(); ++k) {
    if (k % 10 == 3)
      EXPECT_EQ(h[k], 0.01);
    else
      EXPECT_TRUE(h[k] == 0 || h[k] == 1) << k;
  }
}

RowBlock<float> block_with_rare_columns() {
  constexpr std::size_t rows = 500;
  RowBlock<float> block;
  block.rows = rows;
  std::vector<std::uint32_t> start{0};
  std::vector<std::uint16_t> column;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i % 2 == 0) column.push_back(0);
    if (i < 5) column.push_back(1);               // as many as one in a hundred
    if (i == 7 || i == 400) column.push_back(2);  // fewer
    start.push_back(static_cast<std::uint32_t>(column.size()));
  }
  block.ones.start = Numbers<std::uint32_t>(start);
  block.ones.narrow = Numbers<std::uint16_t>(column);
  return block;
}

TEST(RareColumns, MarkTheRowsThatHaveOne) {
  RareColumns rare;
  const RowBlock<float> block = block_with_rare_columns();
  for (int again = 0; again < 2; ++again) {  // nothing is left of the block before
    rare.enter(block);
    for (std::uint32_t row = 0; row < 500; ++row) EXPECT_EQ(rare.has_one(row), row == 7 || row == 400) << row;
  }
}

}  // namespace
}  // namespace smsvm
