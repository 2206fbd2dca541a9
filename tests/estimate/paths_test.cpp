#include <gtest/gtest.h>

#include <utility>

#include "estimate/small_data.hpp"
#include "model/samples.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::same_bits;
using test::SmallData;
using test::some_weights;

const PathOptions few = {.points = 5};

TEST(Paths, TheModelAtAPointIsTrainedOnAllRowsUnderItsPenalty) {
  TrainingProblem problem = prepare(SmallData(120, {"a", "b"}).shared(), {.l2 = 1e-3, .solver = {.tolerance = 1e-7}});
  const PathFit paths = fit_paths(problem, {few});
  const PathPoint& point = paths.group.at(0).path.at(0).at(3);
  problem.move_to(point);
  const Training training = train(problem);
  const Model model = model_of(problem, training);
  EXPECT_EQ(model.facts->l1, point.l1);
  EXPECT_EQ(model.facts->l2, 1e-3);
  EXPECT_NEAR(training.fit[0].primal, point.primal, 2e-7 * point.primal);
  EXPECT_TRUE(verify(*problem.data, model, proof_of(problem, training).value()).holds);
}

TEST(Paths, APartIsItsRowsAlone) {
  SmallData small(120, {"a", "b", "c"});
  for (std::size_t i = 0; i < 120; i += 3) small.table[i][1] *= 100;  // those that are not in the part
  const std::vector<double> in_part = some_weights(120);              // some of the others count twice
  TrainingOptions options{
      .l2 = 1e-3, .scale = Scale::standard, .balanced_classes = true, .solver = {.tolerance = 1e-9}};
  const TrainingProblem all = prepare(small.shared(), options);
  const PathOptions path{.strengths = {0.05, 0.01}};
  const PathFit with_part = fit_paths(all, {path}, {in_part});
  options.row_weight = in_part;
  const TrainingProblem alone = prepare(small.shared(), options);
  const PathFit of_part = fit_paths(alone, {path});
  ASSERT_EQ(with_part.group.at(0).path.size(), 6U);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t point = 0; point < 2; ++point) {
      EXPECT_NEAR(with_part.group[0].path[3 + k].at(point).primal, of_part.group[0].path.at(k).at(point).primal, 1e-8);
    }
  }
  EXPECT_THROW(fit_paths(all, {path}, {{1, 0}}), OptionError);
}

TEST(Paths, CrossValidationMeasuresByTheWeightOfTheRowsNotOfTheirClass) {
  const SmallData small(150, {"a", "b"});
  const std::vector<double> weight = some_weights(150);
  const TrainingProblem problem =
      prepare(small.shared(), {.l2 = 1e-3, .row_weight = weight, .class_weight = {{Label::parse("a"), 5}}});
  const CrossValidation found = cross_validate(problem, {.paths = {few}, .folds = 3});
  ASSERT_TRUE(found.complete);

  const std::vector<double> samples = problem.sample_weight();
  const std::vector<std::int8_t> sign = problem.target(0).sign;
  double right = 0, all = 0;
  for (std::size_t i = 0; i < sign.size(); ++i) {
    all += samples[i];
    if ((found.held_out_scores[i] > 0) == (sign[i] > 0)) right += samples[i];
  }
  EXPECT_NEAR(found.path[0].curve[0].mean[found.best.point], right / all, 1e-12);
}

TEST(Paths, ValuesOfCAreThoseOfATraining) {
  const auto data = SmallData(120, {"a", "b"}).shared();
  const TrainingProblem problem = prepare(data, {.l2 = 1e-4, .solver = {.tolerance = 1e-8}});
  const PathFit paths = fit_paths(problem, {{.l1_ratio = 0, .values_of_c = {1, 0.1}}});
  const Path& path = paths.group.at(0).path.at(0);
  ASSERT_EQ(path.size(), 2U);
  for (const auto& [at, c] : {std::pair(0, 0.1), std::pair(1, 1.0)}) {  // the stronger penalty first
    const Estimate alone = fit(*data, {.c = c, .solver = {.tolerance = 1e-8}});
    EXPECT_DOUBLE_EQ(path[at].l2, alone.model.facts->l2);
    EXPECT_NEAR(path[at].primal, alone.training.fit[0].primal, 2e-8 * path[at].primal);
  }
  EXPECT_THROW(fit_paths(problem, {{.l1_ratio = 0, .values_of_c = {0}}}), OptionError);
}

TEST(Paths, UsualOnesAreFitForCrossValidation) {
  for (const PathOptions& each : usual_paths()) EXPECT_NO_THROW(each.check());
  const TrainingProblem problem = prepare(SmallData(60, {"a", "b"}).shared(), {.l2 = 1e-4});
  const CrossValidation found = cross_validate(problem, {.paths = usual_paths(), .folds = 2});
  ASSERT_TRUE(found.complete);
  EXPECT_EQ(found.path.size(), usual_paths().size());
}

TEST(CrossPredict, GivesEachRowAClassOfTheModel) {
  for (const std::vector<std::string>& classes : {std::vector<std::string>{"a", "b"}, {"a", "b", "c"}}) {
    const TrainingProblem problem = prepare(SmallData(150, classes).shared(), {.c = 1});
    const std::vector<std::int32_t> truth = problem.truth(), predicted = cross_predict(problem, 5);
    ASSERT_EQ(predicted.size(), truth.size());
    int right = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) right += truth[i] == predicted[i];
    EXPECT_GT(right, 90) << classes.size();  // the classes overlap
  }
}

TEST(CrossPredict, HeedsThePenaltyFactors) {
  const auto data = SmallData(150, {"a", "b"}).shared();
  const std::vector<double> heavy(static_cast<std::size_t>(data->features), 1e9);
  const TrainingProblem problem = prepare(data, {.c = 1, .penalty_factor = heavy});
  for (const std::int32_t each : cross_predict(problem, 5)) EXPECT_EQ(each, cross_predict(problem, 5).front());
}

TEST(Paths, FollowTheProblemNotTheRowsGiven) {
  const SmallData small(90, {"a", "b"});
  const std::vector<double> weight = some_weights(90);
  std::vector<double> left;
  for (const double each : weight)
    if (each > 0) left.push_back(each);
  const CrossValidation with =
      cross_validate(prepare(small.shared(), {.l2 = 1e-3, .row_weight = weight}), {.paths = {few}, .folds = 3});
  const CrossValidation without = cross_validate(
      prepare(small.without(weight).shared(), {.l2 = 1e-3, .row_weight = left}), {.paths = {few}, .folds = 3});
  EXPECT_EQ(with.fold_of_row, without.fold_of_row);
  EXPECT_TRUE(same_bits(with.held_out_scores, without.held_out_scores));
}

}  // namespace
}  // namespace smsvm
