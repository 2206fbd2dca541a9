#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "smsvm/solver.hpp"
#include "solver/problems.hpp"
#include "train/rows_at_hand.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;
using test::same_bits;
using test::Storage;

constexpr std::array offsets{2013.0, 1.7e9, -5e6, 0.0};

/// Whole numbers, of which every one and its sum with the offset is a double; noisy labels.
Instance near_zero(std::size_t rows) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  Instance instance;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row;
    double score = 0.5 * normal(random);
    for (std::size_t j = 0; j < offsets.size(); ++j) {
      row.push_back(std::round(std::pow(10, 1 + j % 2) * normal(random)));
      score += row.back() / (1 + std::abs(row.back()));
    }
    instance.rows.push_back(std::move(row));
    instance.sign.push_back(score > 0.1 ? 1 : -1);
  }
  instance.penalty = {};
  instance.penalty.l2 = 1e-5;
  return instance;
}

Instance far_from_zero(std::size_t rows) {
  Instance instance = near_zero(rows);
  for (auto& row : instance.rows)
    for (std::size_t j = 0; j < offsets.size(); ++j) row[j] += offsets[j];
  return instance;
}

std::vector<Penalty> penalties() {
  std::vector<Penalty> all(3);
  all[0].l2 = 1e-6;
  all[1].l1 = 1e-3;
  all[2].l1 = all[2].l2 = 1e-5;
  all[2].factor = {1, 0.5, 2, 1};
  return all;
}

/// The two have the same optimum.
void expect_the_same_optimum(const Fit& a, const Fit& b) {
  EXPECT_EQ(a.status, Status::converged) << name(a.status) << ", gap " << a.relative_gap().value_or(NAN);
  EXPECT_EQ(b.status, Status::converged);
  EXPECT_LE(a.dual.value(), b.primal);
  EXPECT_LE(b.dual.value(), a.primal);
}

TEST(TrainOffsets, HaveTheOptimumOfTheRowsWithoutThem) {
  Instance far = far_from_zero(200), near = near_zero(200);
  for (const Penalty& penalty : penalties()) {
    far.penalty = near.penalty = penalty;
    // With ℓ1 alone, the bound is scaled down by what storing 1.7e9 as a double may have done, relative to μ.
    const SolverOptions options = precise(penalty.l2 > 0 ? 1e-7 : 2e-4);
    const Fit expected = fit_of(near, options);
    for (const Storage storage : {Storage::sparse_double, Storage::dense_double, Storage::mixed_double,
                                  Storage::borrowed_sparse_double, Storage::borrowed_dense_double}) {
      SCOPED_TRACE(name_of(storage));
      expect_the_same_optimum(fit_of(far, options, storage), expected);
    }
  }
}

TEST(TrainOffsets, AreProvedAboutTheRowsAsTheyAre) {
  Instance instance = far_from_zero(200);
  for (const Penalty& penalty : penalties()) {
    instance.penalty = penalty;
    const Fit fit = fit_of(instance, precise(1e-7));
    const Verdict verdict = verdict_on(instance, fit, Storage::sparse_double);
    EXPECT_TRUE(verdict.holds) << verdict.reason;
    EXPECT_LE(test::primal_by_definition(instance, point_of(instance, fit)), fit.primal);
  }
}

TEST(TrainOffsets, AreProvedWhereTheFloatsOfTheRowsAreExact) {
  Instance instance = far_from_zero(200);
  for (auto& row : instance.rows) row[1] = row[2] = row[0];
  const Fit fit = fit_of(instance, precise(1e-6), Storage::dense_float);
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_TRUE(verdict_on(instance, fit, Storage::dense_float).holds);
}

TEST(TrainOffsets, EndAtTheSameBitsForAnyNumberOfThreads) {
  const Instance instance = far_from_zero(9000);  // more than two blocks
  const Fit one = fit_of(instance, precise(1e-6, 1));
  for (const int threads : {2, 3}) {
    const Fit fit = fit_of(instance, precise(1e-6, threads));
    EXPECT_TRUE(same_bits(fit.weights, one.weights));
    EXPECT_EQ(fit.intercept, one.intercept);
    EXPECT_EQ(fit.primal, one.primal);
    EXPECT_EQ(fit.dual, one.dual);
  }
}

TEST(TrainOffsets, ABatchEndsWhereEachEnds) {
  const Instance instance = far_from_zero(300);
  Batch batch;
  for (const Penalty& penalty : penalties()) {
    batch.target.push_back(instance.target());
    batch.penalty.push_back(penalty);
  }
  const BatchFit all = train(instance.data(), batch, precise(1e-6));
  for (std::size_t k = 0; k < batch.penalty.size(); ++k) {
    const Fit alone = train(instance.data(), batch.target[k], batch.penalty[k], precise(1e-6));
    EXPECT_TRUE(same_bits(all.fit[k].weights, alone.weights));
    EXPECT_EQ(all.fit[k].intercept, alone.intercept);
    EXPECT_EQ(all.fit[k].primal, alone.primal);
  }
}

TEST(TrainOffsets, EverySolverGivesTheInterceptOfTheRowsAsTheyAre) {
  const Instance instance = far_from_zero(200);
  for (const Solver solver : {Solver::newton, Solver::bfgs, Solver::sgd, Solver::minibatch_sgd, Solver::cg}) {
    SolverOptions options = precise(1e-2);
    options.solver = solver;
    options.max_passes = 200;
    const Fit fit = fit_of(instance, options);
    EXPECT_LT(fit.primal, 0.9) << static_cast<int>(solver);
    EXPECT_LE(test::primal_by_definition(instance, point_of(instance, fit)), fit.primal);
    EXPECT_TRUE(verdict_on(instance, fit, Storage::sparse_double).holds);
  }
}

TEST(TrainOffsets, ConstantColumnsGetNoWeight) {
  Instance instance = far_from_zero(200);
  for (auto& row : instance.rows) row[1] = 1.7e9;
  const Fit fit = fit_of(instance, precise(1e-7));
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_EQ(fit.weights[1], 0);
  EXPECT_TRUE(verdict_on(instance, fit, Storage::sparse_double).holds);
}

TEST(TrainOffsets, AreLeftAloneUnlessTheInterceptIsFree) {
  const Dataset data = far_from_zero(50).data(Storage::dense_double);
  EXPECT_EQ(&RowsAtHand(data, Intercept::none, 1).data(), &data);
  EXPECT_EQ(&RowsAtHand(data, Intercept::penalized, 1).data(), &data);
  EXPECT_NE(&RowsAtHand(data, Intercept::free, 1).data(), &data);
}

TEST(TrainOffsets, RowsWithoutThemAreNotCopied) {
  const Dataset data = near_zero(50).data(Storage::dense_double);
  EXPECT_EQ(&RowsAtHand(data, Intercept::free, 1).data(), &data);
}

}  // namespace
}  // namespace smsvm
