#include "rows/any_pass.hpp"

#include <rapidcheck.h>

namespace smsvm {
namespace {

using test::all_coordinates;
using test::AnyPass;
using test::distance;
using test::everywhere;
using test::Instance;
using test::is_sparse;
using test::list_distance;
using test::make_columns_differ;
using test::NaivePass;
using test::name_of_place;
using test::numbers;
using test::random_instance;
using test::random_mixture;
using test::random_point;
using test::random_weights;
using test::Running;
using test::same_bits;
using test::uniform;
using test::varied_instance;

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

/// Lists that fill rows are multiplied like tiles, but a column that few rows have keeps them all.
TEST_P(AnyPass, ThinsOutRowsOfFullLists) {
  std::mt19937_64 random(5);
  Instance instance = random_instance(random, 3000, 80);
  for (std::size_t i = 0; i < instance.rows.size(); ++i)
    if (i % 500 != 17) instance.rows[i][40] = 0;
  const auto point = random_point(random, instance.dimension());
  const auto coordinates = all_coordinates(instance);
  Running exact(instance, GetParam()), thinned(instance, GetParam()), on_threads(instance, GetParam(), 3);
  const Sums all = exact.evaluate(point, 0.1, false, coordinates);
  const double least = 0.3 * all.curvature / 3000;
  const Sums some = thinned.evaluate(point, 0.1, false, coordinates, least);
  if (GetParam().has_reference()) {
    EXPECT_EQ(numbers(some), numbers(all));
    return;
  }
  EXPECT_LT(some.hessian_rows, 2700);
  EXPECT_LT(list_distance(some.hessian, all.hessian), 0.1);
  EXPECT_EQ(numbers(on_threads.evaluate(point, 0.1, false, coordinates, least)), numbers(some));
  if (!is_sparse(GetParam().storage)) return;
  const std::size_t rare = 40 * coordinates.size() + 40;
  EXPECT_NEAR(some.hessian[rare], all.hessian[rare], 1e-12 * all.hessian[rare]);
}

/// Of equal numbers, whose rounding adds up instead of cancelling.
TEST_P(AnyPass, RoundsNoMoreThanCertificatesAllowFor) {
  std::mt19937_64 random(6);
  Instance instance = random_instance(random, 30000, 1);
  for (auto& row : instance.rows) row = {0.1F};
  instance.sign.assign(instance.rows.size(), 1);
  instance.weight.clear();
  Running running(instance, GetParam());
  const std::vector<double> origin(instance.dimension(), 0.0);
  const Sums sums = running.evaluate(origin, 1e-20, false);
  const double exact = 30000.0 * static_cast<double>(0.1F);
  const auto blocks = std::visit([](const auto& matrix) { return matrix.blocks.size(); }, running.data.matrix);
  const double in_lists = is_sparse(GetParam().storage) ? 30000 : 0;
  const double additions = 1024 + static_cast<double>(blocks) + in_lists;
  EXPECT_NEAR(sums.moment[positive_rows][0], exact, additions * 0x1p-53 * exact);
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

INSTANTIATE_TEST_SUITE_P(Everywhere, AnyPass, testing::ValuesIn(everywhere()), name_of_place);

}  // namespace
}  // namespace smsvm
