#include "rows/chunk_cutter.hpp"

#include <gtest/gtest.h>

namespace smsvm {
namespace {

constexpr std::int64_t one_run = 1;

TEST(ChunkCutter, ChunksAreWorthTheirSums) {
  EXPECT_EQ(ChunkCutter::rule(1 << 24, one_run, 1 << 20, 16).target, 256);
  EXPECT_EQ(ChunkCutter::rule(1 << 20, one_run, 1 << 16, 16).target, 16);
  EXPECT_EQ(ChunkCutter::rule(1 << 24, one_run, 1 << 16, 1 << 20).target, 2);
  EXPECT_EQ(ChunkCutter::rule(10, one_run, 5, 4).target, 1);
}

TEST(ChunkCutter, WhereRowsAreDenseTheyAreWorthASquare) {
  constexpr std::int64_t rows = 60000, features = 1024;
  EXPECT_EQ(ChunkCutter::rule(rows * features / 2, one_run, rows, features).target, 29);
  EXPECT_EQ(ChunkCutter::rule(rows * features / 16, one_run, rows, features).target, 58);
}

TEST(ChunkCutter, ButNotASquareWithoutLimit) {
  EXPECT_EQ(ChunkCutter::rule(std::int64_t{1} << 30, one_run, 1 << 10, 1 << 20).target, 128);
  EXPECT_EQ(ChunkCutter::rule(std::int64_t{1} << 28, one_run, 1 << 15, 1 << 13).target, 64);
}

}  // namespace
}  // namespace smsvm
