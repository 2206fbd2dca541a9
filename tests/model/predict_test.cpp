#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/samples.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"

namespace smsvm {
namespace {

using test::dense_data;
using test::random_table;
using test::same_bits;
using test::sparse_data;
using test::Table;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Model linear(std::vector<std::string> labels, std::int64_t features, std::vector<double> weights,
             std::vector<double> intercept) {
  Model model;
  for (std::string& label : labels) model.labels.push_back(Label::parse(std::move(label)));
  model.features = features;
  model.weights = std::move(weights);
  model.intercept = std::move(intercept);
  model.has_intercept = true;
  return model;
}

TEST(Predict, APositiveScoreMeansTheFirstLabel) {
  const Model model = linear({"a", "b"}, 2, {1, -2}, {0.5});
  const Predictions found = predict(model, sparse_data({{1, 0}, {0, 1}, {-0.5, 0}, {0, 0}}, {}));
  EXPECT_THAT(found.scores, ElementsAre(1.5, -1.5, 0, 0.5));
  EXPECT_THAT(found.label, ElementsAre(0, 1, 1, 0)) << "zero is not positive";
  EXPECT_THAT(found.warnings, IsEmpty());
}

TEST(Predict, TheLargestScoreWinsAndTheFirstOfEqualOnes) {
  const Model model = linear({"a", "b", "c"}, 1, {1, 2, 2}, {0, 0, 0});
  EXPECT_THAT(predict(model, sparse_data({{1}, {-1}, {0}}, {})).label, ElementsAre(1, 0, 0));
}

TEST(Predict, AModelOfOneClassAlwaysSaysIt) {
  EXPECT_THAT(predict(linear({"a"}, 1, {1}, {0}), sparse_data({{1}, {-1}}, {})).label, ElementsAre(0, 0));
}

TEST(Predict, FeaturesBeyondTheModelsAreIgnoredWithOneWarning) {
  const Model model = linear({"a", "b"}, 1, {1}, {0});
  for (const Dataset& data : {sparse_data({{1, 5, 7}, {-1, 5, 7}}, {}), dense_data({{1, 5, 7}, {-1, 5, 7}}, {})}) {
    const Predictions found = predict(model, data);
    EXPECT_THAT(found.scores, ElementsAre(1, -1));
    EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("features up to 3, the model knows 1 to 1")));
  }
}

TEST(Predict, FeaturesAreMatchedByNameWhereBothHaveNames) {
  Model model = linear({"a", "b"}, 2, {1, 10}, {0});
  model.feature_names = {"length", "width"};
  Dataset data = dense_data({{3, 4}}, {});
  EXPECT_THAT(predict(model, data).scores, ElementsAre(43)) << "the data have none";
  data.feature_names = {"width", "length"};
  EXPECT_THAT(predict(model, data).scores, ElementsAre(34));
  data.feature_names = {"width", "height"};
  try {
    predict(model, data);
    ADD_FAILURE() << "a column is missing";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("'length'"));
  }
  Dataset more = dense_data({{3, 4, 5}}, {});
  more.feature_names = {"width", "height", "length"};
  const Predictions found = predict(model, more);
  EXPECT_THAT(found.scores, ElementsAre(35));
  EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("1 column")));
  more.feature_names = {"width", "length", "length"};  // which of them? By number, then.
  EXPECT_THAT(predict(model, more).scores, ElementsAre(43));
}

TEST(Predict, FeaturesAreMatchedByNumber) {
  Model model = linear({"a", "b"}, 3'000'000'000, {1, 10, 100}, {0});
  model.feature_ids = {2, 4, 3'000'000'000};
  EXPECT_THAT(predict(model, sparse_data({{5, 1, 5, 1}}, {})).scores, ElementsAre(11));

  Dataset data = sparse_data({{1, 2, 3, 4}}, {});
  data.feature_ids = {1, 4, 2'000'000'000, 3'000'000'000};
  const Predictions found = predict(model, data);
  EXPECT_THAT(found.scores, ElementsAre(420));
  EXPECT_THAT(found.warnings, IsEmpty());
  EXPECT_THAT(predict(linear({"a", "b"}, 4, {1, 10, 100, 1000}, {0}), data).scores, ElementsAre(2001));
}

TEST(Predict, LayoutPrecisionAndThreadsGiveTheSameBits) {
  std::mt19937_64 random(3);
  Table table = random_table(random, 10'000, 12);
  for (auto& row : table) {
    for (double& value : row) value = static_cast<float>(value);
  }
  const Table weights = random_table(random, 12, 4);
  Model model = linear({"1", "2", "3", "4"}, 12, {}, {0.1, 0.2, 0.3, 0.4});
  for (const auto& row : weights) model.weights.insert(model.weights.end(), row.begin(), row.end());
  const Predictions expected = predict(model, sparse_data(table, {}), 1);
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    for (const int threads : {0, 1, 2, 3, 8}) {
      for (const Dataset& data : {sparse_data(table, {}, precision), dense_data(table, {}, precision)}) {
        const Predictions found = predict(model, data, threads);
        EXPECT_TRUE(same_bits(found.scores, expected.scores));
        EXPECT_EQ(found.label, expected.label);
      }
    }
  }
}

TEST(Predict, NoRowsNoFeatures) {
  const Model model = linear({"a", "b"}, 0, {}, {1});
  EXPECT_THAT(predict(model, sparse_data({}, {})).label, IsEmpty());
  EXPECT_THAT(predict(model, sparse_data({{}, {}}, {})).label, ElementsAre(0, 0));
}

}  // namespace
}  // namespace smsvm
