#include "rows/any_pass.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace smsvm {
namespace {

using test::all_coordinates;
using test::AnyPass;
using test::distance;
using test::Instance;
using test::list_distance;
using test::NaivePass;
using test::numbers;
using test::random_instance;
using test::random_mixture;
using test::random_point;
using test::random_weights;
using test::Running;
using test::same_bits;
using test::varied_instance;

TEST_P(AnyPass, CombinesTheRowsAskedFor) {
  std::mt19937_64 random(11);
  const Instance instance = varied_instance(random, 50);
  Running running(instance, GetParam());
  auto coefficient = random_point(random, instance.rows.size());
  for (std::size_t i = 0; i < 30; ++i) coefficient[i] = 0;
  std::vector<double> sum(instance.features()), expected(instance.features(), 0.0);
  ASSERT_TRUE(running.pass->combine(0, coefficient, sum));
  for (std::size_t i = 0; i < coefficient.size(); ++i) {
    for (std::size_t j = 0; j < expected.size(); ++j) expected[j] += coefficient[i] * instance.rows[i][j];
  }
  EXPECT_LE(list_distance(sum, expected), 1e-13);
  EXPECT_DOUBLE_EQ(running.pass->passes(), 20.0 / 50);
}

TEST_P(AnyPass, HandsOutTheRowsAskedForInAnyOrder) {
  std::mt19937_64 random(21);
  const Instance instance = varied_instance(random, 50);
  Running running(instance, GetParam());
  const std::vector<std::int64_t> wanted{49, 3, 17, 4, 0};
  const SparseRows found = running.pass->fetch(wanted);
  ASSERT_EQ(found.size(), 5);
  for (std::int64_t k = 0; k < found.size(); ++k) {
    std::vector<double> row(instance.features(), 0.0);
    found.for_each_value(k, [&](std::size_t j, double x) {
      EXPECT_NE(x, 0);
      row[j] = x;
    });
    EXPECT_EQ(row, instance.rows[static_cast<std::size_t>(wanted[static_cast<std::size_t>(k)])]);
  }
  EXPECT_EQ(running.pass->fetch({}).size(), 0);
}

TEST_P(AnyPass, HandsOutAllRowsWithTheirSignsAndWeights) {
  std::mt19937_64 random(22);
  const Instance instance = varied_instance(random, 50);
  Running running(instance, GetParam());
  const HeldRows held = running.pass->hold(0);
  ASSERT_EQ(held.rows, 50);
  EXPECT_EQ(held.target.sign, instance.target().sign);
  std::visit(
      [&]<class Value>(const BlockedRows<Value>&) {
        std::int64_t visited = 0;
        held.for_each<Value>([&](std::int64_t number, RowView<Value> view) {
          std::vector<double> row(instance.features(), 0.0);
          for_each_value(view, [&](std::size_t j, double x) { row[j] = x; });
          EXPECT_EQ(row, instance.rows[static_cast<std::size_t>(number)]);
          EXPECT_EQ(held.target.weight_of(static_cast<std::size_t>(number)),
                    instance.weight_of(static_cast<std::size_t>(number)));
          ++visited;
        });
        EXPECT_EQ(visited, 50);
      },
      held.blocks);
}

TEST_P(AnyPass, AddsUpTheSquaresOfEachRow) {
  std::mt19937_64 random(23);
  const Instance instance = varied_instance(random, 50);
  Running running(instance, GetParam());
  const auto scale = random_point(random, instance.features());
  std::vector<double> expected;
  for (const auto& row : instance.rows) {
    double& sum = expected.emplace_back(0.5);
    for (std::size_t j = 0; j < row.size(); ++j) sum += scale[j] * row[j] * row[j];
  }
  EXPECT_LE(list_distance(running.pass->squares(scale, 0.5), expected), 1e-13);
}

TEST_P(AnyPass, ALevelIsTheSumOverItsRows) {
  std::mt19937_64 random(12);
  Instance instance = random_instance(random, 400, 4);
  instance.weight = random_weights(random, 400);
  Running running(instance, GetParam());
  const auto point = random_point(random, instance.dimension());
  for (const int level : {2, 1, 0}) {
    Instance sample = instance;
    sample.weight.assign(400, 0.0);
    const auto cut = test::shards_of_level(running.data, 1, level);
    const Shards& shards = *cut;
    for (std::int64_t chunk = 0; chunk < shards.chunks(); ++chunk) {
      shards.for_each_row(chunk, [&](std::int64_t row) {
        const auto i = static_cast<std::size_t>(row);
        sample.weight[i] = instance.weight[i];
      });
    }
    EXPECT_EQ(running.pass->restrict_to_level(0, level), shards.rows());
    EXPECT_NEAR(running.pass->active_weight(0), sample.target().total_weight(400), 1e-10);
    const double before = running.pass->passes();
    const Sums sums = running.evaluate(point, 0.3, false, all_coordinates(instance));
    EXPECT_LE(distance(sums, NaivePass(sample).evaluate(point, 0.3, false, all_coordinates(instance))), rounding());
    EXPECT_NEAR(running.pass->passes() - before, static_cast<double>(shards.rows()) / 400, 1e-12);
  }
}

TEST_P(AnyPass, ABatchOfTwoEqualsTwoOfOne) {
  std::mt19937_64 random(13);
  const Instance one = varied_instance(random, 120);
  Instance other = one;
  for (int& y : other.sign) y = random() % 2 == 0 ? 1 : -1;
  other.weight = random_weights(random, 120);
  Running both(one, GetParam(), {one.target(), other.target()}, 2, {});
  Running first(one, GetParam()), second(other, GetParam());
  const auto coordinates = all_coordinates(one);
  const std::vector<std::int32_t> some{0};
  for (int step = 0; step < 3; ++step) {
    const auto p = random_point(random, one.dimension()), q = random_point(random, one.dimension());
    std::array<Query, 2> queries;
    queries[0] = {0, p, 0.5, test::carried_if(step > 0), coordinates};
    queries[1] = {1, q, 0.25, test::carried_if(step > 1), some};
    std::array<Sums, 2> sums;
    ASSERT_TRUE(both.pass->evaluate(queries, sums));
    EXPECT_TRUE(same_bits(numbers(sums[0]), numbers(first.evaluate(p, 0.5, step > 0, coordinates))));
    EXPECT_TRUE(same_bits(numbers(sums[1]), numbers(second.evaluate(q, 0.25, step > 1, some))));
    const DualMixture mixture = random_mixture(random);
    both.pass->mix(1, mixture);
    second.pass->mix(0, mixture);
    EXPECT_TRUE(same_bits(both.pass->running_dual(1), second.pass->running_dual(0)));
    EXPECT_TRUE(same_bits(both.pass->running_dual(0), std::vector<double>(120, 0.0)));
    for (const std::size_t problem : {0, 1}) both.pass->accept(problem);
    first.pass->accept(0);
    second.pass->accept(0);
  }
  EXPECT_EQ(both.pass->passes(), 3);  // one sweep serves the whole batch
}

/// A sweep that goes on until it is told to stop. It asks only now and then, so a few may still go through.
void sweep_until_cancelled(Running& running, const std::vector<double>& point, std::atomic<bool>& go) {
  go = false;
  Query query;
  query.point = point;
  query.begin = DualBegin::carried;
  Sums sums;
  while (running.pass->evaluate({&query, 1}, {&sums, 1})) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST_P(AnyPass, ACancelledSweepLeavesWhatIsClaimedIntact) {
  std::mt19937_64 random(14);
  const Instance instance = varied_instance(random, 60);
  std::atomic<bool> go = true;
  Running running(instance, GetParam(), 2, [&] { return go.load(); });
  const auto first = random_point(random, instance.dimension()), second = random_point(random, instance.dimension());
  running.evaluate(first, 0.5, false);
  running.pass->mix(0, {1, {0.5, 0.5}, {}});
  running.pass->accept(0);
  const auto dual = running.pass->running_dual(0);

  sweep_until_cancelled(running, second, go);
  EXPECT_TRUE(same_bits(running.pass->running_dual(0), dual));
}

TEST_P(AnyPass, WhatCostsNoSweepIsNeverCancelled) {
  std::mt19937_64 random(14);
  const Instance instance = varied_instance(random, 60);
  std::atomic<bool> go = true;
  Running running(instance, GetParam(), 2, [&] { return go.load(); });
  const auto first = random_point(random, instance.dimension()), second = random_point(random, instance.dimension());
  running.evaluate(first, 0.5, false);
  running.pass->accept(0);
  const double before = running.along(0.5, 0);

  sweep_until_cancelled(running, second, go);
  EXPECT_EQ(running.along(0.5, 0), before);
}

TEST_P(AnyPass, CountsRowsReadAndRowsOfHessians) {
  std::mt19937_64 random(15);
  const Instance instance = varied_instance(random, 40);
  Running running(instance, GetParam());
  const auto point = random_point(random, instance.dimension());
  running.evaluate(point, 1, false);
  EXPECT_EQ(running.pass->passes(), 1);
  EXPECT_EQ(running.pass->hessian_rows(), 0);
  running.evaluate(point, 1, false, all_coordinates(instance));
  EXPECT_EQ(running.pass->hessian_rows(), 1);
  EXPECT_EQ(running.pass->passes(), 2);
  running.along(1, 0);
  running.pass->mix(0, {});
  EXPECT_EQ(running.pass->passes(), 2);
  running.pass->count_rows(20);
  EXPECT_EQ(running.pass->passes(), 2.5);
}

}  // namespace
}  // namespace smsvm
