#include "experiments/liblinear.hpp"

#include <gmock/gmock.h>

#include "experiments/run.hpp"
#include "experiments/synthetic_rows.hpp"

namespace smsvm::experiments {
namespace {

constexpr Method its_problem{"LinearSVC-Hinge", std::nullopt, PenaltyKind::l2};
const Penalty penalty = penalty_of(its_problem, {1e-2, 0});

/// The same rows, with one of the class asked for in front.
LabelledRows beginning_with(std::size_t which) {
  const auto rows = synthetic_rows(500, 8);
  const auto classes = rows_by_class(rows);
  std::vector<std::int64_t> order = classes[which];
  order.insert(order.end(), classes[1 - which].begin(), classes[1 - which].end());
  return take_rows(rows, order);
}

void expect_near_the_optimum(const LabelledRows& rows) {
  SolverOptions options;
  options.tolerance = 1e-6;
  const Fit exact = train(rows.data, rows.target, penalty, options);
  ASSERT_EQ(exact.status, Status::converged);
  const Fit fit = liblinear(rows, penalty);
  EXPECT_EQ(fit.status, Status::stationary);
  EXPECT_GE(fit.primal, *exact.dual * (1 - 1e-9));
  EXPECT_LE(fit.primal, exact.primal * 1.01);
  EXPECT_NEAR(accuracy(rows, fit.weights, fit.intercept), accuracy(rows, exact.weights, exact.intercept), 0.01);
}

TEST(Liblinear, ComesNearTheOptimum) { expect_near_the_optimum(beginning_with(1)); }

TEST(Liblinear, ComesNearTheOptimumWhereTheNegativeClassIsFirst) { expect_near_the_optimum(beginning_with(0)); }

TEST(Liblinear, ReturnsTheSameTwice) {
  const auto rows = beginning_with(1);
  const Fit first = liblinear(rows, penalty), second = liblinear(rows, penalty);
  EXPECT_EQ(first.weights, second.weights);
  EXPECT_EQ(first.intercept, second.intercept);
  EXPECT_EQ(first.passes, second.passes);
  EXPECT_GT(first.passes, 0);
}

TEST(Liblinear, ComesNearerWithASmallerTolerance) {
  const auto rows = beginning_with(1);
  EXPECT_GT(liblinear(rows, penalty, 1.0).primal, liblinear(rows, penalty, 1e-6).primal);
}

TEST(Liblinear, IsSaidToEndByItsOwnRules) {
  const auto rows = beginning_with(1);
  EXPECT_EQ(run_of(its_problem, liblinear(rows, penalty), rows, rows, penalty).status, "own tolerance");
  Fit unfinished;
  unfinished.status = Status::max_passes;
  unfinished.weights.resize(8);
  EXPECT_EQ(run_of(its_problem, unfinished, rows, rows, penalty).status, "1000 iterations");
}

}  // namespace
}  // namespace smsvm::experiments
