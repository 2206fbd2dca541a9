#include "rows/pass.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <thread>

#include "rows/instance.hpp"
#include "rows/places.hpp"

namespace smsvm {
namespace {

using test::all_storages;
using test::Instance;
using test::NaivePass;
using test::random_instance;
using test::random_point;
using test::random_weights;
using test::same_bits;
using test::Storage;
using test::uniform;
using test::Where;

std::vector<std::int32_t> all_coordinates(const Instance& instance) {
  std::vector<std::int32_t> coordinates(instance.dimension());
  std::iota(coordinates.begin(), coordinates.end(), 0);
  return coordinates;
}

/// How rows are laid out, and where they lie.
struct Lying {
  Storage storage = Storage::sparse_double;
  Where where = Where::here;

  bool has_reference() const { return where == Where::reference || where == Where::three_references; }
};

/// The data of an instance and a pass over them.
struct Running {
  Running(const Instance& instance, Lying lying, int threads = 1, std::function<bool()> keep_going = {})
      : Running(instance, lying, {instance.target()}, threads, std::move(keep_going)) {}
  Running(const Instance& instance, Lying lying, std::vector<Target> targets, int threads,
          std::function<bool()> keep_going)
      : data(lying.where == Where::here ? instance.data(lying.storage)
                                        : many_blocks(instance, lying.storage, instance.rows.size() / 7 + 1)) {
    BackendOptions options{.problems = std::move(targets),
                           .has_intercept = instance.penalty.intercept != Intercept::none,
                           .seed = 1,
                           .threads = threads,
                           .keep_going = std::move(keep_going)};
    pass = std::make_unique<Pass>(make_rows_at(lying.where, data, std::move(options)));
  }

  Sums evaluate(const std::vector<double>& point, double epsilon, bool carry,
                const std::vector<std::int32_t>& hessian = {}, double least_curvature = 0) {
    Query query;
    query.point = point;
    query.epsilon = epsilon;
    query.begin = test::carried_if(carry);
    query.hessian = hessian;
    query.least_curvature = least_curvature;
    Sums sums;
    EXPECT_TRUE(pass->evaluate({&query, 1}, {&sums, 1}));
    return sums;
  }
  double along(double epsilon, double step) {
    double loss = 0;
    pass->along(0, epsilon, {&step, 1}, {&loss, 1});
    return loss;
  }

  Dataset data;
  std::unique_ptr<Pass> pass;
};

/// All numbers of the sums in a row; of H the lower triangle.
std::vector<double> numbers(const Sums& sums) {
  std::vector<double> all{sums.hinge, sums.smoothed_before, sums.smoothed, sums.smoothing_gap, sums.curvature};
  for (const auto& of_class : sums.dual) all.insert(all.end(), of_class.begin(), of_class.end());
  for (const auto& of_class : sums.moment) all.insert(all.end(), of_class.begin(), of_class.end());
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(sums.hessian.size()))));
  for (std::size_t j = 0; j < size; ++j)
    all.insert(all.end(), sums.hessian.begin() + j * size, sums.hessian.begin() + j * size + j + 1);
  return all;
}

/// Largest difference between two lists, against the largest number.
double list_distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return INFINITY;
  double difference = 0, largest = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    difference = std::max(difference, std::abs(a[k] - b[k]));
    largest = std::max(largest, std::abs(b[k]));
  }
  return difference / largest;
}
double distance(const Sums& a, const Sums& b) { return list_distance(numbers(a), numbers(b)); }

Instance varied_instance(std::mt19937_64& random, std::size_t rows) {
  Instance instance = random_instance(random, rows, 1 + random() % 12);
  make_columns_differ(random, instance);
  instance.penalty.intercept = random() % 2 == 0 ? Intercept::none : Intercept::free;
  if (random() % 2 == 0) instance.weight = random_weights(random, rows);
  return instance;
}

DualMixture random_mixture(std::mt19937_64& random) {
  DualMixture mixture;
  mixture.old = uniform(random, 0, 0.4);
  for (const RowClass of : {negative_rows, positive_rows}) {
    mixture.smooth[of] = uniform(random, 0, 0.3);
    mixture.carried[of] = uniform(random, 0, 0.3);
  }
  return mixture;
}

bool is_sparse(Storage storage) {
  return storage == Storage::sparse_float || storage == Storage::sparse_double ||
         storage == Storage::borrowed_sparse_float || storage == Storage::borrowed_sparse_double;
}

/// What is true of rows wherever they lie and whoever adds them up.
class AnyPass : public testing::TestWithParam<Lying> {
 protected:
  static constexpr double rounding() { return 1e-12; }
};

/// For H alone, and only where no column can be rare.
TEST_P(AnyPass, ThinsOutRowsOfTiles) {
  std::mt19937_64 random(5);
  const Instance instance = random_instance(random, 5000, 6);
  const auto point = random_point(random, instance.dimension());
  const auto coordinates = all_coordinates(instance);
  Running exact(instance, GetParam()), thinned(instance, GetParam()), on_threads(instance, GetParam(), 3);
  const Sums all = exact.evaluate(point, 0.1, false, coordinates);
  const double least = 0.3 * all.curvature / 5000;
  const Sums some = thinned.evaluate(point, 0.1, false, coordinates, least);
  EXPECT_EQ(all.hessian_rows, 5000);
  if (is_sparse(GetParam().storage) || GetParam().has_reference()) {
    EXPECT_EQ(numbers(some), numbers(all));
    return;
  }
  EXPECT_LT(some.hessian_rows, 3500);
  EXPECT_EQ(static_cast<double>(std::llround(thinned.pass->hessian_rows() * 5000)), some.hessian_rows);
  EXPECT_LT(list_distance(some.hessian, all.hessian), 0.03);
  EXPECT_GT(list_distance(some.hessian, all.hessian), 0);
  Sums without = some;
  without.hessian = all.hessian;
  EXPECT_EQ(numbers(without), numbers(all));
  EXPECT_EQ(numbers(on_threads.evaluate(point, 0.1, false, coordinates, least)), numbers(some));
}

TEST_P(AnyPass, EqualsNaiveEvaluation) {
  EXPECT_TRUE(rc::check([this] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = varied_instance(random, 2 + random() % 60);
    Running running(instance, GetParam());
    NaivePass naive(instance);
    auto coordinates = all_coordinates(instance);
    std::erase_if(coordinates, [&](std::int32_t) { return random() % 4 == 0; });

    double epsilon = 1;
    for (int step = 0; step < 4; ++step) {
      const auto point = random_point(random, instance.dimension(), 0.3);
      const Sums found = running.evaluate(point, epsilon, step > 0, coordinates);
      RC_ASSERT(distance(found, naive.evaluate(point, epsilon, step > 0, coordinates)) <= rounding());

      const DualMixture mixture = random_mixture(random);
      running.pass->mix(0, mixture);
      naive.mix(mixture);
      const auto dual = running.pass->running_dual(0);
      for (std::size_t i = 0; i < dual.size(); ++i)
        RC_ASSERT(std::abs(dual[i] - static_cast<double>(naive.running_dual()[i])) <= rounding());

      for (const double at : {0.0, 1.0, 0.3, 1.5}) {
        for (const double smoothing : {0.0, epsilon}) {
          const double loss = running.along(smoothing, at), expected = naive.along(smoothing, at);
          RC_ASSERT(std::abs(loss - expected) <= rounding() * (1 + expected));
        }
      }
      running.pass->accept(0);
      naive.accept();
      epsilon *= uniform(random, 0.3, 1.2);
    }
  }));
}

TEST_P(AnyPass, AlongEqualsEvaluationThere) {
  EXPECT_TRUE(rc::check([this] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const Instance instance = varied_instance(random, 2 + random() % 300);
    Running running(instance, GetParam());
    const auto from = random_point(random, instance.dimension()), to = random_point(random, instance.dimension());
    running.evaluate(from, 0.5, false);
    running.pass->accept(0);
    running.evaluate(to, 0.4, true);
    const std::vector<double> steps{0, uniform(random, -0.5, 1.5), 1, uniform(random, 0, 1)};
    std::vector<double> hinge(4), smoothed(4);
    running.pass->along(0, 0, steps, hinge);
    running.pass->along(0, 0.2, steps, smoothed);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      auto point = from;
      for (std::size_t j = 0; j < point.size(); ++j) point[j] += steps[k] * (to[j] - from[j]);
      const Sums there = running.evaluate(point, 0.2, false);
      RC_ASSERT(std::abs(hinge[k] - there.hinge) <= rounding() * (1 + there.hinge));
      RC_ASSERT(std::abs(smoothed[k] - there.smoothed) <= rounding() * (1 + there.smoothed));
    }
  }));
}

TEST_P(AnyPass, HasTheSameBitsForAnyNumberOfThreads) {
  std::mt19937_64 random(4);
  Instance instance = random_instance(random, 60'000, 5);
  make_columns_differ(random, instance);
  instance.weight = random_weights(random, instance.rows.size());
  const auto first = random_point(random, instance.dimension()), second = random_point(random, instance.dimension());
  const auto coordinates = all_coordinates(instance);
  std::vector<double> coefficient = random_point(random, instance.rows.size());
  std::vector<double> expected, expected_dual;
  for (const int threads : {1, 2, 3, 7}) {
    Running running(instance, GetParam(), threads);
    ASSERT_GE(test::shards_of_level(running.data, 1, 0)->chunks(), 4);
    std::vector<double> all = numbers(running.evaluate(first, 0.5, false, coordinates));
    running.pass->accept(0);
    const auto carried = numbers(running.evaluate(second, 0.2, true, coordinates));
    running.pass->mix(0, {0.5, {0.1, 0.2}, {0.3, 0.4}});
    const double smoothed = running.along(0.2, 0.4), hinge = running.along(0, 0.4);
    std::vector<double> sum(5);
    EXPECT_TRUE(running.pass->combine(0, coefficient, sum));
    all.insert(all.end(), carried.begin(), carried.end());
    all.insert(all.end(), {smoothed, hinge});
    all.insert(all.end(), sum.begin(), sum.end());
    const auto dual = running.pass->running_dual(0);
    if (expected.empty()) {
      expected = all;
      expected_dual = dual;
    }
    EXPECT_TRUE(same_bits(all, expected)) << threads << " threads";
    EXPECT_TRUE(same_bits(dual, expected_dual)) << threads << " threads";
  }
}

TEST_P(AnyPass, SplittingTheRowsDoesNotChangeTheSums) {
  std::mt19937_64 random(5);
  const Instance whole = varied_instance(random, 200);
  const auto part = [&](std::size_t from, std::size_t to) {
    Instance some;
    some.penalty = whole.penalty;
    some.rows.assign(whole.rows.begin() + from, whole.rows.begin() + to);
    some.sign.assign(whole.sign.begin() + from, whole.sign.begin() + to);
    if (!whole.weight.empty()) some.weight.assign(whole.weight.begin() + from, whole.weight.begin() + to);
    return some;
  };
  const auto coordinates = all_coordinates(whole);
  const auto first = random_point(random, whole.dimension()), second = random_point(random, whole.dimension());
  const auto sums_of = [&](const Instance& instance) {
    Running running(instance, GetParam());
    running.evaluate(first, 0.5, false);
    running.pass->accept(0);
    return running.evaluate(second, 0.2, true, coordinates);
  };
  Sums added = sums_of(part(0, 77));
  added.add(sums_of(part(77, 200)));
  EXPECT_LE(distance(added, sums_of(whole)), 1e-13);
}

TEST_P(AnyPass, ARowTwiceWeighsTwo) {
  std::mt19937_64 random(6);
  Instance twice = random_instance(random, 50, 6), heavy = twice;
  twice.rows.push_back(twice.rows[20]);
  twice.sign.push_back(twice.sign[20]);
  heavy.weight.assign(50, 1.0);
  heavy.weight[20] = 2;
  const auto point = random_point(random, twice.dimension());
  const auto coordinates = all_coordinates(twice);
  EXPECT_LE(distance(Running(twice, GetParam()).evaluate(point, 0.3, false, coordinates),
                     Running(heavy, GetParam()).evaluate(point, 0.3, false, coordinates)),
            1e-14);
}

TEST_P(AnyPass, SwappedLabelsMirrorTheClasses) {
  std::mt19937_64 random(7);
  const Instance instance = varied_instance(random, 80);
  Instance mirrored = instance;
  for (int& y : mirrored.sign) y = -y;
  const auto coordinates = all_coordinates(instance);
  auto point = random_point(random, instance.dimension());
  const Sums sums = Running(instance, GetParam()).evaluate(point, 0.3, false, coordinates);
  for (double& w : point) w = -w;
  Sums mirror = Running(mirrored, GetParam()).evaluate(point, 0.3, false, coordinates);
  std::swap(mirror.dual[0], mirror.dual[1]);
  std::swap(mirror.moment[0], mirror.moment[1]);
  EXPECT_TRUE(same_bits(numbers(mirror), numbers(sums)));
}

TEST_P(AnyPass, ASweepIsToldWhichDualToStartFrom) {
  std::mt19937_64 random(8);
  const Instance instance = varied_instance(random, 60);
  Running running(instance, GetParam());
  const auto point = random_point(random, instance.dimension());
  std::vector<double> dual(instance.rows.size());
  for (double& a : dual) a = uniform(random, 0, 1);
  Query query;
  query.point = point;
  query.epsilon = 0.3;
  running.pass->give(0, dual);
  query.begin = DualBegin::given;
  Sums sums;
  ASSERT_TRUE(running.pass->evaluate({&query, 1}, {&sums, 1}));
  for (const RowClass of : {negative_rows, positive_rows}) {
    double expected = 0;
    for (std::size_t i = 0; i < dual.size(); ++i)
      if ((instance.sign[i] > 0) == (of == positive_rows)) expected += instance.weight_of(i) * dual[i];
    EXPECT_NEAR(sums.dual[of][carried_dual], expected, rounding() * 10);
  }
}

TEST_P(AnyPass, MixingTheDualMixesItsSums) {
  std::mt19937_64 random(9);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Instance instance = varied_instance(random, 60);
    Running running(instance, GetParam());
    Sums before = sums_of_dual(instance, running.pass->running_dual(0));
    for (int step = 0; step < 3; ++step) {
      const auto at = random_point(random, instance.dimension());
      const Sums sums = running.evaluate(at, 0.4, step > 0);
      const DualMixture mixture = random_mixture(random);
      running.pass->mix(0, mixture);
      const Sums after = sums_of_dual(instance, running.pass->running_dual(0));
      for (const RowClass of : {negative_rows, positive_rows}) {
        const auto mixed = [&](double old, double smooth, double carried) {
          return mixture.old * old + mixture.smooth[of] * smooth + mixture.carried[of] * carried;
        };
        EXPECT_NEAR(after.dual[of][smooth_dual],
                    mixed(before.dual[of][0], sums.dual[of][smooth_dual], sums.dual[of][carried_dual]), rounding());
        for (std::size_t j = 0; j < instance.features(); ++j)
          EXPECT_NEAR(after.moment[of][2 * j],
                      mixed(before.moment[of][2 * j], sums.moment[of][2 * j], sums.moment[of][2 * j + 1]), rounding());
      }
      before = after;
      running.pass->accept(0);
    }
  }
}

TEST_P(AnyPass, AcceptingMakesTheTrialStateTheOneContinuedFrom) {
  std::mt19937_64 random(10);
  const Instance instance = varied_instance(random, 40);
  Running running(instance, GetParam());
  const auto first = random_point(random, instance.dimension()), second = random_point(random, instance.dimension());
  running.evaluate(first, 0.5, false);
  running.pass->accept(0);
  const auto slacks = running.pass->slacks(0);
  running.evaluate(second, 0.1, true);
  EXPECT_TRUE(same_bits(running.pass->slacks(0), slacks));  // a trial alone changes nothing
  running.pass->accept(0);
  for (std::size_t i = 0; i < slacks.size(); ++i) {
    const auto u = static_cast<double>(test::slack(instance, i, second));
    EXPECT_NEAR(running.pass->slacks(0)[i], u, rounding());
    EXPECT_NEAR(running.pass->smooth_duals(0)[i], 0.5 * (1 + u / std::hypot(0.1, u)), 10 * rounding());
  }
  // Σ c h of the accepted state is what its sweep added up.
  const Sums again = running.evaluate(first, 0.3, true);
  running.pass->accept(0);
  const auto curvatures = running.pass->curvatures(0);
  double sum = 0;
  for (std::size_t i = 0; i < curvatures.size(); ++i) sum += instance.weight_of(i) * curvatures[i];
  EXPECT_NEAR(sum, again.curvature, 1e-12 * sum);
}

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

std::vector<Lying> everywhere() {
  std::vector<Lying> all;
  for (const Storage storage : all_storages) all.push_back({storage, Where::here});
  for (const Storage storage : {Storage::dense_float, Storage::mixed_double})
    all.push_back({storage, Where::three_ranks});
  for (const Where where : {Where::reference, Where::three_references}) all.push_back({Storage::mixed_double, where});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Everywhere, AnyPass, testing::ValuesIn(everywhere()), [](const auto& test) {
  return name_of(test.param.where) + "_" + name_of(test.param.storage);
});

}  // namespace
}  // namespace smsvm
