#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "data/block_builder.hpp"
#include "data/blocks.hpp"
#include "smsvm/arrays.hpp"
#include "smsvm/error.hpp"
#include "smsvm/row_weights.hpp"
#include "smsvm/scale.hpp"

namespace smsvm {
namespace {

using testing::HasSubstr;

/// A table of about as many zeros as other numbers, as arrays of either kind.
template <class Value, class Index>
struct Arrays {
  std::int64_t rows, columns;
  std::vector<Value> dense;
  std::vector<Index> start{0}, column;
  std::vector<Value> value;

  Arrays(std::int64_t its_rows, std::int64_t its_columns, double density = 0.5, std::uint64_t seed = 1)
      : rows(its_rows), columns(its_columns) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1), share(0, 1);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        dense.push_back(share(random) < density ? static_cast<Value>(uniform(random)) : Value{0});
        if (dense.back() == 0) continue;
        column.push_back(static_cast<Index>(j));
        value.push_back(dense.back());
      }
      start.push_back(static_cast<Index>(column.size()));
    }
  }

  DenseArray<Value> table() const { return {dense.data(), rows, columns}; }
  SparseArray<Value, Index> lists() const { return {start.data(), column.data(), value.data(), rows, columns}; }
  std::vector<double> expected() const { return {dense.begin(), dense.end()}; }
  Dataset built() const {
    RowStream<Value> stream;
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) stream.add(j, dense[static_cast<std::size_t>(i * columns + j)]);
      stream.end_row();
    }
    Dataset data;
    stream.finish_positions(columns, data);
    return data;
  }
};

template <class Array>
std::string complaint(const Array& array) {
  for (const int threads : {1, 4}) {
    try {
      borrow(array, threads);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
      if (threads == 4) return error.what();
    }
  }
  return "none";
}

template <class Types>
class BorrowedArrays : public testing::Test {};
template <class FirstType, class SecondType>
struct Of {
  using Value = FirstType;
  using Index = SecondType;
};
using Kinds = testing::Types<Of<float, std::int32_t>, Of<float, std::int64_t>, Of<double, std::int32_t>,
                             Of<double, std::int64_t>>;
TYPED_TEST_SUITE(BorrowedArrays, Kinds);

TYPED_TEST(BorrowedArrays, HoldTheNumbersOfTheArray) {
  using Value = typename TypeParam::Value;
  for (const std::int64_t columns : {1, 7, 16, 50}) {
    for (const std::int64_t rows : {1, 2, 15, 300, 9000}) {
      const Arrays<Value, typename TypeParam::Index> arrays(rows, columns);
      const Dataset built = arrays.built();
      for (const Dataset& data : {borrow(arrays.table()), borrow(arrays.lists())}) {
        EXPECT_EQ(data.rows, rows);
        EXPECT_EQ(data.features, columns);
        EXPECT_EQ(data.width, columns);
        EXPECT_EQ(data.precision(), built.precision());
        EXPECT_EQ(data.nonzeros(), std::ssize(arrays.value));
        EXPECT_EQ(data.checksum(2), built.checksum());
        EXPECT_EQ(test::all_values(data), arrays.expected());
      }
    }
  }
}

TYPED_TEST(BorrowedArrays, AreNotCopied) {
  using Value = typename TypeParam::Value;
  const auto check = [](const Dataset& data, const auto& check_block) {
    const auto& matrix = std::get<BlockedRows<Value>>(data.matrix);
    EXPECT_EQ(matrix.first_row.back(), data.rows);
    for (std::size_t k = 0; k < matrix.blocks.size(); ++k) check_block(matrix.blocks[k], matrix.first_row[k]);
  };
  for (const std::int64_t columns : {1, 5, 16, 100, 300'000}) {
    const std::int64_t rows = columns > 1000 ? 4 : 20'000;
    const Arrays<Value, typename TypeParam::Index> arrays(rows, columns);
    std::int64_t copied = 0;
    check(borrow(arrays.table()), [&](const RowBlock<Value>& block, std::int64_t first) {
      const Value* const there = arrays.dense.data() + first * columns;
      EXPECT_EQ(std::ssize(block.dense_columns), columns);
      EXPECT_TRUE(block.rows <= 4096 && (block.rows == 1 || (block.rows - 1) * columns < 1 << 18));
      if (block.tile.data() != there)
        copied += block.rows;
      else
        EXPECT_LE(there + block.tile.size(), arrays.dense.data() + arrays.dense.size());
    });
    EXPECT_LE(copied, (16 + columns - 1) / columns);
    check(borrow(arrays.lists()), [&](const RowBlock<Value>& block, std::int64_t first) {
      const auto from = static_cast<std::size_t>(arrays.start[static_cast<std::size_t>(first)]);
      EXPECT_EQ(block.value.data(), arrays.value.data() + from);
      const void* const there = arrays.column.data() + from;
      EXPECT_TRUE(block.valued.wide.data() == there || block.valued.widest.data() == there);
      EXPECT_EQ(block.value.size(), block.valued.size());
    });
  }
}

TYPED_TEST(BorrowedArrays, MayBeCopiedAsDataSets) {
  using Value = typename TypeParam::Value;
  const Arrays<Value, typename TypeParam::Index> arrays(300, 7);
  Dataset copy;
  {
    const Dataset original = borrow(arrays.table());
    copy = original;
  }
  EXPECT_EQ(test::all_values(copy), arrays.expected());
}

TYPED_TEST(BorrowedArrays, GiveRowsToKeep) {
  using Value = typename TypeParam::Value;
  const Arrays<Value, typename TypeParam::Index> arrays(300, 7);
  const std::vector<std::int64_t> rows{0, 7, 130, 298, 299};
  const Dataset kept = keep_rows(arrays.built(), rows);
  EXPECT_EQ(keep_rows(borrow(arrays.table()), rows).checksum(), kept.checksum());
  EXPECT_EQ(keep_rows(borrow(arrays.lists()), rows).checksum(), kept.checksum());
}

TYPED_TEST(BorrowedArrays, HaveTheScaleOfTheirNumbers) {
  using Value = typename TypeParam::Value;
  const Arrays<Value, typename TypeParam::Index> arrays(300, 7);
  const auto expected = feature_scale(arrays.built(), Scale::standard);
  for (const Dataset& data : {borrow(arrays.table()), borrow(arrays.lists())}) {
    const auto scale = feature_scale(data, Scale::standard);
    for (std::size_t j = 0; j < expected.size(); ++j) EXPECT_NEAR(scale[j], expected[j], 1e-12);
  }
}

TYPED_TEST(BorrowedArrays, MayHoldZeros) {
  using Value = typename TypeParam::Value;
  using Index = typename TypeParam::Index;
  const std::vector<Index> start{0, 2, 2, 4}, column{0, 2, 0, 1};
  const std::vector<Value> value{5, 0, -0.0, 7};
  const Dataset data = borrow(SparseArray<Value, Index>{start.data(), column.data(), value.data(), 3, 4});
  EXPECT_EQ(data.nonzeros(), 2);
  EXPECT_EQ(data.features, 4);
  EXPECT_EQ(test::all_values(data), (std::vector<double>{5, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0}));
  const std::vector<Value> dense{5, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0};
  EXPECT_EQ(data.checksum(), borrow(DenseArray<Value>{dense.data(), 3, 4}).checksum());
}

TYPED_TEST(BorrowedArrays, HaveNoFeaturesForColumnsOfWhichMostAreEmpty) {
  using Value = typename TypeParam::Value;
  using Index = typename TypeParam::Index;
  const std::vector<Index> start{0, 2, 2, 4}, column{7, 500'000, 7, 9};
  const std::vector<Value> value{5, 1, 2, -3};
  const Dataset data = borrow(SparseArray<Value, Index>{start.data(), column.data(), value.data(), 3, 1'000'000});
  EXPECT_EQ(data.width, 1'000'000);
  EXPECT_EQ(data.feature_ids, (std::vector<std::int64_t>{8, 10, 500'001}));
  EXPECT_EQ(test::all_values(data), (std::vector<double>{5, 0, 1, 0, 0, 0, 2, -3, 0}));
}

TYPED_TEST(BorrowedArrays, MayHaveColumnsInAnyOrderAndTwice) {
  using Value = typename TypeParam::Value;
  using Index = typename TypeParam::Index;
  const std::vector<Index> start{0, 3, 6}, column{2, 0, 1, 1, 1, 0};
  const std::vector<Value> value{3, 1, 2, 4, 0.5, 9};
  const Dataset data = borrow(SparseArray<Value, Index>{start.data(), column.data(), value.data(), 2, 3});
  EXPECT_EQ(test::all_values(data), (std::vector<double>{1, 2, 3, 9, 4.5, 0}));
}

TYPED_TEST(BorrowedArrays, NameTheFirstNumberThatIsNotFinite) {
  using Value = typename TypeParam::Value;
  for (const Value bad : {std::numeric_limits<Value>::quiet_NaN(), -std::numeric_limits<Value>::infinity()}) {
    Arrays<Value, typename TypeParam::Index> arrays(5000, 10, 1);
    arrays.dense[40'000] = arrays.value[40'000] = bad;
    arrays.dense[31'007] = arrays.value[31'007] = bad;
    const std::string expected =
        bad < 0 ? "the value -inf in row 3100, column 7" : "the value nan in row 3100, column 7";
    EXPECT_THAT(complaint(arrays.table()), HasSubstr(expected));
    EXPECT_THAT(complaint(arrays.lists()), HasSubstr(expected));
  }
}

TYPED_TEST(BorrowedArrays, WantStartsAndColumnsInBounds) {
  using Value = typename TypeParam::Value;
  using Index = typename TypeParam::Index;
  const auto complain = [](std::vector<Index> start, std::vector<Index> column) {
    const std::vector<Value> value(column.size(), Value{1});
    return complaint(SparseArray<Value, Index>{start.data(), column.data(), value.data(), std::ssize(start) - 1, 3});
  };
  EXPECT_THAT(complain({1, 2}, {0, 1}), HasSubstr("row 0 starts at 1"));
  EXPECT_THAT(complain({0, 2, 1}, {0, 1}), HasSubstr("row 1 starts at 2 and ends at 1"));
  EXPECT_THAT(complain({0, 1, 2}, {0, 3}), HasSubstr("column 3 in row 1; columns count from 0 to 2"));
  EXPECT_THAT(complain({0, 1, 2}, {0, -1}), HasSubstr("column -1 in row 1"));
  EXPECT_EQ(complain({0, 1, 1, 2}, {0, 1}), "none");
}

TEST(BorrowedArray, WantsSomeData) {
  const float value = 1;
  EXPECT_THAT(complaint(DenseArray<float>{&value, 0, 1}), HasSubstr("an empty array of 0 rows and 1 columns"));
  EXPECT_THAT(complaint(DenseArray<float>{&value, 1, 0}), HasSubstr("an empty array of 1 rows and 0 columns"));
  const std::int64_t start[] = {0, 0};
  EXPECT_THAT(complaint(SparseArray<float, std::int64_t>{start, nullptr, nullptr, 1, std::int64_t{1} << 31}),
              HasSubstr("2147483648 columns"));
  EXPECT_EQ(complaint(SparseArray<float, std::int64_t>{start, nullptr, nullptr, 1, 5}), "none");
}

TEST(BorrowedArray, SumsMustBeFinite) {
  const float large = std::numeric_limits<float>::max(), value[] = {large, large};
  const std::int32_t start[] = {0, 2}, column[] = {4, 4};
  EXPECT_THAT(complaint(SparseArray<float, std::int32_t>{start, column, value, 1, 5}),
              HasSubstr("row 0, column 4 add up to inf"));
}

}  // namespace
}  // namespace smsvm
