#include "kernels/row_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/instruction_set.hpp"
#include "kernels/random_block.hpp"
#include "kernels/tile_vector.hpp"

namespace smsvm {
namespace {

using test::BlockShape;
using test::RandomBlock;
using Numbers = std::vector<double>;

Numbers random_numbers(std::size_t count, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Numbers numbers(count);
  for (double& number : numbers) number = normal(random);
  return numbers;
}

template <class Value>
class RowKernelsTest : public testing::Test {
 protected:
  /// Calls check(block, rows) for every layout, with ranges and lists of rows.
  template <class Check>
  void for_each_case(const Check& check) {
    std::mt19937_64 random(1);
    for (const BlockShape& shape : test::all_shapes()) {
      const RandomBlock<Value> of(shape, random);
      for (const auto& rows : test::ranges_and_lists(shape.rows, random)) {
        SCOPED_TRACE(shape.name() + ", " + std::to_string(rows.size()) + " of them");
        check(of, rows, random);
      }
    }
  }

  /// Calls compute() with each instruction set: near `expected`, and the same bits for avx2 and avx512.
  template <class Compute>
  void expect_near_on_all_sets(const Numbers& expected, const Compute& compute) {
    std::map<InstructionSet, Numbers> found;
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      found[set] = compute();
      ASSERT_EQ(found[set].size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_NEAR(found[set][k], expected[k], 1e-13) << name_of(set) << ' ' << k;
    }
    if (found.contains(InstructionSet::avx512)) {
      EXPECT_EQ(found[InstructionSet::avx512], found[InstructionSet::avx2]);
    }
  }
};

using Values = testing::Types<float, double>;
TYPED_TEST_SUITE(RowKernelsTest, Values);

TYPED_TEST(RowKernelsTest, ScoresAreDotProducts) {
  this->for_each_case([this](const auto& of, const auto& rows, auto& random) {
    const std::size_t features = of.rows.front().size();
    const Numbers w = random_numbers(features, random);
    Numbers expected;
    for (const auto row : rows) {
      expected.push_back(0);
      for (std::size_t j = 0; j < features; ++j) expected.back() += of.rows[row][j] * w[j];
    }
    this->expect_near_on_all_sets(expected, [&] {
      TileVector<1> tile;
      tile.gather(of.block.dense_columns, w.data());
      Numbers score(rows.size(), 7.0);
      row_kernels<TypeParam>().scores(of.block, rows, {w.data(), tile.data()}, nullptr, score.data());
      return score;
    });
  });
}

TYPED_TEST(RowKernelsTest, AddsScaledRows) {
  this->for_each_case([this](const auto& of, const auto& rows, auto& random) {
    const std::size_t features = of.rows.front().size();
    const Numbers factor = random_numbers(rows.size(), random);
    Numbers expected(features, 1.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t j = 0; j < features; ++j) expected[j] += factor[k] * of.rows[rows[k]][j];
    }
    this->expect_near_on_all_sets(expected, [&] {
      TileVector<1> tile;
      tile.clear(of.block.dense_columns);
      Numbers sum(features, 1.0);
      row_kernels<TypeParam>().add_scaled(of.block, rows, factor.data(), {sum.data(), tile.data()});
      tile.add_to(of.block.dense_columns, sum.data());
      return sum;
    });
  });
}

TYPED_TEST(RowKernelsTest, AddsPairsByClass) {
  this->for_each_case([this](const auto& of, const auto& rows, auto& random) {
    const std::size_t features = of.rows.front().size();
    const Numbers first = random_numbers(rows.size(), random), second = random_numbers(rows.size(), random);
    Numbers sign(rows.size());
    for (double& y : sign) y = random() % 2 == 0 ? 1 : -1;
    Numbers expected(4 * features, 1.0);  // negative rows, then positive ones
    for (std::size_t k = 0; k < rows.size(); ++k) {
      double* const to = expected.data() + (sign[k] > 0 ? 2 * features : 0);
      for (std::size_t j = 0; j < features; ++j) {
        to[2 * j] += first[k] * of.rows[rows[k]][j];
        to[2 * j + 1] += second[k] * of.rows[rows[k]][j];
      }
    }
    this->expect_near_on_all_sets(expected, [&] {
      const auto& kernels = row_kernels<TypeParam>();
      Numbers sums(4 * features, 1.0);
      const PairFactors factors{sign.data(), first.data(), second.data()};
      kernels.add_list_pairs(of.block, rows, factors, sums.data(), sums.data() + 2 * features);
      for (const double of_class : {-1.0, 1.0}) {
        std::vector<std::uint32_t> which;
        for (std::uint32_t k = 0; k < rows.size(); ++k)
          if (sign[k] == of_class) which.push_back(k);
        TileVector<2> tile;
        tile.clear(of.block.dense_columns);
        kernels.add_tile_pairs(of.block, rows, which, factors, nullptr, tile.data());
        tile.add_to(of.block.dense_columns, sums.data() + (of_class > 0 ? 2 * features : 0));
      }
      return sums;
    });
  });
}

}  // namespace
}  // namespace smsvm
