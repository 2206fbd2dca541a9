#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "solver/problems.hpp"
#include "train/problems_at_once.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::precise;
using test::same_bits;
using test::Storage;

/// Other labels and other weights on the rows of one instance, and a penalty for each.
Batch batch_of(const Instance& instance, std::size_t problems) {
  std::mt19937_64 random(5);
  Batch batch;
  for (std::size_t k = 0; k < problems; ++k) {
    Instance other = instance;
    for (int& sign : other.sign) sign = random() % 4 == 0 ? -sign : sign;
    if (k % 2 == 1) other.weight = test::random_weights(random, instance.rows.size());
    other.penalty.l1 = 1e-3 * static_cast<double>(k + 1);
    batch.target.push_back(other.target());
    batch.penalty.push_back(other.penalty);
  }
  return batch;
}

Instance some_rows(std::size_t rows, std::size_t features) {
  std::mt19937_64 random(3);
  Instance instance = test::random_instance(random, rows, features);
  instance.penalty.l2 = 1e-2;
  instance.penalty.intercept = Intercept::free;
  return instance;
}

/// On rows enough for a ladder, on which the problems are at different levels at times.
TEST(Batch, EachProblemHasTheBitsItHasAlone) {
  const Instance instance = some_rows(30'000, 6);
  const Dataset data = instance.data(Storage::dense_float);
  const Batch batch = batch_of(instance, 5);
  for (const int threads : {1, 3}) {
    const SolverOptions options = precise(1e-6, threads);
    const BatchFit together = train(data, batch, options);
    double most = 0, sum = 0;
    std::int64_t slowest = 0;
    for (std::size_t k = 0; k < batch.target.size(); ++k) {
      const Fit alone = train(data, batch.target[k], batch.penalty[k], options);
      const Fit& fit = together.fit[k];
      slowest = std::max(slowest, train(data, {{batch.target[k]}, {batch.penalty[k]}}, options).sweeps);
      EXPECT_EQ(fit.status, Status::converged);
      EXPECT_TRUE(same_bits(fit.weights, alone.weights));
      EXPECT_TRUE(same_bits({fit.intercept, fit.primal, *fit.dual}, {alone.intercept, alone.primal, *alone.dual}));
      EXPECT_TRUE(same_bits(fit.dual_point, alone.dual_point));
      EXPECT_EQ(fit.passes, alone.passes);
      most = std::max(most, fit.passes);
      sum += fit.passes;
    }
    EXPECT_GE(together.passes, most);
    EXPECT_LT(together.passes, sum / 3);
    EXPECT_LE(together.sweeps, slowest + 2);  // little more than the slowest: they share nearly all sweeps
  }
}

TEST(Batch, EveryMethodSharesSweeps) {
  const Instance instance = some_rows(300, 4);
  Batch batch = batch_of(instance, 3);
  for (Penalty& penalty : batch.penalty) penalty.l1 = 0;
  for (const Solver solver : {Solver::newton, Solver::bfgs, Solver::cg}) {
    SolverOptions options = precise(1e-3, 2);
    options.solver = solver;
    options.max_passes = 200;
    const BatchFit together = train(instance.data(), batch, options);
    for (std::size_t k = 0; k < 3; ++k) {
      const Fit alone = train(instance.data(), batch.target[k], batch.penalty[k], options);
      EXPECT_TRUE(same_bits(together.fit[k].weights, alone.weights));
      EXPECT_LE(together.fit[k].passes, together.passes);
    }
  }
}

/// Working sets of many features, whose Hessians do not fit into one sweep.
TEST(Batch, LittleMemoryCostsSweepsOnly) {
  const Instance instance = some_rows(400, 60);
  const Batch batch = batch_of(instance, 4);
  SolverOptions options = precise(1e-6, 2);
  const BatchFit usual = train(instance.data(), batch, options);
  options.memory = 8 * 60 * 60 * 8 * 2;  // an eighth of it is for the Hessians of a sweep: two of four
  const BatchFit little = train(instance.data(), batch, options);
  EXPECT_GT(little.passes, 1.5 * usual.passes);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_TRUE(same_bits(little.fit[k].weights, usual.fit[k].weights));
}

TEST(Batch, OneClassOnlyIsAnsweredAtOnce) {
  const Instance instance = some_rows(50, 3);
  Batch batch = batch_of(instance, 2);
  batch.target[0].sign.assign(50, -1);
  const BatchFit fit = train(instance.data(), batch, precise(1e-6));
  EXPECT_EQ(fit.fit[0].intercept, -1);
  EXPECT_EQ(fit.fit[0].passes, 0);
  EXPECT_EQ(fit.fit[1].status, Status::converged);
}

TEST(Batch, TheObserverStopsAllOfThem) {
  const Instance instance = some_rows(5'000, 5);
  int calls = 0;
  const BatchFit fit = train(instance.data(), batch_of(instance, 3), precise(1e-12, 2),
                             [&](std::size_t, const Progress&) { return ++calls < 5; });
  for (const Fit& each : fit.fit) EXPECT_EQ(each.status, Status::interrupted) << name(each.status);
}

TEST(Batch, AllOfThemSayThatTimeWasUp) {
  const Instance instance = some_rows(5'000, 5);
  SolverOptions options = precise(1e-12, 2);
  options.max_seconds = 1e-9;
  const BatchFit fit = train(instance.data(), batch_of(instance, 3), options);
  for (const Fit& each : fit.fit) EXPECT_EQ(each.status, Status::max_seconds) << name(each.status);
}

TEST(Batch, AnExceptionEndsAllOfThemAndArrives) {
  const Instance instance = some_rows(2'000, 5);
  const auto fail = [](std::size_t problem, const Progress&) -> bool {
    if (problem == 1) throw std::runtime_error("enough");
    return true;
  };
  EXPECT_THROW(train(instance.data(), batch_of(instance, 4), precise(1e-9, 3), fail), std::runtime_error);
}

TEST(Batch, RefusesWhatDoesNotFitTogether) {
  const Instance instance = some_rows(20, 2);
  Batch batch = batch_of(instance, 2);
  batch.penalty[1].intercept = Intercept::none;
  EXPECT_THROW(train(instance.data(), batch), OptionError);
  batch.penalty.pop_back();
  EXPECT_THROW(train(instance.data(), batch), OptionError);
}

TEST(Batch, NothingToDoIsDone) { EXPECT_TRUE(train(some_rows(5, 2).data(), Batch{}).fit.empty()); }

TEST(Batch, IsLimitedByRowsAndByThreads) {
  constexpr std::int64_t bytes = std::int64_t{4} << 30;
  EXPECT_EQ(problems_at_once(1, bytes), 128U);
  EXPECT_EQ(problems_at_once(10'000'000, bytes), 8U);
  EXPECT_EQ(problems_at_once(1'000'000'000, bytes), 1U);
}

TEST(Batch, StreamedDualPointsNeedSomewhereToGo) {
  SolverOptions options;
  options.dual_points = DualPoints::streamed;
  EXPECT_THROW(options.check(), OptionError);
  options.dual_point_sink = [](std::size_t, std::span<const double>) {};
  EXPECT_NO_THROW(options.check());
}

}  // namespace
}  // namespace smsvm
