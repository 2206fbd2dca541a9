#include "pass/kernels.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <numeric>
#include <random>
#include <variant>
#include <vector>

#include "pass/instance.hpp"

namespace smsvm {
namespace {

using test::Instance;
using test::Storage;

/// Calls visit(row) with each row as the storage has it.
template <class Visit>
void for_each_stored_row(const Dataset& data, const Visit& visit) {
  std::visit(
      [&](const auto& matrix) {
        for (std::int64_t i = 0; i < data.rows; ++i) visit(row_of(matrix, i), static_cast<std::size_t>(i));
      },
      data.matrix);
}

class Kernels : public testing::TestWithParam<Storage> {};

TEST_P(Kernels, EqualPlainSums) {
  EXPECT_TRUE(rc::check([this] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const auto features = static_cast<std::size_t>(*rc::gen::inRange(1, 40));
    const Instance instance = test::random_instance(random, 3, features);
    const Dataset data = instance.data(GetParam());
    const auto w = test::random_point(random, features);
    std::vector<double> sum(features, 1.0), expected_sum(features, 1.0), moment(2 * features, 1.0);
    std::vector<double> expected_moment(2 * features, 1.0);
    for_each_stored_row(data, [&](const auto& row, std::size_t i) {
      long double expected = 0;
      for (std::size_t j = 0; j < features; ++j) {
        const double x = instance.rows[i][j];
        expected += static_cast<long double>(x) * w[j];
        expected_sum[j] += 0.5 * x;
        expected_moment[2 * j] += 0.25 * x;
        expected_moment[2 * j + 1] += -2 * x;
      }
      RC_ASSERT(std::abs(dot(row, w.data()) - static_cast<double>(expected)) <= 1e-13 * static_cast<double>(features));
      add_scaled(row, 0.5, sum.data());
      add_pair(row, 0.25, -2, moment.data());
    });
    RC_ASSERT(sum == expected_sum);
    RC_ASSERT(moment == expected_moment);
  }));
}

TEST_P(Kernels, HessianBlockEqualsPlainSumsOnAnyCoordinates) {
  EXPECT_TRUE(rc::check([this] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const auto features = static_cast<std::size_t>(*rc::gen::inRange(1, 30));
    const auto rows = static_cast<std::size_t>(*rc::gen::inRange(1, 80));  // more and fewer than a block
    const Instance instance = test::random_instance(random, rows, features);
    const Dataset data = instance.data(GetParam());

    std::vector<std::int32_t> coordinates;
    const bool all = *rc::gen::arbitrary<bool>();
    for (std::size_t j = 0; j < features; ++j)
      if (all || random() % 2 == 0) coordinates.push_back(static_cast<std::int32_t>(j));
    if (*rc::gen::arbitrary<bool>() || coordinates.empty())
      coordinates.push_back(static_cast<std::int32_t>(features));  // the constant

    const std::size_t size = coordinates.size();
    std::vector<double> hessian(size * size, 0.0);
    std::vector<long double> expected(size * size, 0);
    HessianBlock block;
    block.prepare(coordinates, data.features);
    block.attach(hessian.data());
    for_each_stored_row(data, [&](const auto& row, std::size_t i) {
      const double h = test::uniform(random, 0, 2);
      block.add(row, h);
      const auto x = [&](std::size_t k) {
        const auto j = static_cast<std::size_t>(coordinates[k]);
        return j < features ? instance.rows[i][j] : 1.0;
      };
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t l = 0; l <= k; ++l) expected[k * size + l] += static_cast<long double>(h) * x(k) * x(l);
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        const double difference = hessian[k * size + l] - static_cast<double>(expected[k * size + l]);
        RC_ASSERT(std::abs(difference) <= 1e-12 * static_cast<double>(rows));
      }
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(Storages, Kernels, testing::ValuesIn(test::all_storages),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace smsvm
