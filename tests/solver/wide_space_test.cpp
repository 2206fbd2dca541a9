#include "solver/step/wide_space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/on_the_way.hpp"
#include "solver/step/choose_space.hpp"
#include "solver/step/feature_space.hpp"

namespace smsvm {
namespace {

using test::Instance;

TEST(WideSpace, FindsTheDirectionOfFeatureSpace) {
  std::mt19937_64 random(1);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      Instance instance = test::wide_instance(random, intercept);
      instance.penalty.l1 = std::pow(10, test::uniform(random, -4, -1));
      test::OnTheWay on(instance, random);
      WideSpace by_factors(on.problem);
      FeatureSpace by_features(on.objective, 1000);
      const auto factors = by_factors.find(on.problem, on.at), features = by_features.find(on.problem, on.at);
      ASSERT_TRUE(factors && features);
      EXPECT_TRUE(factors->complete);
      double longest = 0, apart = 0;
      for (std::size_t j = 0; j < on.at.point.size(); ++j) {
        longest = std::max(longest, std::abs(features->to[j] - on.at.point[j]));
        apart = std::max(apart, std::abs(features->to[j] - factors->to[j]));
      }
      EXPECT_LE(apart, 1e-5 * longest);
      EXPECT_NEAR(factors->decrease, features->decrease, 1e-6 * features->decrease);
    }
  }
}

TEST(WideSpace, CountsTheRowsItReads) {
  std::mt19937_64 random(2);
  Instance instance = test::wide_instance(random, Intercept::free);
  instance.penalty.l1 = 1e-3;
  test::OnTheWay on(instance, random);
  const double before = on.pass->passes();
  WideSpace directions(on.problem);
  ASSERT_TRUE(directions.find(on.problem, on.at));
  EXPECT_LE(on.pass->passes() - before, directions.most_passes(on.problem));
  EXPECT_GT(on.pass->passes(), before);
}

TEST(ChooseSpace, FactorsAreForFewRowsAndManyPenalizedFeatures) {
  DataShape data{50, 2500, 50 * 2500};
  Penalty penalty;
  penalty.l2 = penalty.l1 = 1e-3;
  SolverOptions options;
  const auto chosen = [&] { return few_rows_and_many_features(data, Objective(penalty, data.features, 50), options); };
  EXPECT_TRUE(chosen());
  options.memory = 1 << 20;  // a square of features is not allowed that much either
  EXPECT_FALSE(chosen());
  options.memory = 0;
  penalty.l1 = 0;  // over the rows
  EXPECT_FALSE(chosen());
  penalty.l1 = 1e-3;
  penalty.l2 = 0;  // proximal steps
  EXPECT_TRUE(chosen());
  penalty.factor.assign(2500, 1.0);
  penalty.factor[7] = 0;  // no dual view
  EXPECT_FALSE(chosen());
  penalty.factor.clear();
  penalty.l2 = 1e-3;
  data.nonzeros = data.rows * data.features / 5;  // sparse: as factors they would be dense
  EXPECT_FALSE(chosen());
  data.nonzeros = data.rows * data.features;
  data.rows = 2000;
  EXPECT_FALSE(chosen());
}

}  // namespace
}  // namespace smsvm
