#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "estimate/groups.hpp"
#include "estimate/small_data.hpp"
#include "model/samples.hpp"
#include "smsvm/read.hpp"
#include "util/temporary_folder.hpp"

namespace smsvm {
namespace {

using test::same_bits;
using test::SmallData;
using test::some_weights;

const SolverOptions precise = {.tolerance = 1e-8};

TEST(Estimate, SavesWhatWasTrained) {
  const test::TemporaryFolder folder;
  for (const auto& classes : {std::vector<std::string>{"a", "b"}, {"x", "y", "z"}}) {
    const Dataset data = SmallData(200, classes).data();
    const Estimate estimate =
        fit(data, {.l2 = 1e-2, .l1 = 1e-3, .scale = Scale::standard, .balanced_classes = true, .solver = precise});
    save_model(estimate.model, folder.file("model"));
    save_proof(estimate.proof.value(), folder.file("proof"));
    const Model model = load_model(folder.file("model"));
    const Verdict verdict = verify(data, model, load_proof(folder.file("proof")));
    EXPECT_TRUE(verdict.holds) << verdict.reason;
    EXPECT_LE(verdict.relative_gap, 1e-8);
    ASSERT_EQ(model.columns(), estimate.training.fit.size());
    for (std::size_t k = 0; k < model.columns(); ++k) {
      const Fit& its_fit = estimate.training.fit[k];
      EXPECT_EQ(model.intercept[k], its_fit.intercept);
      for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(model.weights[j * model.columns() + k], its_fit.weights[j]);
    }
    const Outcome outcome = outcome_of(estimate.training);
    EXPECT_EQ(model.facts->status, "converged");
    EXPECT_EQ(model.facts->primal, outcome.primal);
    EXPECT_EQ(model.facts->dual, outcome.dual);
  }
}

TEST(Estimate, WritesTheFilesOfTheCommand) {
  const test::TemporaryFolder folder;
  const SmallData small(150, {"x", "y", "z"});
  test::put(folder.file("data"), test::libsvm_text(small.table, small.label));
  const std::string command = fmt::format(
      "'{}' train -q --l1 1e-2 --l2 1e-3 --class-weight balanced --scale minmax --calibrate platt --tolerance 1e-6 "
      "--certificate {} {} {}",
      SMSVM_COMMAND, folder.file("its_proof"), folder.file("data"), folder.file("its_model"));
  ASSERT_EQ(std::system(command.c_str()), 0);
  ReadOptions reading;
  reading.tolerance = 1e-6;
  const Dataset data = read(folder.file("data"), reading);
  const Estimate estimate = fit(data, {.l2 = 1e-3,
                                       .l1 = 1e-2,
                                       .scale = Scale::minmax,
                                       .balanced_classes = true,
                                       .calibration = CalibrationMethod::platt,
                                       .solver = {.tolerance = 1e-6}});
  save_model(estimate.model, folder.file("model"));
  save_proof(estimate.proof.value(), folder.file("proof"));
  EXPECT_EQ(test::contents(folder.file("model")), test::contents(folder.file("its_model")));
  EXPECT_EQ(test::contents(folder.file("proof")), test::contents(folder.file("its_proof")));
}

TEST(Estimate, RowsOfWeightZeroMightAsWellNotBeThere) {
  const SmallData small(90, {"a", "b", "c"});
  std::vector<double> weight = some_weights(90), left;
  for (const double each : weight)
    if (each > 0) left.push_back(each);
  TrainingOptions options{.l2 = 1e-2, .row_weight = weight, .calibration = CalibrationMethod::isotonic};
  const Dataset data = small.data();
  const Estimate with = fit(data, options);
  options.row_weight = left;
  const Dataset fewer = small.without(weight).data();
  const Estimate without = fit(fewer, options);
  EXPECT_TRUE(same_bits(with.model.weights, without.model.weights));
  EXPECT_TRUE(same_bits(with.training.held_out_scores, without.training.held_out_scores));
  EXPECT_EQ(with.model.calibration, without.model.calibration);
  EXPECT_TRUE(verify(data, with.model, with.proof.value()).holds);
  EXPECT_TRUE(verify(fewer, without.model, without.proof.value()).holds);
  EXPECT_FALSE(verify(fewer, with.model, with.proof.value()).holds);  // it is about all rows given
}

TEST(Estimate, NothingIsLearntFromRowsLeftOut) {
  SmallData small(120, {"a", "b"});
  TrainingOptions options{.l2 = 1e-2, .scale = Scale::standard, .balanced_classes = true, .solver = precise};
  const FoldAssignment folds = stratified_folds(prepare(small.shared(), options).labels().of_row, 3, 1);
  for (std::size_t i = 0; i < 120; ++i)
    if (folds.of_row[i] == 1) small.table[i][0] *= 30;
  const Dataset data = small.data();
  options.calibration = CalibrationMethod::platt;
  options.calibration_folds = 3;
  const TrainingProblem problem = prepare(small.shared(), options);
  const std::vector<double> scores = train(problem).held_out_scores;
  const CrossValidation validation = cross_validate(
      problem, {.paths = {{.l1_ratio = 0, .strengths = {1e-2}}}, .folds = 3, .fold_of_row = folds.of_row});
  options.calibration.reset();
  for (int fold = 0; fold < 3; ++fold) {
    options.row_weight = folds.weights_without(fold);
    const Predictions alone = predict(fit(data, options).model, data);
    for (std::size_t i = 0; i < 120; ++i) {
      if (folds.of_row[i] != fold) continue;
      EXPECT_NEAR(scores[i], alone.scores[i], 1e-3 * std::abs(alone.scores[i]) + 1e-3);
      EXPECT_NEAR(validation.held_out_scores[i], alone.scores[i], 1e-3 * std::abs(alone.scores[i]) + 1e-3);
    }
  }
}

TEST(Estimate, GroupsDoNotChangeBits) {
  const TrainingProblem problem = prepare(SmallData(120, {"a", "b", "c"}).shared(), {.l2 = 1e-3, .solver = precise});
  const CrossFit cross_fit(problem.problems(), stratified_folds(problem.labels().of_row, 3, 1));
  const BatchFit together = train_in_groups(problem, cross_fit, 100, {});
  ASSERT_EQ(together.fit.size(), 12U);
  for (const std::size_t at_once : {1U, 5U}) {
    const BatchFit apart = train_in_groups(problem, cross_fit, at_once, {});
    ASSERT_EQ(apart.fit.size(), together.fit.size());
    for (std::size_t k = 0; k < apart.fit.size(); ++k) {
      EXPECT_TRUE(same_bits(apart.fit[k].weights, together.fit[k].weights)) << k;
      EXPECT_TRUE(same_bits(apart.fit[k].dual_point, together.fit[k].dual_point)) << k;
      EXPECT_EQ(apart.fit[k].dual_point.empty(), k >= problem.problems()) << k;
    }
  }
}

TEST(Estimate, AnObserverIsToldWhichProblemItIsAndMayEndAll) {
  const TrainingProblem problem =
      prepare(SmallData(300, {"a", "b", "c"}).shared(),
              {.l2 = 1e-4, .calibration = CalibrationMethod::platt, .solver = {.tolerance = 1e-13}});
  std::vector<bool> seen(3 * 6, false);
  train(problem, [&](std::size_t k, const Progress&) {
    seen.at(k) = true;
    return true;
  });
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 18);

  const Training stopped = train(problem, [](std::size_t, const Progress&) { return false; });
  EXPECT_EQ(outcome_of(stopped).status, Status::interrupted);
  EXPECT_EQ(stopped.fit.size(), 3U);
  EXPECT_TRUE(stopped.calibration.empty());
  EXPECT_EQ(model_of(problem, stopped).labels.size(), 3U);
}

TEST(Estimate, WhatIsSolvedFurtherClaimsWhatWasAskedFor) {
  const auto data = SmallData(60, {"a", "b"}).shared();
  TrainingProblem problem = prepare(data, {.l2 = 1e-2, .solver = {.tolerance = 1e-3, .max_passes = 12}});
  problem.options.solve_to = 1e-15;
  const Training further = train(problem);
  EXPECT_LE(further.fit[0].relative_gap().value(), 1e-3);
  EXPECT_EQ(outcome_of(further).status, Status::converged);
  EXPECT_EQ(model_of(problem, further).facts->tolerance, 1e-3);
  problem.options.solve_to = {};
  EXPECT_GT(train(problem).fit[0].relative_gap().value(), further.fit[0].relative_gap().value());
}

TEST(Estimate, WithoutABoundThereIsNoProof) {
  // The first feature is not penalised: only a dual point at which it has no force would give a bound.
  const Estimate estimate =
      fit(SmallData(60, {"a", "b"}).data(),
          {.l2 = 1e-2, .penalty_factor = {0, 1, 1, 1}, .solver = {.max_passes = 4, .solver = Solver::bfgs}});
  EXPECT_FALSE(estimate.training.is_proved());
  EXPECT_FALSE(estimate.proof.has_value());
  EXPECT_FALSE(estimate.model.facts->dual.has_value());
  EXPECT_EQ(estimate.model.weights.size(), 4U);
}

}  // namespace
}  // namespace smsvm
