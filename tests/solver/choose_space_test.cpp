#include "solver/step/choose_space.hpp"

#include <gtest/gtest.h>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

/// More rows than the method by factors takes, more features than H is formed on at once, most values zero.
Instance text_like_instance() {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 1100, 1200);
  for (auto& row : instance.rows)
    for (std::size_t j = 0; j < row.size(); ++j)
      if (random() % (j + 2) > 4) row[j] = 0;
  instance.penalty.l2 = instance.penalty.l1 = 3e-3;
  return instance;
}

TEST(ChooseSpace, AscentWithL1IsForDataThatAreNotTallAndFitIntoMemory) {
  const Instance instance = text_like_instance();
  DataShape data = test::shape_of(instance.data());
  SolverOptions options;
  EXPECT_TRUE(ascent_may_save_working_sets(data, instance.objective(), options));
  options.memory = 1 << 10;
  EXPECT_FALSE(ascent_may_save_working_sets(data, instance.objective(), options));
  options.memory = 0;

  Instance without_l2 = instance;
  without_l2.penalty.l2 = 0;
  EXPECT_FALSE(ascent_may_save_working_sets(data, without_l2.objective(), options));
  data.rows = 10 * data.features;
  EXPECT_FALSE(ascent_may_save_working_sets(data, instance.objective(), options));
}

TEST(ChooseSpace, AscentWithL1LeadsToTheSameOptimumWithTheSameBitsForAnyThreads) {
  Instance instance = text_like_instance();
  for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
    instance.penalty.intercept = intercept;
    SolverOptions options;
    options.tolerance = 1e-4;
    options.threads = 1;
    const Fit fit = test::fit_of(instance, options);
    EXPECT_EQ(fit.status, Status::converged);
    test::expect_honest(instance, fit, test::Storage::sparse_double, options);

    SolverOptions few_passes = options;  // too few for the ascent
    few_passes.max_passes = 19;
    const Fit without = test::fit_of(instance, few_passes);
    EXPECT_EQ(without.status, Status::converged);
    EXPECT_NEAR(fit.primal, without.primal, 1e-4 * without.primal);
    EXPECT_LE(*fit.dual, without.primal);
    EXPECT_LE(*without.dual, fit.primal);

    options.threads = 3;
    EXPECT_TRUE(test::same_bits(test::fit_of(instance, options).weights, fit.weights));
  }
}

}  // namespace
}  // namespace smsvm
