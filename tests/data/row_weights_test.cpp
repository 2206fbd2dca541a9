#include "smsvm/row_weights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>

#include "data/blocks.hpp"
#include "data/libsvm_text.hpp"

namespace smsvm {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

Labels labels_of(const std::vector<std::int32_t>& of_row, const std::vector<std::string>& names) {
  Labels labels;
  labels.of_row = of_row;
  for (const std::string& name : names) labels.distinct.push_back(Label::parse(name));
  return labels;
}

TEST(RowWeights, BalancedClassesWeighTheSame) {
  const Labels labels = labels_of({0, 0, 0, 1, 2, 0, 2, 0}, {"a", "b", "c"});
  const auto weights = balanced_weights(labels);
  ASSERT_EQ(weights.size(), 3U);
  EXPECT_DOUBLE_EQ(weights[0].weight, 8.0 / (3 * 5));  // scikit-learn: n / (k bincount(y))
  EXPECT_DOUBLE_EQ(weights[1].weight, 8.0 / (3 * 1));
  EXPECT_DOUBLE_EQ(weights[2].weight, 8.0 / (3 * 2));
}

TEST(RowWeights, BalancedCountsRowsByTheirWeight) {
  const Labels labels = labels_of({0, 1, 0, 1, 2}, {"a", "b", "c"});
  const std::vector<double> rows = {2, 0.5, 1, 2.5, 0};
  const auto weights = balanced_weights(labels, rows);
  EXPECT_DOUBLE_EQ(weights[0].weight, 1);  // 6 / (2 · 3): the third class has no row that counts
  EXPECT_DOUBLE_EQ(weights[1].weight, 1);
  const auto combined = times_class_weights(rows, labels, weights);
  EXPECT_EQ(combined, rows);
}

TEST(RowWeights, AClassMultipliesItsRows) {
  const Labels labels = labels_of({0, 1, 0, 2}, {"1", "x", "3"});
  EXPECT_THAT(times_class_weights({}, labels, {{Label::parse("+1.0"), 2}, {Label::parse("x"), 0}}),
              ElementsAre(2, 0, 2, 1));
  EXPECT_THAT(times_class_weights({3, 1, 0.5, 1}, labels, {{Label::parse("1"), 2}}), ElementsAre(6, 1, 1, 1));
}

TEST(RowWeights, KeptRowsAreTheRowsOfTheirOwnFile) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const std::size_t rows = 1 + random() % 40, features = 1 + random() % 5;
    std::vector<std::vector<double>> table(rows, std::vector<double>(features));
    Dataset data;
    std::vector<std::int64_t> kept;
    std::vector<double> expected;
    for (std::size_t i = 0; i < rows; ++i) {
      for (double& value : table[i]) value = random() % 2 == 0 ? 0.0 : static_cast<double>(random() % 9) - 4;
      data.labels.of_row.push_back(static_cast<std::int32_t>(random() % 3));
      if (random() % 2 == 0 && i > 0) continue;
      kept.push_back(static_cast<std::int64_t>(i));
      expected.insert(expected.end(), table[i].begin(), table[i].end());
    }
    data.rows = static_cast<std::int64_t>(rows);
    data.features = data.width = static_cast<std::int64_t>(features);
    data.matrix = test::all_listed<float>(table);
    data.labels.distinct = {Label::parse("a"), Label::parse("b"), Label::parse("c")};
    const Dataset result = keep_rows(data, kept);
    RC_ASSERT(result.rows == std::ssize(kept));
    RC_ASSERT(result.features == data.features);
    RC_ASSERT(result.precision() == Precision::float32);
    RC_ASSERT(test::all_values(result) == expected);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto before = static_cast<std::size_t>(data.labels.of_row[static_cast<std::size_t>(kept[i])]);
      const auto after = static_cast<std::size_t>(result.labels.of_row[i]);
      RC_ASSERT(result.labels.distinct[after] == data.labels.distinct[before]);
    }
    RC_ASSERT(result.labels.of_row[0] == 0);  // labels are numbered as their rows come
  }));
}

}  // namespace
}  // namespace smsvm
