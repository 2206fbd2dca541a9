#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "rows/instance.hpp"
#include "rows/loss.hpp"
#include "rows/make_pass.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::random_instance;
using test::random_point;
using test::same_bits;
using test::Storage;
using test::uniform;

constexpr double no_smoothing = 1e-14;

/// A pass that has looked at two points, of which the second is accepted.
struct Looked {
  explicit Looked(std::mt19937_64& random, int threads = 1)
      : instance(random_instance(random, 20 + random() % 200, 1 + random() % 6)) {
    instance.penalty.intercept = random() % 2 == 0 ? Intercept::none : Intercept::free;
    if (random() % 2 == 0) instance.weight = test::random_weights(random, instance.rows.size());
    data = instance.data(Storage::dense_double);
    pass = test::make_pass(data, {instance.target()}, instance.penalty.intercept != Intercept::none, 1, threads, {});
    before = random_point(random, instance.dimension());
    point = before;
    for (double& coordinate : point) coordinate += uniform(random, -0.3, 0.3);
    look(before);
    sums = look(point);
    nearness = {uniform(random, 0.05, 0.5), uniform(random, 0, 1)};
  }

  Sums evaluate(const std::vector<double>& at, double epsilon, bool carry = false) {
    const Query query{0, at, epsilon, test::carried_if(carry)};
    Sums found;
    EXPECT_TRUE(pass->evaluate({&query, 1}, {&found, 1}));
    return found;
  }
  Sums look(const std::vector<double>& at) {
    const Sums found = evaluate(at, no_smoothing);
    pass->accept(0);
    return found;
  }

  double u(std::size_t row, const std::vector<double>& at) const {
    return static_cast<double>(slack(instance, row, at));
  }
  bool is_near(std::size_t row) const {
    const double now = u(row, point), then = u(row, before);
    const bool crossed = nearness.reach > 0 && (now > 0) != (then > 0);
    return instance.weight_of(row) > 0 &&
           (crossed || std::abs(now) <= nearness.width + nearness.reach * std::abs(now - then));
  }
  double dual_at_freezing(std::size_t row) const { return u(row, point) > 0 ? 1.0 : 0.0; }
  std::int64_t near_rows() const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < instance.rows.size(); ++i) count += is_near(i);
    return count;
  }

  Instance instance;
  Dataset data;
  std::unique_ptr<Pass> pass;
  std::vector<double> before, point;
  Sums sums;
  Nearness nearness;
};

TEST(FrozenRows, KeepTheirDualAndALinearLoss) {
  rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Looked looked(random);
    const Instance& instance = looked.instance;
    RC_ASSERT(looked.pass->count_near(0, looked.nearness) == looked.near_rows());
    RC_PRE(looked.near_rows() > 0);
    RC_ASSERT(looked.pass->freeze(0, looked.point, looked.sums, looked.nearness) == looked.near_rows());

    const double epsilon = uniform(random, 0.01, 1);
    std::vector<double> there = looked.point;
    for (double& coordinate : there) coordinate += uniform(random, -2, 2);
    const Sums found = looked.evaluate(there, epsilon);

    double hinge = 0, smoothed = 0, sum_of_duals = 0;
    std::vector<double> moment(instance.features(), 0.0);
    for (std::size_t i = 0; i < instance.rows.size(); ++i) {
      const double c = instance.weight_of(i), u = looked.u(i, there);
      const SmoothedHinge smooth(u, epsilon);
      const bool near = looked.is_near(i);
      const double a = near ? SmoothedHinge::dual(u, smooth.q_smooth) : looked.dual_at_freezing(i);
      hinge += c * (near ? SmoothedHinge::hinge(u) : a * u);
      smoothed += c * (near ? smooth.value() : a * u);
      sum_of_duals += c * a;
      for (std::size_t j = 0; j < moment.size(); ++j) moment[j] += c * a * instance.rows[i][j] * instance.sign[i];
    }
    const double rounding = 1e-10 * (1 + std::abs(smoothed));
    RC_ASSERT(std::abs(found.hinge - hinge) <= rounding);
    RC_ASSERT(std::abs(found.smoothed - smoothed) <= rounding);
    RC_ASSERT(std::abs(found.dual[0][smooth_dual] + found.dual[1][smooth_dual] - sum_of_duals) <= rounding);
    for (std::size_t j = 0; j < moment.size(); ++j) {
      const double v =
          found.moment[positive_rows][2 * j + smooth_dual] - found.moment[negative_rows][2 * j + smooth_dual];
      RC_ASSERT(std::abs(v - moment[j]) <= rounding);
    }

    // The way there from the accepted point, from row state.
    const double half = 0.5;
    double loss = 0, expected = 0;
    looked.pass->along(0, 0, {&half, 1}, {&loss, 1});
    for (std::size_t i = 0; i < instance.rows.size(); ++i) {
      const double u = 0.5 * (looked.u(i, looked.point) + looked.u(i, there));
      expected +=
          instance.weight_of(i) * (looked.is_near(i) ? SmoothedHinge::hinge(u) : looked.dual_at_freezing(i) * u);
    }
    RC_ASSERT(std::abs(loss - expected) <= rounding);
  });
}

/// However many points were accepted meanwhile.
TEST(FrozenRows, ThawingRestoresWhatWasAccepted) {
  rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Looked looked(random, 2);
    RC_PRE(looked.near_rows() > 0);
    const auto slacks = looked.pass->slacks(0);
    looked.pass->freeze(0, looked.point, looked.sums, looked.nearness);
    for (std::uint64_t k = random() % 4; k > 0; --k) {
      looked.evaluate(random_point(random, looked.instance.dimension()), 0.1);
      looked.pass->accept(0);
    }
    looked.pass->thaw(0, 0);
    RC_ASSERT(same_bits(looked.pass->slacks(0), slacks));
    RC_ASSERT(looked.evaluate(looked.point, 0.3).hinge == looked.sums.hinge);
  });
}

TEST(FrozenRows, RunningDualGetsTheShareItIsGiven) {
  rc::check([](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Looked looked(random);
    RC_PRE(looked.near_rows() > 0);
    const Instance& instance = looked.instance;
    looked.evaluate(looked.point, 0.2);
    looked.pass->mix(0, {.old = 0, .smooth = {0.5, 0.8}, .carried = {}});  // something to begin with
    looked.look(looked.before);
    looked.sums = looked.look(looked.point);
    const auto before = looked.pass->running_dual(0);

    looked.pass->freeze(0, looked.point, looked.sums, looked.nearness);
    std::vector<double> expected(before.size(), 0.0);
    for (int k = 0; k < 3; ++k) {
      const auto there = random_point(random, instance.dimension());
      const double epsilon = uniform(random, 0.01, 1);
      looked.evaluate(there, epsilon);
      DualMixture mixture;
      mixture.old = uniform(random, 0, 0.5);
      for (const RowClass c : {negative_rows, positive_rows}) {
        mixture.smooth[c] = uniform(random, 0, 0.25);
        mixture.carried[c] = uniform(random, 0, 0.25);
      }
      looked.pass->mix(0, mixture);
      looked.pass->accept(0);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const double u = looked.u(i, there);
        const double a =
            looked.is_near(i) ? SmoothedHinge::dual(u, SmoothedHinge(u, epsilon).q_smooth) : looked.dual_at_freezing(i);
        const RowClass c = instance.sign[i] > 0 ? positive_rows : negative_rows;
        expected[i] = mixture.old * expected[i] + (mixture.smooth[c] + mixture.carried[c]) * a;
      }
    }
    const double share = random() % 3 == 0 ? 1.0 : uniform(random, 0, 1);
    looked.pass->thaw(0, share);
    const auto found = looked.pass->running_dual(0);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (instance.weight_of(i) == 0) continue;  // its dual does not matter
      RC_ASSERT(std::abs(found[i] - (share * expected[i] + (1 - share) * before[i])) <= 1e-12);
    }
  });
}

TEST(FrozenRows, SameBitsForAnyNumberOfThreads) {
  std::vector<double> first;
  for (const int threads : {1, 2, 5}) {
    std::mt19937_64 random(11);
    Instance instance = random_instance(random, 40'000, 8);
    const Dataset data = instance.data(Storage::dense_float);
    const auto pass = test::make_pass(data, {instance.target()}, false, 1, threads, {});
    const auto point = random_point(random, 8);
    Sums sums;
    const Query look{0, point, no_smoothing};
    for (int k = 0; k < 2; ++k) {
      ASSERT_TRUE(pass->evaluate({&look, 1}, {&sums, 1}));
      pass->accept(0);
    }
    const std::int64_t near = pass->freeze(0, point, sums, {0.3, 0});
    EXPECT_GT(near, 1000);
    EXPECT_LT(near, 20'000);
    const Query query{0, point, 0.1};
    ASSERT_TRUE(pass->evaluate({&query, 1}, {&sums, 1}));
    if (first.empty()) first = sums.moment[1];
    EXPECT_TRUE(same_bits(first, sums.moment[1]));
    EXPECT_NEAR(pass->passes(), 2 + 2 * static_cast<double>(near) / 40'000, 1e-12);
  }
}

}  // namespace
}  // namespace smsvm
