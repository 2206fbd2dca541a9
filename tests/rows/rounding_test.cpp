#include "rows/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/column_facts.hpp"
#include "solver/problems.hpp"

namespace smsvm {
namespace {

test::Instance two_columns(double first, double second) {
  test::Instance instance;
  instance.rows = {{first, second}, {-first, second}};
  instance.sign = {1, 1};
  instance.penalty.intercept = Intercept::none;
  return instance;
}

constexpr double unit = 0x1p-53;

TEST(Rounding, GrowsWithTheSizesOfValuesThatCancel) {
  const Rounding rounding = test::rounding_of(two_columns(1e21, 1));
  const Eigen::ArrayXd of = rounding.of_moments(0).at(1);
  EXPECT_GE(of[0], unit * 1e21);
  EXPECT_LE(of[0], 1000 * unit * 1e21);
  EXPECT_GE(of[1], unit);
}

TEST(Rounding, IsRelativeToSmallDuals) {
  const Rounding rounding = test::rounding_of(two_columns(3, 7));
  const Eigen::ArrayXd of = rounding.of_moments(0).at(1e-11);
  EXPECT_LE(of[0], 1000 * unit * 3e-11);
  EXPECT_GT(of[0], 0);
}

TEST(Rounding, CountsStoringOnlyWhereNumbersWereRounded) {
  const test::Instance instance = two_columns(3, 7);
  Dataset data = instance.data(test::Storage::dense_float);
  const auto rounding_of = [&] { return Rounding(data, *column_facts(data, 1), instance.target(), false); };
  const std::vector<double> point{1, 1};
  EXPECT_EQ(rounding_of().of_storing(point), 0);
  data.rounded = {0, 1};
  EXPECT_NEAR(rounding_of().of_storing(point), 0x1p-24 * 7, 1e-9);
  EXPECT_GE(rounding_of().of_storing(point), 0x1p-24 * 7);
  EXPECT_GE(rounding_of().of_moments(0).at(1, 1), 0x1p-24 * 7);
  EXPECT_LE(rounding_of().of_moments(0).at(0, 1), 1e-12);
}

TEST(Rounding, OfAnObjectiveIsNothingWhereNoRowCanHaveALoss) {
  const Rounding rounding = test::rounding_of(two_columns(3, 7));
  const std::vector<double> point{1, 1};
  EXPECT_EQ(rounding.of_primal(0, {.reach = point, .mean_dual = 1e-9, .epsilon = 1e-6}), 0);
  EXPECT_GE(rounding.of_primal(0, {.reach = point, .mean_dual = 0.2, .epsilon = 1e-6}), unit);
  EXPECT_GE(rounding.of_primal(0, {.reach = point, .mean_dual = 1e-9, .epsilon = 0}), 10 * unit);
}

}  // namespace
}  // namespace smsvm
