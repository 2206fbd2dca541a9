#include "data/block_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "data/blocks.hpp"
#include "data/row_access.hpp"

namespace smsvm {
namespace {

using test::expect_same_rows;
using testing::ElementsAre;
using testing::IsEmpty;

using SparseRow = std::map<std::int64_t, float>;

template <class Value>
FlatRows<Value> flat(std::span<const SparseRow> rows) {
  FlatRows<Value> result;
  for (const SparseRow& row : rows) {
    for (const auto& [number, value] : row) {
      result.number.push_back(number);
      result.value.push_back(value);
    }
    result.end_row();
  }
  return result;
}

template <class Value>
Dataset build(const std::vector<SparseRow>& rows, std::int64_t first_number = 1) {
  ThreadPool pool(1);
  BlockBuilder<Value> builder(pool);
  FlatRows<Value> all = flat<Value>(rows);
  builder.append({&all, 1});
  std::int64_t last_number = first_number - 1;
  for (const SparseRow& row : rows) {
    if (!row.empty()) last_number = std::max(last_number, row.rbegin()->first);
  }
  Dataset data;
  builder.finish(first_number, last_number, data);
  return data;
}

const RowBlock<float>& first_block(const Dataset& data) { return std::get<BlockedRows<float>>(data.matrix).blocks[0]; }

std::vector<SparseRow> read_back(const Dataset& data) {
  std::vector<SparseRow> rows(static_cast<std::size_t>(data.rows));
  for (std::int64_t row = 0; row < data.rows; ++row) {
    for_each_value(data, row, [&](std::size_t column, double value) {
      const std::int64_t id = data.feature_id(static_cast<std::int64_t>(column));
      rows[static_cast<std::size_t>(row)][id] = static_cast<float>(value);
    });
  }
  return rows;
}

/// A few columns that are mostly full, some of ones, some of values; `spread` stretches the numbers.
std::vector<SparseRow> random_rows(std::mt19937_64& random, std::size_t count, std::int64_t spread) {
  std::vector<SparseRow> rows(count);
  for (SparseRow& row : rows) {
    for (std::int64_t number = 1; number <= 3; ++number) {
      if (random() % 8 != 0) row[number] = static_cast<float>(random() % 100) + 0.5F;
    }
    for (auto more = random() % 6; more > 0; --more) {
      const auto number = static_cast<std::int64_t>(4 + random() % 40);
      row[number * spread] = number % 2 == 0 ? 1 : static_cast<float>(1 + random() % 3);
    }
  }
  return rows;
}

TEST(BlockBuilder, GivesTheSameBlocksHoweverTheRowsAreHandedOver) {
  std::mt19937_64 random(1);
  for (const auto spread : std::vector<std::int64_t>{1, 2000, 1'000'000, 1'000'000'000'000}) {
    const std::vector<SparseRow> rows = random_rows(random, 9000, spread);
    const Dataset expected = build<float>(rows);
    EXPECT_EQ(read_back(expected), rows);
    for (const int threads : {1, 3}) {
      ThreadPool pool(threads);
      BlockBuilder<float> builder(pool);
      for (std::size_t at = 0; at < rows.size();) {
        std::vector<FlatRows<float>> pieces;
        for (auto count = random() % 5; count > 0; --count) {
          const std::size_t size = std::min<std::size_t>(random() % (random() % 2 == 0 ? 10 : 3000), rows.size() - at);
          pieces.push_back(flat<float>(std::span(rows).subspan(at, size)));
          at += size;
        }
        builder.append(pieces);
      }
      Dataset data;
      builder.finish(1, expected.width, data);
      expect_same_rows(data, expected);
    }
  }
}

TEST(BlockBuilder, EndsABlockByRowsOrByNonzeros) {
  const auto first_rows = [](const std::vector<SparseRow>& rows) {
    return std::get<BlockedRows<float>>(build<float>(rows).matrix).first_row;
  };
  EXPECT_THAT(first_rows(std::vector<SparseRow>(8193, SparseRow{{1, 1}})), ElementsAre(0, 4096, 8192, 8193));
  EXPECT_THAT(first_rows({}), ElementsAre(0));
  SparseRow long_row;
  for (std::int64_t number = 1; number <= 100'000; ++number) long_row[number] = 2;
  EXPECT_THAT(first_rows(std::vector<SparseRow>(7, long_row)), ElementsAre(0, 3, 6, 7));
}

TEST(BlockBuilder, MoreThanHalfFullColumnsMakeTheTile) {
  const Dataset data = build<float>({{{1, 2}, {2, 3}}, {{1, 4}}, {{2, 5}, {3, 6}}, {{1, 7}}});
  const RowBlock<float>& block = first_block(data);
  EXPECT_THAT(block.dense_columns, ElementsAre(0));  // the second is half full, not more
  ASSERT_EQ(block.tile.size(), 4 + RowBlock<float>::tile_padding);
  EXPECT_THAT(std::vector(block.tile.begin(), block.tile.begin() + 5), ElementsAre(2, 4, 0, 7, 0));
  EXPECT_THAT(block.valued.narrow, ElementsAre(1, 1, 2));
  EXPECT_THAT(block.value, ElementsAre(3, 5, 6));
  EXPECT_THAT(block.valued.start, ElementsAre(0, 1, 1, 3, 3));
  EXPECT_THAT(block.ones.start, IsEmpty());
}

TEST(BlockBuilder, RowsOfTheSameColumnsAreTheTile) {
  const Dataset data = build<float>({{{2, 1}, {5, 2}}, {{2, 3}, {5, 4}}});
  const RowBlock<float>& block = first_block(data);
  EXPECT_THAT(block.dense_columns, ElementsAre(1, 4));
  ASSERT_EQ(block.tile.size(), 4 + RowBlock<float>::tile_padding);
  EXPECT_THAT(std::vector(block.tile.begin(), block.tile.begin() + 5), ElementsAre(1, 2, 3, 4, 0));
  EXPECT_THAT(block.value, IsEmpty());
  EXPECT_THAT(block.valued.start, IsEmpty());
  // As many nonzeros, but not in the same columns.
  EXPECT_THAT(first_block(build<float>({{{1, 1}, {2, 2}}, {{1, 3}, {3, 4}}})).dense_columns, ElementsAre(0));
  EXPECT_THAT(first_block(build<float>({{{1, 1}, {2, 2}}, {{1, 3}}, {{1, 1}, {2, 1}, {3, 4}}})).dense_columns,
              ElementsAre(0, 1));
}

TEST(BlockBuilder, OnesNeedNoValues) {
  const Dataset data = build<float>({{{1, 1}, {2, 1}}, {{3, 1}}, {{2, 2}}, {}});
  const RowBlock<float>& block = first_block(data);
  EXPECT_THAT(block.dense_columns, IsEmpty());
  EXPECT_THAT(block.ones.narrow, ElementsAre(0, 2));
  EXPECT_THAT(block.ones.start, ElementsAre(0, 1, 2, 2, 2));
  EXPECT_THAT(block.valued.narrow, ElementsAre(1, 1));
  EXPECT_THAT(block.value, ElementsAre(1, 2));
}

TEST(BlockBuilder, TakesSixteenBitsAColumnWhereThatIsEnough) {
  const auto with_last = [](std::int64_t last_number) {
    std::vector<SparseRow> rows(5);
    for (std::int64_t number = 1; number <= 60'000; ++number) rows[0][number] = 1;
    rows[1] = {{7, 3}, {last_number, 1}};
    return build<float>(rows);
  };
  const Dataset narrow = with_last(65'536), wide = with_last(65'537);
  EXPECT_EQ(narrow.features, 65'536);
  EXPECT_THAT(first_block(narrow).ones.wide, IsEmpty());
  EXPECT_EQ(first_block(narrow).ones.narrow.size(), 60'000U);
  EXPECT_THAT(first_block(wide).ones.narrow, IsEmpty());
  EXPECT_EQ(first_block(wide).ones.wide.size(), 60'000U);
  EXPECT_THAT(first_block(wide).valued.narrow, ElementsAre(6, 6));  // each list for itself
}

TEST(BlockBuilder, HugeNumbersCostNothing) {
  const std::vector<SparseRow> rows = {{{1, 1}, {300'000'000, 2}}, {{5'000'000'000, 3}, {INT64_MAX, 4}}, {{1, 1}}};
  const Dataset data = build<float>(rows);
  EXPECT_EQ(data.width, INT64_MAX);
  EXPECT_THAT(data.feature_ids, ElementsAre(1, 300'000'000, 5'000'000'000, INT64_MAX));
  EXPECT_EQ(read_back(data), rows);
}

/// A block that knows its columns by their places in a dictionary needs more bits for what they stand for.
TEST(BlockBuilder, FewHugeNumbersAmongManyOthers) {
  std::vector<SparseRow> rows;
  constexpr std::int64_t block = 4096, per_row = 20, huge = 5'000'000;
  for (std::int64_t i = 0; i < block; ++i) {
    rows.emplace_back();
    for (std::int64_t k = 0; k < per_row; ++k) rows.back()[1 + per_row * i + k] = 1;
  }
  for (std::int64_t i = 0; i < block; ++i)
    rows.push_back({{huge + i % 4, 1.0F}, {huge + 10 + i % 4, static_cast<float>(2 + i)}});
  const Dataset used = build<float>(rows);
  EXPECT_THAT(used.feature_ids, testing::Not(IsEmpty()));
  EXPECT_EQ(read_back(used), rows);

  RowStream<float> stream;
  for (const SparseRow& row : rows) {
    for (const auto& [number, value] : row) stream.add(number - 1, value);
    stream.end_row();
  }
  Dataset positions;
  stream.finish_positions(huge + 20, positions);
  EXPECT_EQ(read_back(positions), rows);
}

TEST(BlockBuilder, CountsFromTheFirstNumber) {
  const Dataset data = build<double>({{{0, 2}, {2, 3}}}, 0);
  EXPECT_EQ(data.width, 3);
  EXPECT_EQ(read_back(data), (std::vector<SparseRow>{{{1, 2}, {3, 3}}}));
}

TEST(BlockBuilder, KeepsRowsWithoutNonzeros) {
  const Dataset data = build<float>({{}, {}, {}});
  EXPECT_EQ(data.rows, 3);
  EXPECT_EQ(data.features, 0);
  EXPECT_THAT(first_block(data).tile, IsEmpty());
}

TEST(BlockBuilder, TakesAtMostEightBytesForANonzeroAndTheRowStarts) {
  std::mt19937_64 random(2);
  for (const std::int64_t spread : {1, 3000}) {
    const Dataset data = build<float>(random_rows(random, 20'000, spread));
    std::size_t bytes = 0, starts = 0;
    for (const auto& block : std::get<BlockedRows<float>>(data.matrix).blocks) {
      bytes += 4 * (block.tile.size() - RowBlock<float>::tile_padding) + 4 * block.value.size();
      for (const ColumnLists* lists : {&block.valued, &block.ones}) {
        bytes += 2 * lists->narrow.size() + 4 * lists->wide.size();
        starts += 4 * lists->start.size();
      }
    }
    EXPECT_LE(bytes, 8 * static_cast<std::size_t>(data.nonzeros()));
    EXPECT_LE(starts, 2 * 4 * static_cast<std::size_t>(data.rows + 10));
  }
}

}  // namespace
}  // namespace smsvm
