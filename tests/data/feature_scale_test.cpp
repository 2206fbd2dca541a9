#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "data/blocks.hpp"
#include "smsvm/scale.hpp"

namespace smsvm {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

Dataset data_of(const test::Table& table, bool dense) {
  Dataset data;
  data.rows = std::ssize(table);
  data.features = data.width = std::ssize(table.front());
  if (dense)
    data.matrix = test::all_dense<double>(table);
  else
    data.matrix = test::all_listed<double>(table);
  return data;
}

TEST(FeatureScale, CountsTheZerosThatAreNotStored) {
  const test::Table table = {{2, 0, 5, -1}, {4, 3, 5, 1}, {6, 0, 5, 0}, {4, 0, 5, 0}};
  for (const bool dense : {false, true}) {
    const Dataset data = data_of(table, dense);
    EXPECT_THAT(feature_scale(data, Scale::none), IsEmpty());
    EXPECT_THAT(feature_scale(data, Scale::minmax), ElementsAre(4, 3, 1, 2));
    EXPECT_THAT(feature_scale(data, Scale::standard),
                ElementsAre(DoubleNear(std::sqrt(2), 1e-15), DoubleNear(std::sqrt(27.0) / 4, 1e-15), 1,
                            DoubleNear(std::sqrt(0.5), 1e-15)));
  }
}

TEST(FeatureScale, AConstantIsToldFromRounding) {
  const test::Table table(1000, {0.1, 1e9 + 0.1, 0});
  EXPECT_THAT(feature_scale(data_of(table, true), Scale::standard), ElementsAre(1, 1, 1));
  EXPECT_THAT(feature_scale(data_of(table, false), Scale::minmax), ElementsAre(1, 1, 1));
}

TEST(FeatureScale, ALargeMeanDoesNotSwallowTheDeviation) {
  test::Table table;
  for (int i = 0; i < 1000; ++i) table.push_back({1e9 + i % 2});
  EXPECT_NEAR(feature_scale(data_of(table, true), Scale::standard)[0], 0.5, 1e-9);
}

TEST(FeatureScale, AWeightIsSoManyCopies) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    test::Table table, copies;
    std::vector<double> weight;
    for (std::size_t i = 0; i < 30; ++i) {
      std::vector<double> row;
      for (int j = 0; j < 3; ++j)
        row.push_back(random() % 3 == 0 ? 0.0 : std::ldexp(static_cast<double>(random() % 1000), -8));
      weight.push_back(static_cast<double>(i == 0 ? 1 : random() % 4));
      for (double k = 0; k < weight.back(); ++k) copies.push_back(row);
      table.push_back(row);
    }
    for (const Scale scale : {Scale::minmax, Scale::standard}) {
      const auto weighted = feature_scale(data_of(table, false), scale, weight);
      const auto copied = feature_scale(data_of(copies, true), scale);
      for (std::size_t j = 0; j < 3; ++j) RC_ASSERT(std::abs(weighted[j] - copied[j]) <= 1e-12 * copied[j]);
    }
  }));
}

}  // namespace
}  // namespace smsvm
