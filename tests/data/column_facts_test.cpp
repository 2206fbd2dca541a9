#include "data/column_facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "data/choose_precision.hpp"
#include "data/in_float.hpp"
#include "data/row_access.hpp"
#include "rows/instance.hpp"

namespace smsvm {
namespace {

TEST(ColumnFacts, AreThoseOfEveryValueInEveryLayout) {
  std::mt19937_64 random(1);
  for (const test::Storage storage : test::all_storages) {
    SCOPED_TRACE(test::name_of(storage));
    test::Instance instance = test::random_instance(random, 5000, 6);
    test::make_columns_differ(random, instance);
    const Dataset data = instance.data(storage);
    const auto facts = column_facts(data, 1);
    for (std::size_t j = 0; j < instance.features(); ++j) {
      double least = INFINITY, greatest = -INFINITY, sum = 0;
      std::int64_t nonzeros = 0;
      for (const auto& row : instance.rows) {
        sum += std::abs(row[j]);
        if (row[j] == 0) continue;
        ++nonzeros;
        least = std::min(least, row[j]);
        greatest = std::max(greatest, row[j]);
      }
      EXPECT_EQ(facts->nonzeros[j], nonzeros);
      EXPECT_EQ(facts->least[j], nonzeros > 0 ? least : 0);
      EXPECT_EQ(facts->greatest[j], nonzeros > 0 ? greatest : 0);
      EXPECT_LE(facts->listed[j], data.rows);
      EXPECT_GE(facts->mean[j], sum / static_cast<double>(data.rows));
    }
  }
}

TEST(ColumnFacts, AreTheSameForAnyNumberOfThreads) {
  std::mt19937_64 random(2);
  test::Instance instance = test::random_instance(random, 40000, 5);
  test::make_columns_differ(random, instance);
  const Dataset data = instance.data(test::Storage::mixed_float);
  const auto one = column_facts(data, 1), three = column_facts(data, 3);
  EXPECT_EQ(one->mean, three->mean);
  EXPECT_EQ(one->least, three->least);
  EXPECT_EQ(one->greatest, three->greatest);
  EXPECT_EQ(one->nonzeros, three->nonzeros);
  EXPECT_EQ(one->listed, three->listed);
  EXPECT_EQ(one->blocks, three->blocks);
}

Dataset with_rounded_column(double offset) {
  std::mt19937_64 random(3);
  test::Instance instance = test::random_instance(random, 2000, 2);
  for (auto& row : instance.rows) row[0] += offset;
  Dataset data = instance.data(test::Storage::dense_float);
  data.rounded = {1, 0};
  return data;
}

TEST(Precision, FloatsDoWhereTheyHoldTheNumbersOrChangeThemLittle) {
  constexpr double many = 1e6, usual = 1e-4;
  Dataset data = with_rounded_column(0);
  EXPECT_TRUE(floats_suffice(data, usual, 1, many));
  EXPECT_FALSE(floats_suffice(data, usual, 1)) << "doubles of few values cost nothing";
  EXPECT_FALSE(floats_suffice(data, 1e-6, 1, many));
  EXPECT_FALSE(floats_suffice(with_rounded_column(1000), usual, 1, many));
  data.rounded = {};
  EXPECT_TRUE(floats_suffice(data, 1e-12, 1));
}

}  // namespace
}  // namespace smsvm
