#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "estimate/small_data.hpp"

namespace smsvm {
namespace {

using test::expect_complaint;
using test::SmallData;
using test::some_weights;
using testing::ElementsAre;

std::vector<std::string> texts(const std::vector<Label>& labels) {
  std::vector<std::string> all;
  for (const Label& label : labels) all.push_back(label.text);
  return all;
}

std::vector<Label> labels(const std::vector<std::string>& all) {
  std::vector<Label> parsed;
  for (const std::string& text : all) parsed.push_back(Label::parse(text));
  return parsed;
}

TEST(Prepare, TakesThePenaltyFromCAndTheWeightOfTheRowsLeft) {
  const SmallData small(30, {"a", "b"});
  const std::vector<double> weight = some_weights(30);
  const TrainingProblem problem = prepare(small.shared(), {.c = 2, .l1_ratio = 0.25, .row_weight = weight});
  EXPECT_EQ(problem.total_weight, 30);
  EXPECT_DOUBLE_EQ(problem.penalty.l2, 0.75 / (2 * 30));
  EXPECT_DOUBLE_EQ(problem.penalty.l1, 0.25 / (2 * 30));
  EXPECT_EQ(prepare(small.shared(), {.l1 = 0.5}).penalty.l2, 0);
}

TEST(Prepare, LeavesOutRowsOfWeightZeroAndTheClassesThatHadNoOthers) {
  const SmallData small(40, {"a", "b", "c"});
  const TrainingProblem problem =
      prepare(small.shared(), {.class_weight = {{Label::parse("b"), 0}, {Label::parse("c"), 3}}});
  EXPECT_THAT(texts(problem.model_labels), testing::UnorderedElementsAre("a", "c"));
  EXPECT_EQ(problem.problems(), 1U);
  EXPECT_EQ(problem.rows_given, 40);
  EXPECT_EQ(problem.checksum, small.data().checksum());
  ASSERT_EQ(problem.data->rows, std::ssize(problem.kept));
  for (const std::int64_t row : problem.kept) EXPECT_NE(small.label[static_cast<std::size_t>(row)], "b");
  const std::vector<double> weight = problem.weight();
  EXPECT_EQ(std::accumulate(weight.begin(), weight.end(), 0.0), problem.total_weight);
}

TEST(Prepare, BalancedClassesWeighTheSame) {
  const TrainingProblem problem = prepare(SmallData(50, {"a", "b", "c"}).shared(), {.balanced_classes = true});
  const std::vector<double> weight = problem.weight();
  std::vector<double> of_class(3, 0.0);
  for (std::size_t i = 0; i < weight.size(); ++i)
    of_class[static_cast<std::size_t>(problem.labels().of_row[i])] += weight[i];
  EXPECT_NEAR(of_class[0], 50.0 / 3, 1e-12);
  EXPECT_NEAR(of_class[1], of_class[2], 1e-12);
  EXPECT_TRUE(problem.sample_weight().empty());
}

TEST(Prepare, NamesWhatValuesOfTheRowsLeftAreOfTheRowsGiven) {
  const SmallData small(9, {"a", "b"});
  const TrainingProblem problem = prepare(small.shared(), {.row_weight = some_weights(9)});
  const std::vector<double> given = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_THAT(problem.kept_of(given), ElementsAre(1, 2, 4, 5, 7, 8));
  EXPECT_THAT(problem.for_rows_given(problem.kept_of(given)), ElementsAre(0, 1, 2, 0, 4, 5, 0, 7, 8));
}

TEST(Prepare, OfTwoClassesTheFirstIsPositiveUnlessTheyAreSigns) {
  const auto positive = [](const std::vector<std::string>& label, const TrainingOptions& options = {}) {
    SmallData small(4, {"x"});
    small.label = label;
    const TrainingProblem problem = prepare(small.shared(), options);
    const std::vector<std::int8_t> sign = problem.signs(0);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(sign[i] > 0, label[i] == problem.model_labels[0].text);
    return texts(problem.model_labels);
  };
  EXPECT_THAT(positive({"b", "a", "a", "b"}), ElementsAre("b", "a"));
  EXPECT_THAT(positive({"-1", "+1", "-1", "+1"}), ElementsAre("+1", "-1"));
  EXPECT_THAT(positive({"b", "a", "c", "b"}, {.positive = "a"}), ElementsAre("a", "rest"));
  EXPECT_THAT(positive({"b", "a", "a", "b"}, {.class_order = labels({"a", "b"})}), ElementsAre("b", "a"));
  EXPECT_THAT(positive({"-1", "1", "1", "-1"}, {.class_order = labels({"1", "-1"})}), ElementsAre("-1", "1"));
}

TEST(Prepare, SeveralClassesAreInTheOrderAskedFor) {
  const SmallData small(30, {"a", "b", "c"});
  const std::vector<Label> order = labels({"c", "missing", "a", "b"});
  const TrainingProblem problem = prepare(small.shared(), {.class_order = order});
  EXPECT_THAT(texts(problem.model_labels), ElementsAre("c", "a", "b"));
  const std::vector<std::int32_t> truth = problem.truth();
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_EQ(problem.model_labels[static_cast<std::size_t>(truth[i])].text, small.label[i]);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(problem.target(k).sign[i] > 0, truth[i] == static_cast<int>(k));
  }
}

TEST(Prepare, SaysWhatDoesNotFitTheData) {
  const SmallData small(12, {"a", "b", "c"});
  const auto data = small.shared();
  expect_complaint("--positive q: no row has this label; there are: ", data, {.positive = "q"});
  expect_complaint("--class-weight q=2: no row has this label", data, {.class_weight = {{Label::parse("q"), 2}}});
  expect_complaint("3 row weights for 12 rows", data, {.row_weight = std::vector<double>(3, 1.0)});
  expect_complaint("nothing is left to train on", data, {.row_weight = std::vector<double>(12, 0.0)});
  expect_complaint("mine: every row has the label a, without those of weight 0", data,
                   {.class_weight = {{Label::parse("b"), 0}, {Label::parse("c"), 0}}, .source = "mine"});
  expect_complaint("the order of the classes does not have", data, {.class_order = labels({"a", "b"})});
  expect_complaint("--calibration-folds is 13", data,
                   {.calibration = CalibrationMethod::platt, .calibration_folds = 13});
  expect_complaint("3 classes, and no more than 2 are trained", data, {.most_classes = 2});
  expect_complaint("there are no labels", std::make_shared<Dataset>(), {});
}

TEST(TrainingOptions, SayWhatCannotBe) {
  const auto data = SmallData(12, {"a", "b"}).shared();
  expect_complaint("--l2 must be a number >= 0", data, {.l2 = -1});
  expect_complaint("-C must be a number > 0", data, {.c = 0});
  expect_complaint("--l1-ratio must be between 0 and 1", data, {.l1_ratio = 1.5});
  expect_complaint("give one pair of them", data, {.l2 = 1, .c = 1});
  expect_complaint("takes no ℓ1 penalty", data, {.l1 = 1, .solver = {.solver = Solver::sgd}});
  expect_complaint("either balanced or", data, {.balanced_classes = true, .class_weight = {{Label::parse("a"), 1}}});
  expect_complaint("--device cuda", data, {.device = Device::cuda});
}

}  // namespace
}  // namespace smsvm
