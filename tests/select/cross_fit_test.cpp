#include "select/cross_fit.hpp"

#include <gtest/gtest.h>

#include <random>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

TEST(CrossFit, ScoresRowsByModelsThatDidNotSeeThem) {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 60, 4);
  instance.penalty = {};
  instance.penalty.l2 = 0.01;
  instance.weight = test::random_weights(random, 60);
  const Dataset data = instance.data();
  const FoldAssignment folds = stratified_folds(std::vector<std::int32_t>(60, 0), 3, 1);
  const CrossFit cross_fit(2, folds);
  ASSERT_EQ(cross_fit.size(), 8U);

  Batch batch;
  for (std::size_t member = 0; member < cross_fit.size(); ++member) {
    Target whole = instance.target();
    if (cross_fit.problem_of(member) == 1)
      for (auto& sign : whole.sign) sign = static_cast<std::int8_t>(-sign);
    if (!cross_fit.is_whole(member)) {
      const std::vector<double> copies = cross_fit.copies(member);
      for (std::size_t i = 0; i < 60; ++i) whole.weight[i] *= copies[i];
    }
    batch.target.push_back(whole);
    batch.penalty.push_back(instance.penalty);
    EXPECT_EQ(cross_fit.is_whole(member), member < 2);
  }
  EXPECT_EQ(batch.target[0].weight, instance.weight);
  const BatchFit fits = train(data, batch, test::precise(1e-10));
  const std::vector<double> scores = cross_fit.held_out_scores(data, fits.fit);
  ASSERT_EQ(scores.size(), 120U);

  for (int fold = 0; fold < 3; ++fold) {
    Target target = instance.target();
    for (std::size_t i = 0; i < 60; ++i)
      if (folds.of_row[i] == fold) target.weight[i] = 0;
    const Fit alone = train(data, target, instance.penalty, test::precise(1e-10));
    for (std::size_t i = 0; i < 60; ++i) {
      if (folds.of_row[i] != fold) continue;
      double score = alone.intercept;
      for (std::size_t j = 0; j < 4; ++j) score += alone.weights[j] * instance.rows[i][j];
      EXPECT_NEAR(scores[2 * i], score, 1e-3);
      EXPECT_NEAR(scores[2 * i + 1], -score, 1e-3);
    }
  }
}

}  // namespace
}  // namespace smsvm
