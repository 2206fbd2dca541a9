#include "select/held_out_scores.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "rows/instance.hpp"
#include "select/folds.hpp"

namespace smsvm {
namespace {

using test::Instance;

/// Some weights are zero and left out.
LinearModel random_linear_model(std::mt19937_64& random, std::size_t features) {
  LinearModel model;
  for (std::size_t j = 0; j < features; ++j) {
    if (random() % 3 == 0) continue;
    model.weights.feature.push_back(static_cast<std::int32_t>(j));
    model.weights.value.push_back(test::uniform(random, -1, 1));
  }
  model.intercept = test::uniform(random, -1, 1);
  return model;
}

struct Folds {
  FoldAssignment assignment;
  std::vector<std::vector<LinearModel>> models;
};

Folds random_folds(std::mt19937_64& random, const Instance& instance, int folds, std::size_t models) {
  Folds result;
  result.assignment = stratified_folds(std::vector<std::int32_t>(instance.rows.size(), 0), folds, random());
  result.models.resize(static_cast<std::size_t>(folds));
  for (auto& of_fold : result.models)
    for (std::size_t m = 0; m < models; ++m) of_fold.push_back(random_linear_model(random, instance.features()));
  return result;
}

TEST(HeldOutScores, AreThoseOfTheModelsOfTheRowsOwnFold) {
  std::mt19937_64 random(1);
  for (const test::Storage storage : test::all_storages) {
    Instance instance = test::random_instance(random, 60, 9);
    test::make_columns_differ(random, instance);
    const Folds folds = random_folds(random, instance, 4, 3);
    const std::vector<double> scores = held_out_scores(instance.data(storage), folds.assignment.of_row, folds.models);
    ASSERT_EQ(scores.size(), 60U * 3);
    for (std::size_t i = 0; i < 60; ++i) {
      for (std::size_t m = 0; m < 3; ++m) {
        const LinearModel& model = folds.models[static_cast<std::size_t>(folds.assignment.of_row[i])][m];
        const std::vector<double> weights = model.weights.dense(9);
        double score = model.intercept;
        for (std::size_t j = 0; j < 9; ++j) score += weights[j] * instance.rows[i][j];
        EXPECT_NEAR(scores[i * 3 + m], score, 1e-12);
      }
    }
  }
}

TEST(HeldOutScores, DoNotDependOnThreads) {
  std::mt19937_64 random(2);
  const Instance instance = test::random_instance(random, 5'000, 6);
  const Folds folds = random_folds(random, instance, 5, 4);
  const Dataset data = instance.data(test::Storage::mixed_float);
  const auto with = [&](int threads) { return held_out_scores(data, folds.assignment.of_row, folds.models, threads); };
  EXPECT_TRUE(test::same_bits(with(1), with(3)));
}

TEST(HeldOutScores, NeedAFoldAndModelsForEveryRow) {
  std::mt19937_64 random(3);
  const Instance instance = test::random_instance(random, 4, 2);
  const std::vector<std::vector<LinearModel>> models(2, std::vector<LinearModel>(1));
  const std::vector<std::int32_t> fits{0, 1, 0, 1}, short_by_one{0, 1, 0}, beyond{0, 1, 2, 0};
  EXPECT_EQ(held_out_scores(instance.data(), fits, models).size(), 4U);
  EXPECT_THROW(held_out_scores(instance.data(), short_by_one, models), std::invalid_argument);
  EXPECT_THROW(held_out_scores(instance.data(), beyond, models), std::invalid_argument);
  auto uneven = models;
  uneven[1].clear();
  EXPECT_THROW(held_out_scores(instance.data(), fits, uneven), std::invalid_argument);
}

}  // namespace
}  // namespace smsvm
