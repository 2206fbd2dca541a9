#include "solver/ascent/live_rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>

#include "solver/problems.hpp"

namespace smsvm {
namespace {

using test::Instance;

TEST(LiveRows, AreTheRowsInUnitsOfTheRootOfL2) {
  std::mt19937_64 random(1);
  Instance instance = test::random_instance(random, 20, 6);
  instance.penalty = {0.25, 1e-6, Intercept::none, {}, {}};
  const LiveRows<double> live(test::held_rows_of(instance), instance.objective(), LiveUnits::of_l2);
  ASSERT_EQ(live.rows(), 20);
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < live.rows(); ++i) {
    std::vector<double> expanded(6, 0.0);
    const auto row = live.row(i);
    for (std::size_t k = 0; k < row.length; ++k)
      expanded[static_cast<std::size_t>(live.features()[row.column[k]])] = row.value[k];
    for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(expanded[j], instance.rows[static_cast<std::size_t>(i)][j] / 0.5);
    total += static_cast<std::int64_t>(row.length);
  }
  EXPECT_DOUBLE_EQ(live.shape().mean_length, static_cast<double>(total) / 20);
}

/// |v_j| is largest where every row that pulls one way has a = 1 and every other a = 0.
TEST(LiveRows, LeaveOutExactlyTheFeaturesThatNoDualCanMove) {
  EXPECT_TRUE(rc::check([] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Instance instance = test::random_small_problem(random);
    instance.penalty.l1 = std::pow(10, test::uniform(random, -2, 1));
    instance.penalty.l2 = 1;
    const Objective objective = instance.objective();
    if (std::any_of(objective.l2.begin(), objective.l2.begin() + std::ssize(instance.rows.front()),
                    [](double l2) { return l2 == 0; }))
      return;
    const LiveRows<double> live(test::held_rows_of(instance), objective, LiveUnits::of_l2);
    for (std::size_t j = 0; j < instance.features(); ++j) {
      double up = 0, down = 0;
      for (std::size_t i = 0; i < instance.rows.size(); ++i) {
        const double pull = instance.weight_of(i) * instance.sign[i] * instance.rows[i][j] / objective.total_weight;
        (pull > 0 ? up : down) += std::abs(pull);
      }
      const bool is_live =
          std::count(live.features().begin(), live.features().end(), static_cast<std::int32_t>(j)) == 1;
      if (const double reach = std::max(up, down); std::abs(reach - objective.l1[j]) > 1e-6 * reach)
        RC_ASSERT(is_live == (reach > objective.l1[j]));
    }
  }));
}

}  // namespace
}  // namespace smsvm
