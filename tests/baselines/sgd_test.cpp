#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "baselines/sgd_epochs.hpp"
#include "smsvm/error.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::fit_of;
using test::Instance;
using test::precise;
using test::Storage;

constexpr std::array both_solvers{Solver::sgd, Solver::minibatch_sgd};

Instance without_what_sgd_refuses(Instance instance) {
  Penalty& penalty = instance.penalty;
  penalty.l1 = 0;
  penalty.factor.clear();
  penalty.scale.clear();
  if (penalty.l2 == 0) penalty.l2 = 0.02;
  return instance;
}

SolverOptions options_for(Solver solver, double tolerance, double passes) {
  SolverOptions options = precise(tolerance);
  options.solver = solver;
  options.max_passes = passes;
  return options;
}

/// Two overlapping clouds.
Instance easy_problem(std::size_t rows = 600) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, rows, 5);
  for (std::size_t i = 0; i < rows; ++i) {
    double& x = instance.rows[i][0];
    x = static_cast<double>(static_cast<float>(x + instance.sign[i]));  // every storage holds the same numbers
  }
  instance.penalty.l2 = 0.01;
  instance.penalty.intercept = Intercept::penalized;
  return instance;
}

/// v_j of docs/method.md, eq. 6.
std::vector<double> dual_sums(const Instance& instance, const std::vector<double>& dual) {
  std::vector<double> v(instance.dimension(), 0.0);
  for (std::size_t i = 0; i < dual.size(); ++i) {
    const double factor = dual[i] * instance.weight_of(i) * instance.sign[i] / instance.target().total_weight(std::ssize(instance.rows));
    for (std::size_t j = 0; j < instance.features(); ++j) v[j] += factor * instance.rows[i][j];
    if (v.size() > instance.features()) v.back() += factor;
  }
  return v;
}

TEST(SgdEpochs, TheIterateIsThatOfItsDualPoint) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = without_what_sgd_refuses(test::random_small_problem(random));
    const Objective objective = instance.objective();
    const auto rows = test::held_rows_of(instance, test::all_storages[random() % 4]);
    const std::int64_t batch = random() % 2 == 0 ? 1 : 7;
    SgdEpochs epochs(rows, objective, instance.penalty.l2, batch, random());
    const std::size_t shrinking = instance.dimension() - (instance.penalty.intercept == Intercept::free ? 1 : 0);
    for (const int stretch : {1, 4, 2}) {
      epochs.begin_stretch();
      const std::vector<double> from = epochs.last();
      const double scale = epochs.scale();
      for (int k = 0; k < stretch; ++k) RC_ASSERT(epochs.run([] { return true; }));
      const std::vector<double> dual = epochs.dual(), to = epochs.last(), v = dual_sums(instance, dual);
      for (const double a : dual) RC_ASSERT(a >= 0 && a <= 1);
      const auto visited = static_cast<double>(stretch * epochs.size());
      for (std::size_t j = 0; j < shrinking; ++j) {
        const double change = epochs.scale() * to[j] - scale * from[j];
        RC_ASSERT(std::abs(change - visited * v[j]) <= 1e-9 * (visited + epochs.scale() * std::abs(to[j])));
      }
    }
  }));
}

/// By the definition of the steps, one row at a time, in the order that the epochs choose.
TEST(SgdEpochs, TheMeanIsThatOfTheIterates) {
  Instance instance = easy_problem(1);  // one row: the order is known
  for (const Intercept intercept : {Intercept::free, Intercept::penalized}) {
    instance.penalty.intercept = intercept;
    const Objective objective = instance.objective();
    SgdEpochs epochs(test::held_rows_of(instance), objective, instance.penalty.l2, 1, 1);
    for (int k = 0; k < 3; ++k) epochs.run([] { return true; });
    epochs.begin_stretch();
    std::vector<double> sum(instance.dimension(), 0.0);
    double total = 0;
    for (int k = 0; k < 5; ++k) {
      epochs.run([] { return true; });
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += epochs.scale() * epochs.last()[j];
      total += epochs.scale();
    }
    for (std::size_t j = 0; j < sum.size(); ++j) EXPECT_NEAR(epochs.mean()[j], sum[j] / total, 1e-12);
  }
}

TEST(Sgd, IsHonestOnRandomProblems) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = without_what_sgd_refuses(test::random_small_problem(random));
    const Storage storage = test::all_storages[random() % 4];
    const Fit best = fit_of(instance, precise(1e-7), storage);
    for (const Solver solver : both_solvers) {
      const SolverOptions options = options_for(solver, 1e-2, 4 + static_cast<double>(random() % 100));
      const Fit fit = fit_of(instance, options, storage);
      RC_ASSERT(fit.status == Status::converged || fit.status == Status::max_passes);
      RC_ASSERT(fit.passes <= options.pass_limit());
      RC_ASSERT(fit.primal >= *best.dual * (1 - 1e-9));
      RC_ASSERT(*fit.dual <= best.primal * (1 + 1e-9));
      expect_honest(instance, fit, storage, options);
    }
    RC_ASSERT(!testing::Test::HasFailure());
  }));
}

TEST(Sgd, ProvesOnePercentInAHundredPasses) {
  Instance instance = easy_problem();
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    instance.penalty.intercept = intercept;
    for (const Solver solver : both_solvers) {
      const SolverOptions options = options_for(solver, 0.01, 100);
      const Fit fit = fit_of(instance, options);
      EXPECT_EQ(fit.status, Status::converged) << fit.relative_gap().value();
      expect_honest(instance, fit, Storage::sparse_double, options);
    }
  }
}

TEST(Sgd, TheSameBitsForAnyNumberOfThreadsAndOthersForAnotherSeed) {
  const Instance instance = easy_problem(20'000);
  for (const Storage storage : {Storage::sparse_float, Storage::dense_double}) {
    SolverOptions options = options_for(Solver::sgd, 1e-9, 12);
    const Fit one = fit_of(instance, options, storage);
    options.threads = 3;
    const Fit three = fit_of(instance, options, storage);
    EXPECT_TRUE(test::same_bits(one.weights, three.weights));
    EXPECT_TRUE(test::same_bits(one.dual_point, three.dual_point));
    EXPECT_TRUE(test::same_bits({one.primal, *one.dual}, {three.primal, *three.dual}));
    options.seed = 2;
    EXPECT_FALSE(test::same_bits(one.weights, fit_of(instance, options, storage).weights));
  }
}

TEST(Sgd, RowsWithoutWeightMayAsWellNotBeThere) {
  Instance without = easy_problem(200);
  Instance with = without;
  with.weight.assign(200, 1.0);
  for (int k = 0; k < 50; ++k) {
    with.rows.insert(with.rows.begin() + 3 * k, std::vector<double>(5, 10));
    with.sign.insert(with.sign.begin() + 3 * k, 1);
    with.weight.insert(with.weight.begin() + 3 * k, 0.0);
  }
  for (const Solver solver : both_solvers) {
    const SolverOptions options = options_for(solver, 1e-9, 60);
    const Fit bare = fit_of(without, options), fit = fit_of(with, options);
    expect_honest(with, fit, Storage::sparse_double, options);
    ASSERT_LE(bare.history.size(), fit.history.size());  // the rows not read do not count
    for (std::size_t k = 0; k + 1 < bare.history.size(); ++k)
      EXPECT_NEAR(fit.history[k].primal, bare.history[k].primal, 1e-12);
  }
}

std::string refusal(const Instance& instance, Solver solver) {
  try {
    fit_of(instance, options_for(solver, 1e-3, 50));
  } catch (const OptionError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Sgd, RefusesOtherPenaltiesInWords) {
  using testing::HasSubstr;
  Instance instance = easy_problem(50);
  instance.penalty.l1 = 1e-3;
  EXPECT_THAT(refusal(instance, Solver::sgd), AllOf(HasSubstr("--solver sgd "), HasSubstr("--l1 0")));
  EXPECT_THAT(refusal(instance, Solver::minibatch_sgd), HasSubstr("--solver minibatch-sgd "));
  instance.penalty.l1 = 0;
  instance.penalty.factor = {1, 1, 2, 1, 1};
  EXPECT_THAT(refusal(instance, Solver::sgd), HasSubstr("--penalty-factor"));
  instance.penalty.factor = {1, 1, 1, 1, 1};
  EXPECT_EQ(refusal(instance, Solver::sgd), "accepted");
  instance.penalty.l2 = 0;
  EXPECT_THAT(refusal(instance, Solver::sgd), HasSubstr("--l2 is 0"));
  instance.penalty.intercept = Intercept::free;
  EXPECT_THAT(refusal(instance, Solver::sgd), HasSubstr("--l2 is 0"));
}

TEST(Sgd, NoMorePassesThanAllowed) {
  const Instance instance = easy_problem(100);
  for (const Storage storage : {Storage::sparse_double, Storage::sparse_float}) {
    for (double passes = 1; passes <= 15; passes += 0.5) {
      const SolverOptions options = options_for(Solver::sgd, 1e-9, passes);
      const Fit fit = fit_of(instance, options, storage);
      EXPECT_EQ(fit.status, Status::max_passes);
      EXPECT_LE(fit.passes, passes);
      if (passes >= 4) {
        EXPECT_GT(fit.passes, passes - 2);  // and no fewer than there is use for
      }
      expect_honest(instance, fit, storage, options);
    }
  }
}

TEST(Sgd, StopsWhenItIsTold) {
  const Instance instance = easy_problem(5000);
  for (const int allowed : {0, 1, 5, 40}) {
    int asked = 0;
    const SolverOptions options = options_for(Solver::sgd, 1e-9, 1000);
    const Fit fit =
        fit_of(instance, options, Storage::sparse_float, [&](const Progress&) { return asked++ < allowed; });
    EXPECT_EQ(fit.status, Status::interrupted);
    EXPECT_LE(asked, allowed + 2);
    expect_honest(instance, fit, Storage::sparse_float, options);
  }
  SolverOptions options = options_for(Solver::sgd, 1e-9, 1e6);
  options.max_seconds = 1e-3;
  EXPECT_EQ(fit_of(instance, options).status, Status::max_seconds);
}

/// No features, or rows of zeros: only the intercept is left.
TEST(Sgd, RowsOfZeros) {
  Instance instance = easy_problem(30);
  for (auto& row : instance.rows) std::fill(row.begin(), row.end(), 0.0);
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    instance.penalty.intercept = intercept;
    const SolverOptions options = options_for(Solver::sgd, 0.05, 300);
    const Fit fit = fit_of(instance, options);
    expect_honest(instance, fit, Storage::sparse_double, options);
    if (intercept == Intercept::none) {
      EXPECT_EQ(fit.status, Status::converged);
    }
  }
}

}  // namespace
}  // namespace smsvm
