#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;
using testing::Each;
using testing::HasSubstr;

constexpr std::array intercepts{Intercept::free, Intercept::penalized, Intercept::none};

/// Ridge alone, lasso alone, and both.
std::vector<Penalty> penalties(Intercept intercept) {
  std::vector<Penalty> all(3);
  for (Penalty& penalty : all) penalty.intercept = intercept;
  all[0].l2 = 0.01;
  all[1].l1 = 0.01;
  all[2].l2 = all[2].l1 = 0.01;
  return all;
}

/// Every penalty and intercept on these rows converges, in every storage, to the tolerance.
void expect_convergence(Instance instance, double tolerance = 1e-5,
                        const std::vector<Storage>& storages = {Storage::sparse_double, Storage::dense_float}) {
  for (const Intercept intercept : intercepts) {
    for (const Penalty& penalty : penalties(intercept)) {
      instance.penalty = penalty;
      for (const Storage storage : storages) {
        SCOPED_TRACE(testing::Message() << "l2 " << penalty.l2 << ", l1 " << penalty.l1 << ", intercept "
                                        << static_cast<int>(intercept) << ", " << name_of(storage));
        const SolverOptions options = precise(tolerance);
        const Fit fit = fit_of(instance, options, storage);
        EXPECT_EQ(fit.status, Status::converged) << name(fit.status) << " at " << fit.relative_gap().value_or(NAN);
        expect_honest(instance, fit, storage, options);
      }
    }
  }
}

Instance from_rows(test::Table rows, std::vector<int> sign) {
  Instance instance;
  instance.rows = std::move(rows);
  instance.sign = std::move(sign);
  return instance;
}

TEST(TrainEdges, OneRow) { expect_convergence(from_rows({{1.0, -2.0}}, {1})); }

TEST(TrainEdges, OneClass) { expect_convergence(from_rows({{1.0, -2.0}, {0.5, 1.0}, {0.0, 3.0}}, {1, 1, 1})); }

TEST(TrainEdges, OneFeature) {
  expect_convergence(from_rows({{1.0}, {2.0}, {-1.0}, {0.5}, {-0.25}}, {1, 1, -1, -1, 1}));
}

TEST(TrainEdges, AFeatureThatIsAlwaysZero) {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 20, 3);
  for (auto& row : instance.rows) row[1] = 0;
  expect_convergence(instance);
  for (const Penalty& penalty : penalties(Intercept::free)) {
    instance.penalty = penalty;
    EXPECT_EQ(fit_of(instance, precise()).weights[1], 0);
  }
}

TEST(TrainEdges, NoFeatureAtAll) { expect_convergence(from_rows({{0.0}, {0.0}, {0.0}}, {1, -1, 1})); }

TEST(TrainEdges, ConstantFeatures) {
  std::mt19937_64 random(2);
  Instance instance = test::random_instance(random, 25, 4);
  for (auto& row : instance.rows) row[0] = row[2] = 1;
  expect_convergence(instance);
}

TEST(TrainEdges, EqualFeatures) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, 25, 4);
  for (auto& row : instance.rows) row[3] = row[2] = row[1];
  expect_convergence(instance);
}

TEST(TrainEdges, FeaturesWithALargeOffset) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, 40, 4);
  for (auto& row : instance.rows)
    for (double& value : row) value = std::round(64 * value) / 64 + 100;
  expect_convergence(instance, 1e-3);
}

TEST(TrainEdges, OnlyOneRowCounts) {
  std::mt19937_64 random(5);
  Instance instance = test::random_instance(random, 10, 3);
  instance.weight.assign(10, 0.0);
  instance.weight[4] = 2;
  expect_convergence(instance);
}

TEST(TrainEdges, FewerRowsThanFeatures) {
  std::mt19937_64 random(6);
  expect_convergence(test::random_instance(random, 5, 30));
}

TEST(TrainEdges, SeparableData) {
  std::mt19937_64 random(7);
  Instance instance = test::random_instance(random, 40, 3);
  for (std::size_t i = 0; i < 40; ++i) instance.rows[i][0] = 10 * instance.sign[i];
  expect_convergence(instance);
}

TEST(TrainEdges, EqualRowsOfOppositeLabels) {
  expect_convergence(from_rows({{1.0, 2.0}, {1.0, 2.0}, {-1.0, 0.5}, {-1.0, 0.5}}, {1, -1, 1, -1}));
  expect_convergence(from_rows({{1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}}, {1, -1, 1}));
}

/// The sums of both classes overflow, and their difference is not a number.
TEST(TrainEdges, SumsThatOverflowProveNothing) {
  for (const Intercept intercept : intercepts) {
    for (const Penalty& penalty : penalties(intercept)) {
      Instance instance =
          from_rows({{1.7e308}, {1.7e308}, {1.7e308}, {0.9e308}, {0.9e308}, {0.9e308}}, {1, 1, 1, -1, -1, -1});
      instance.penalty = penalty;
      const Fit fit = fit_of(instance, precise(1e-2));
      EXPECT_NE(fit.status, Status::converged);
      EXPECT_EQ(fit.dual, 0.0);
    }
  }
}

/// Where features are far from zero, products and sums cancel, and P and D lose digits. What is claimed must hold.
TEST(TrainEdges, FeaturesFarFromZero) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
    std::mt19937_64 random(seed);
    const double offset = std::pow(10, 4 + static_cast<double>(seed % 6));
    Instance instance = test::random_instance(random, 800, 4);
    for (auto& row : instance.rows)
      for (double& value : row) value += offset;
    for (const Intercept intercept : intercepts) {
      for (const Penalty& penalty : penalties(intercept)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", l2 " << penalty.l2 << ", l1 " << penalty.l1
                                        << ", intercept " << static_cast<int>(intercept));
        instance.penalty = penalty;
        instance.penalty.l2 *= 1e-4;
        instance.penalty.l1 *= 1e-2;
        const Fit fit = fit_of(instance, precise(1e-8));
        const Verdict verdict = test::verdict_on(instance, fit, Storage::sparse_double);
        EXPECT_TRUE(verdict.holds) << verdict.reason;
      }
    }
  }
}

TEST(TrainEdges, HugeAndTinyValues) {
  for (const double scale : {1e30, 1e-30}) {
    std::mt19937_64 random(8);
    Instance instance = test::random_instance(random, 30, 3);
    for (auto& row : instance.rows)
      for (double& value : row) value = static_cast<double>(static_cast<float>(value * scale));
    for (const Intercept intercept : intercepts) {
      for (Penalty penalty : penalties(intercept)) {
        for (const Storage storage : test::all_storages) {
          SCOPED_TRACE(testing::Message() << "scale " << scale << ", l2 " << penalty.l2 << ", l1 " << penalty.l1
                                          << ", intercept " << static_cast<int>(intercept) << ", " << name_of(storage));
          instance.penalty = penalty;
          const SolverOptions options = precise(1e-3);
          const Fit fit = fit_of(instance, options, storage);
          expect_honest(instance, fit, storage, options);  // whatever the status
          if (scale < 1) {
            EXPECT_EQ(fit.status, Status::converged);
          }
        }
      }
    }
  }
}

TEST(TrainEdges, ProductsThatOverflow) {
  std::mt19937_64 random(8);
  Instance instance = test::random_instance(random, 6, 20);
  for (auto& row : instance.rows)
    for (double& value : row) value *= 1e160;
  for (const Intercept intercept : intercepts) {
    for (Penalty penalty : penalties(intercept)) {
      instance.penalty = penalty;
      SolverOptions options = precise(1e-3);
      options.max_passes = 20;
      const Fit fit = fit_of(instance, options, Storage::sparse_double);
      EXPECT_TRUE(std::isfinite(fit.primal));
      EXPECT_LE(fit.dual.value_or(0), fit.primal);
    }
  }
}

TEST(TrainEdges, ALargeL1MakesEveryWeightExactlyZero) {
  std::mt19937_64 random(9);
  for (const Intercept intercept : intercepts) {
    Instance instance = test::random_instance(random, 30, 5);
    instance.penalty.intercept = intercept;
    instance.penalty.l1 = 1000;
    for (const double l2 : {0.0, 0.1}) {
      instance.penalty.l2 = l2;
      const Fit fit = fit_of(instance, precise(1e-6));
      EXPECT_EQ(fit.status, Status::converged);
      EXPECT_THAT(fit.weights, Each(0.0));
      EXPECT_EQ(fit.nonzero_weights, 0);
    }
  }
}

TEST(TrainEdges, WithoutPenaltyNothingIsProved) {
  std::mt19937_64 random(10);
  for (const Intercept intercept : intercepts) {
    Instance instance = test::random_instance(random, 60, 3);
    instance.penalty.intercept = intercept;
    const SolverOptions options = precise(1e-6);
    const Fit fit = fit_of(instance, options);
    EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
    EXPECT_FALSE(fit.dual.has_value());
    EXPECT_FALSE(fit.relative_gap().has_value());
    expect_honest(instance, fit, Storage::sparse_double, options);
    // A tiny penalty changes the optimum by at most what it costs there.
    Instance nearby = instance;
    nearby.penalty.l2 = 1e-7;
    EXPECT_NEAR(fit.primal, fit_of(nearby, precise(1e-7)).primal, 1e-4);
  }
}

TEST(TrainEdges, AFeatureWithoutPenaltyLeavesNothingProved) {
  std::mt19937_64 random(11);
  Instance instance = test::random_instance(random, 60, 3);
  instance.penalty.factor = {1, 0, 1};
  for (const double l1 : {0.0, 0.01}) {
    instance.penalty.l1 = l1;
    instance.penalty.l2 = 0.01 - l1 / 2;
    const SolverOptions options = precise(1e-6);
    const Fit fit = fit_of(instance, options);
    EXPECT_EQ(fit.status, Status::stationary) << name(fit.status);
    EXPECT_FALSE(fit.dual.has_value());
    expect_honest(instance, fit, Storage::sparse_double, options);
    Instance nearby = instance;
    nearby.penalty.factor[1] = 1e-6;
    const Fit bounded = fit_of(nearby, precise(1e-7));
    EXPECT_LE(fit.primal, bounded.primal * (1 + 1e-4));
  }
}

TEST(TrainEdges, AWideProblemWithAStrongPenaltyStillSetsItsFreeIntercept) {
  std::mt19937_64 random(12);
  Instance instance = test::random_instance(random, 3, 10);
  instance.sign = {1, 1, -1};
  instance.penalty.l2 = 1e4;
  const SolverOptions options = precise(1e-4);
  const Fit fit = fit_of(instance, options);
  EXPECT_EQ(fit.status, Status::converged) << name(fit.status);
  EXPECT_NEAR(fit.primal, 2.0 / 3, 1e-3);
  expect_honest(instance, fit, Storage::sparse_double, options);
}

template <class Change>
std::string complaint(const Change& change) {
  std::mt19937_64 random(13);
  Instance instance = test::random_instance(random, 5, 2);
  instance.penalty.l2 = 1;
  Target target = instance.target();
  SolverOptions options;
  change(instance.penalty, target, options);
  try {
    train(instance.data(), target, instance.penalty, options);
  } catch (const OptionError& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "";
}

TEST(TrainEdges, BadOptionsAreNamed) {
  const auto option = [](const auto& change) {
    return complaint([&](Penalty&, Target&, SolverOptions& options) { change(options); });
  };
  for (const double bad : {0.0, -1.0, static_cast<double>(NAN)}) {
    EXPECT_THAT(option([&](SolverOptions& o) { o.tolerance = bad; }), HasSubstr("--tolerance"));
    EXPECT_THAT(option([&](SolverOptions& o) { o.max_passes = bad; }), HasSubstr("--max-passes"));
    EXPECT_THAT(option([&](SolverOptions& o) { o.max_seconds = bad; }), HasSubstr("--max-seconds"));
  }
  EXPECT_THAT(option([](SolverOptions& o) { o.threads = -1; }), HasSubstr("--threads"));
  EXPECT_THAT(option([](SolverOptions& o) { o.memory = -1; }), HasSubstr("--memory"));
  EXPECT_EQ(option([](SolverOptions&) {}), "");
  EXPECT_THAT(complaint([](Penalty& p, Target&, SolverOptions&) { p.l2 = -1; }), HasSubstr("--l2"));
  EXPECT_THAT(complaint([](Penalty& p, Target&, SolverOptions&) { p.l1 = NAN; }), HasSubstr("--l1"));
  EXPECT_THAT(complaint([](Penalty& p, Target&, SolverOptions&) { p.factor = {1}; }), HasSubstr("penalty factors"));
  EXPECT_THAT(complaint([](Penalty&, Target& t, SolverOptions&) { t.weight.assign(5, 0.0); }),
              HasSubstr("row weights"));
  EXPECT_THAT(complaint([](Penalty&, Target& t, SolverOptions&) { t.weight.assign(4, 1.0); }),
              HasSubstr("row weights"));
  EXPECT_THAT(complaint([](Penalty&, Target& t, SolverOptions&) { t.weight.assign(5, -1.0); }),
              HasSubstr("row weight"));
  EXPECT_THAT(complaint([](Penalty&, Target& t, SolverOptions&) { t.sign.pop_back(); }), HasSubstr("signs"));
}

/// Categories as indicator columns: those of one category add up to 1, so that without ℓ2 the Hessian is singular and
/// only the ℓ1 penalty decides between equal solutions.
Instance indicator_columns(std::mt19937_64& random) {
  constexpr std::array<std::size_t, 3> categories{7, 6, 5};
  constexpr std::size_t rows = 400;
  Instance instance = test::random_instance(random, rows, 18);
  for (std::size_t i = 0; i < rows; ++i) {
    std::fill(instance.rows[i].begin(), instance.rows[i].end(), 0.0);
    std::size_t first = 0;
    double score = 0;
    for (const std::size_t size : categories) {
      const std::size_t chosen = random() % size;
      instance.rows[i][first + chosen] = 1;
      score += static_cast<double>(chosen) / static_cast<double>(size) - 0.5;
      first += size;
    }
    instance.sign[i] = score + test::uniform(random, -0.7, 0.7) > 0 ? 1 : -1;
  }
  return instance;
}

TEST(TrainEdges, ColumnsThatAddUpToEachOtherNeedNoL2) {
  std::mt19937_64 random(11);
  for (int repetition = 0; repetition < 20; ++repetition) {
    Instance instance = indicator_columns(random);
    for (const Intercept intercept : {Intercept::none, Intercept::penalized, Intercept::free}) {
      for (const double l1 : {1e-2, 1e-3, 1e-4, 1e-5}) {
        instance.penalty.intercept = intercept;
        instance.penalty.l1 = l1;
        const Fit fit = fit_of(instance, precise(1e-4));
        EXPECT_EQ(fit.status, Status::converged) << l1;
        EXPECT_LT(fit.primal, 1);
      }
    }
  }
}

}  // namespace
}  // namespace smsvm
