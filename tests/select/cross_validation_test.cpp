#include "smsvm/cross_validation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "smsvm/error.hpp"
#include "smsvm/evaluate.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;

/// Noisy labels of `classes` kinds: the feature with the largest value, mostly.
struct Labelled {
  Instance instance;
  std::vector<Target> problems;
};
Labelled labelled(std::size_t rows, std::size_t classes, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  Labelled made{test::random_instance(random, rows, 6), {}};
  made.instance.penalty = {};
  made.instance.penalty.l2 = 1e-3;
  std::vector<std::size_t> label(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    std::size_t highest = 0;
    for (std::size_t k = 1; k < classes; ++k)
      if (made.instance.rows[i][k] > made.instance.rows[i][highest]) highest = k;
    label[i] = random() % 6 == 0 ? random() % classes : highest;
  }
  for (std::size_t k = 0; k < (classes == 2 ? 1 : classes); ++k) {
    Target target;
    for (const std::size_t its : label) target.sign.push_back(its == k ? 1 : -1);
    made.problems.push_back(target);
  }
  return made;
}

CrossValidationOptions some_points(int points, int folds, std::vector<Metric> metrics) {
  CrossValidationOptions options;
  options.paths[0].points = points;
  options.paths[0].min_ratio = 1e-2;
  options.paths[0].stop_early = false;
  options.folds = folds;
  options.metrics = std::move(metrics);
  return options;
}

const std::vector<Metric> all_metrics{Metric::accuracy, Metric::balanced_accuracy, Metric::auc, Metric::f1,
                                      Metric::hinge};

/// The definition: a model for each fold, trained by hand on the other rows, and measured on its own.
TEST(CrossValidation, FoldScoresAreThoseOfTrainingByHand) {
  const auto [instance, problems] = labelled(300, 2);
  const Dataset data = instance.data();
  const CrossValidation found =
      cross_validate(data, problems, instance.penalty, some_points(8, 4, all_metrics), precise(1e-8, 2));
  ASSERT_TRUE(found.complete);
  const CrossValidatedPath& path = found.path.front();
  for (std::size_t fold = 0; fold < 4; ++fold) {
    Target others = problems[0];
    others.weight.assign(300, 1.0);
    for (std::size_t i = 0; i < 300; ++i)
      if (found.fold_of_row[i] == static_cast<std::int32_t>(fold)) others.weight[i] = 0;
    for (std::size_t point = 0; point < 8; ++point) {
      Penalty penalty = instance.penalty;
      penalty.l1 = path.full[0][point].l1;
      const Fit fit = train(data, others, penalty, precise(1e-9));
      std::vector<double> score;
      std::vector<std::int8_t> sign;
      bool at_the_border = false;
      for (std::size_t i = 0; i < 300; ++i) {
        if (others.weight[i] != 0) continue;
        double sum = fit.intercept;
        for (std::size_t j = 0; j < 6; ++j) sum += fit.weights[j] * instance.rows[i][j];
        at_the_border = at_the_border || std::abs(sum) < 1e-6;
        score.push_back(sum);
        sign.push_back(problems[0].sign[i]);
      }
      if (at_the_border) continue;
      EXPECT_DOUBLE_EQ(path.curve[0].of_fold[point][fold], accuracy(score, sign));
      const bool no_weights = std::ranges::all_of(fit.weights, [](double w) { return std::abs(w) < 1e-6; });
      EXPECT_NEAR(path.curve[2].of_fold[point][fold], no_weights ? 0.5 : auc(score, sign), 1e-3);
      EXPECT_NEAR(path.curve[4].of_fold[point][fold], mean_hinge_loss(score, sign), 1e-4);
    }
  }
}

TEST(CrossValidation, MeansErrorsAndChoiceFollowFromTheFolds) {
  const auto [instance, problems] = labelled(200, 2, 2);
  const CrossValidation found = cross_validate(instance.data(), problems, instance.penalty,
                                               some_points(12, 5, {Metric::hinge, Metric::accuracy}), precise(1e-5));
  const MetricCurve& curve = found.path[0].curve[0];
  std::size_t best = 0;
  for (std::size_t point = 0; point < curve.mean.size(); ++point) {
    double sum = 0, squares = 0;  // folds of 40 rows each
    for (const double value : curve.of_fold[point]) sum += value / 5;
    for (const double value : curve.of_fold[point]) squares += (value - sum) * (value - sum) / 5;
    EXPECT_NEAR(curve.mean[point], sum, 1e-14);
    EXPECT_NEAR(curve.standard_error[point], std::sqrt(squares / 4), 1e-14);
    if (curve.mean[point] < curve.mean[best]) best = point;
  }
  EXPECT_EQ(found.best.point, best);
  EXPECT_LE(found.one_se.point, best);
  EXPECT_LE(curve.mean[found.one_se.point], curve.mean[best] + curve.standard_error[best]);
  if (found.one_se.point > 0) {
    EXPECT_GT(curve.mean[found.one_se.point - 1], curve.mean[best] + curve.standard_error[best]);
  }
}

TEST(CrossValidation, OfSeveralClassesChoosesByThePredictedClass) {
  const auto [instance, problems] = labelled(240, 3, 3);
  const CrossValidation found =
      cross_validate(instance.data(), problems, instance.penalty, some_points(6, 3, all_metrics), precise(1e-5));
  ASSERT_EQ(found.path[0].full.size(), 3U);
  const auto& curve = found.path[0].curve;
  EXPECT_GT(curve[0].mean[found.best.point], 0.7);
  EXPECT_GT(curve[2].mean[found.best.point], 0.8);
  for (const Path& full : found.path[0].full) EXPECT_EQ(full.size(), curve[0].mean.size());
}

TEST(CrossValidation, AGridHasAPathForEachRatio) {
  const auto [instance, problems] = labelled(150, 2, 4);
  CrossValidationOptions options = some_points(5, 3, {Metric::accuracy});
  options.paths.resize(3, options.paths[0]);
  for (std::size_t k = 0; k < 3; ++k) {
    options.paths[k].l1_ratio = 0.5 * static_cast<double>(k);
    options.paths[k].strengths = {0.3, 0.1, 0.03};
  }
  const CrossValidation grid = cross_validate(instance.data(), problems, instance.penalty, options, precise(1e-5));
  ASSERT_EQ(grid.path.size(), 3U);
  double best = 0;
  for (const CrossValidatedPath& path : grid.path)
    for (const double mean : path.curve[0].mean) best = std::max(best, mean);
  EXPECT_EQ(grid.path[grid.best.path].curve[0].mean[grid.best.point], best);
}

TEST(CrossValidation, SharesItsSweepsWithThePath) {
  const auto [instance, problems] = labelled(4000, 2, 5);
  CrossValidationOptions options = some_points(20, 10, {Metric::accuracy});
  const PathFit path = fit_paths(instance.data(), {{options.paths[0], problems, 1}}, instance.penalty, precise(1e-4));
  const CrossValidation found = cross_validate(instance.data(), problems, instance.penalty, options, precise(1e-4));
  EXPECT_LE(static_cast<double>(found.sweeps), 1.5 * static_cast<double>(path.sweeps));
  EXPECT_LE(found.passes, 3 * path.passes);  // with those over near rows, which are not shared
}

TEST(CrossValidation, TakesGivenFoldsAndRefusesBadOnes) {
  const auto [instance, problems] = labelled(30, 2, 6);
  CrossValidationOptions options = some_points(3, 3, {Metric::accuracy});
  for (std::int32_t i = 0; i < 30; ++i) options.fold_of_row.push_back(i % 3);
  const auto validate = [&, &data = instance, &targets = problems] {
    return cross_validate(data.data(), targets, data.penalty, options, precise(1e-3));
  };
  EXPECT_EQ(validate().fold_of_row, options.fold_of_row);
  options.fold_of_row[0] = 3;
  EXPECT_THROW(validate(), OptionError);
  options.fold_of_row[0] = 0;
  options.folds = 4;
  EXPECT_THROW(validate(), OptionError);  // nobody is in the last
  options.fold_of_row.pop_back();
  EXPECT_THROW(validate(), OptionError);
  options = some_points(3, 31, {Metric::accuracy});
  EXPECT_THROW(validate(), OptionError);
}

TEST(CrossValidation, StoppedEarlySaysSo) {
  const auto [instance, problems] = labelled(400, 2, 7);
  const CrossValidation found =
      cross_validate(instance.data(), problems, instance.penalty, some_points(10, 4, {Metric::accuracy}), precise(1e-6),
                     [](std::size_t, int, const Progress&) { return false; });
  EXPECT_FALSE(found.complete && found.path[0].curve[0].mean.size() == 10);
}

}  // namespace
}  // namespace smsvm
