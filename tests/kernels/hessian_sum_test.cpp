#include "kernels/hessian_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kernels/instruction_set.hpp"
#include "kernels/random_block.hpp"

namespace smsvm {
namespace {

using test::BlockShape;
using test::RandomBlock;

std::vector<std::int32_t> some_coordinates(std::int64_t features, bool all, bool constant, std::mt19937_64& random) {
  std::vector<std::int32_t> coordinates;
  for (std::int32_t j = 0; j < features; ++j)
    if (all || random() % 2 == 0) coordinates.push_back(j);
  if (constant || coordinates.empty()) coordinates.push_back(static_cast<std::int32_t>(features));
  return coordinates;
}

/// Rows of a block with a factor each.
template <class Value>
struct Addend {
  RandomBlock<Value> of;
  std::vector<std::uint32_t> rows;
  std::vector<double> factor;

  Addend(const BlockShape& shape, std::mt19937_64& random) : of(shape, random) {
    for (std::uint32_t row = 0; row < shape.rows; ++row) {
      if (random() % 5 == 0) continue;
      rows.push_back(row);
      factor.push_back(random() % 4 == 0 ? 0.0 : std::uniform_real_distribution<double>(0, 2)(random));
    }
  }
};

template <class Value>
class HessianSumTest : public testing::Test {
 protected:
  using Addends = std::vector<Addend<Value>>;

  static std::vector<double> naive(const Addends& addends, const std::vector<std::int32_t>& coordinates) {
    const std::size_t size = coordinates.size();
    std::vector<double> square(size * size, 0.0);
    for (const auto& [of, rows, factor] : addends) {
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto& row = of.rows[rows[k]];
        const auto x = [&](std::size_t i) {
          const auto j = static_cast<std::size_t>(coordinates[i]);
          return j < row.size() ? row[j] : 1.0;
        };
        for (std::size_t i = 0; i < size; ++i) {
          for (std::size_t j = 0; j <= i; ++j) square[i * size + j] += factor[k] * x(i) * x(j);
        }
      }
    }
    return square;
  }

  static std::vector<double> summed(const Addends& addends, const std::vector<std::int32_t>& coordinates,
                                    HessianSum<Value>& sum) {
    HessianCoordinates wanted;
    wanted.assign(coordinates, std::ssize(addends.front().of.rows.front()));
    std::vector<double> square(coordinates.size() * coordinates.size(), 0.0);
    sum.begin(wanted, square.data());
    for (const auto& [of, rows, factor] : addends) {
      sum.enter(of.block, of.block);
      const std::size_t half = rows.size() / 2;
      sum.add(of.block, BlockRows(rows).first(half), factor.data());
      sum.add(of.block, BlockRows(rows).subspan(half), factor.data() + half);
    }
    sum.finish();
    return square;
  }

  void expect_right(const Addends& addends, const std::vector<std::int32_t>& coordinates) {
    const auto expected = naive(addends, coordinates);
    const std::size_t size = coordinates.size();
    std::map<InstructionSet, std::vector<double>> found;
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      found[set] = summed(addends, coordinates, sum_);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j)
          ASSERT_NEAR(found[set][i * size + j], expected[i * size + j], 1e-11) << name_of(set) << ' ' << i << ' ' << j;
      }
    }
    if (found.contains(InstructionSet::avx512)) {
      EXPECT_EQ(found[InstructionSet::avx512], found[InstructionSet::avx2]);
    }
  }

  HessianSum<Value> sum_;  ///< one for all: what an earlier use left must not show
};

using Values = testing::Types<float, double>;
TYPED_TEST_SUITE(HessianSumTest, Values);

TYPED_TEST(HessianSumTest, EqualsPlainSumsInEveryLayout) {
  std::mt19937_64 random(1);
  for (BlockShape shape : test::all_shapes()) {
    if (shape.rows == 37) shape.rows = 600;  // more than the panels hold
    SCOPED_TRACE(shape.name());
    typename TestFixture::Addends one;
    one.emplace_back(shape, random);
    for (const bool all : {true, false}) {
      for (const bool constant : {true, false})
        this->expect_right(one, some_coordinates(shape.features(), all, constant, random));
    }
  }
}

TYPED_TEST(HessianSumTest, AddsBlocksOfDifferentLayouts) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 10; ++repeat) {
    typename TestFixture::Addends several;
    several.emplace_back(BlockShape{40, 20, 5, 5}, random);
    several.emplace_back(BlockShape{300, 30, 0, 0}, random);
    several.emplace_back(BlockShape{300, 30, 0, 0}, random);
    several.emplace_back(BlockShape{50, 0, 15, 15, 32}, random);
    several.emplace_back(BlockShape{50, 0, 15, 15, 64}, random);
    several.emplace_back(BlockShape{50, 1, 0, 29}, random);
    this->expect_right(several, some_coordinates(30, repeat % 2 == 0, repeat % 3 == 0, random));
  }
}

/// With lists, and so many columns that it is worth making all of them dense.
template <class Value>
std::vector<Addend<Value>> well_filled_blocks(std::mt19937_64& random) {
  std::vector<Addend<Value>> several;
  several.emplace_back(BlockShape{300, 70, 10, 10}, random);
  several.emplace_back(BlockShape{40, 20, 40, 30, 32}, random);
  several.emplace_back(BlockShape{50, 0, 90, 0, 64}, random);
  several.emplace_back(BlockShape{50, 90, 0, 0}, random);
  several.emplace_back(BlockShape{50, 5, 1, 84}, random);
  return several;
}

TYPED_TEST(HessianSumTest, EqualsPlainSumsWhereRowsFillManyCoordinates) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 4; ++repeat) {
    const auto several = well_filled_blocks<TypeParam>(random);
    this->expect_right(several, some_coordinates(90, true, repeat % 2 == 0, random));
    std::vector<std::int32_t> most = some_coordinates(90, true, repeat % 2 == 0, random);
    most.erase(most.begin() + 7, most.begin() + 20);  // 77 of 90
    this->expect_right(several, most);
  }
}

TYPED_TEST(HessianSumTest, HasTheSameBitsWhereAnotherGoesOn) {
  std::mt19937_64 random(4);
  const auto several = well_filled_blocks<TypeParam>(random);
  const std::vector<std::int32_t> coordinates = some_coordinates(90, true, true, random);
  HessianCoordinates wanted;
  wanted.assign(coordinates, 90);
  HessianSum<TypeParam> first, second;
  const std::vector<double> whole = this->summed(several, coordinates, first);
  for (std::size_t border = 1; border < several.size(); ++border) {
    std::vector<double> square(whole.size(), 0.0);
    Message open;
    first.begin(wanted, square.data());
    for (std::size_t k = 0; k < several.size(); ++k) {
      const auto& [of, rows, factor] = several[k];
      if (k == border) {
        first.suspend(open);
        MessageReader from(open.bytes());
        second.resume(wanted, square.data(), from);
      }
      HessianSum<TypeParam>& sum = k < border ? first : second;
      sum.enter(of.block, of.block);
      const std::size_t half = rows.size() / 2;
      sum.add(of.block, BlockRows(rows).first(half), factor.data());
      sum.add(of.block, BlockRows(rows).subspan(half), factor.data() + half);
    }
    second.finish();
    EXPECT_EQ(square, whole) << border;
  }
}

}  // namespace
}  // namespace smsvm
