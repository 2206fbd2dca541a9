// What a pass says of rows whose order is another than the source's is said of the rows of the source.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "data/through_a_store.hpp"
#include "rows/instance.hpp"
#include "rows/make_pass.hpp"

namespace smsvm {
namespace {

using test::Instance;
using testing::DoubleNear;
using testing::Pointwise;

/// Rows sorted by class, no two alike.
Instance sorted_instance(std::size_t rows) {
  std::mt19937_64 random(4);
  Instance instance = test::random_instance(random, rows, 5);
  for (std::size_t i = 0; i < rows; ++i) instance.sign[i] = i < rows / 3 ? 1 : -1;
  instance.weight = test::random_weights(random, rows);
  return instance;
}

struct Both {
  explicit Both(std::size_t rows)
      : instance(sorted_instance(rows)),
        source(instance.data(test::Storage::mixed_double)),
        stored(test::through_a_store(source)) {
    for (const Dataset* data : {&source, &stored})
      pass.push_back(test::make_pass(*data, {instance.target()}, true, 1, 2, {}));
  }

  Instance instance;
  Dataset source, stored;
  std::vector<std::unique_ptr<Pass>> pass;
};

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_THAT(a, Pointwise(DoubleNear(1e-12), b));
}

TEST(PassOverAnotherOrder, TellsAndTakesRowsByTheirNumbers) {
  std::mt19937_64 random(5);
  Both both(6000);
  ASSERT_NE(both.stored.order, nullptr);
  const std::vector<double> point = test::random_point(random, both.instance.dimension());
  std::vector<double> dual, coefficient;
  for (std::size_t i = 0; i < 6000; ++i) {
    dual.push_back(test::uniform(random, 0, 1));
    coefficient.push_back(test::uniform(random, -1, 1));
  }
  std::vector<Sums> sums(2);
  std::vector<std::vector<double>> combined(2, std::vector<double>(5));
  for (std::size_t k = 0; k < 2; ++k) {
    Pass& pass = *both.pass[k];
    Query query;
    query.point = point;
    query.epsilon = 0.5;
    pass.give(0, dual);
    query.begin = DualBegin::given;
    ASSERT_TRUE(pass.evaluate({&query, 1}, {&sums[k], 1}));
    pass.mix(0, {.old = 0.25, .smooth = {0.125, 0.5}, .carried = {0.5, 0.25}});
    pass.accept(0);
    ASSERT_TRUE(pass.combine(0, coefficient, combined[k]));
  }
  EXPECT_NEAR(sums[0].hinge, sums[1].hinge, 1e-8);
  for (const RowClass c : {negative_rows, positive_rows}) {
    for (const DualKind kind : {smooth_dual, carried_dual})
      EXPECT_NEAR(sums[0].dual[c][kind], sums[1].dual[c][kind], 1e-8);
    EXPECT_THAT(sums[0].moment[c], Pointwise(DoubleNear(1e-7), sums[1].moment[c]));
  }
  EXPECT_THAT(combined[0], Pointwise(DoubleNear(1e-8), combined[1]));
  expect_same(both.pass[0]->slacks(0), both.pass[1]->slacks(0));
  expect_same(both.pass[0]->curvatures(0), both.pass[1]->curvatures(0));
  expect_same(both.pass[0]->smooth_duals(0), both.pass[1]->smooth_duals(0));
  expect_same(both.pass[0]->running_dual(0), both.pass[1]->running_dual(0));
  std::vector<double> handed_out[2];
  for (int k = 0; k < 2; ++k) {
    both.pass[k]->hand_out_running_dual(0, [&](std::span<const double> window) {
      handed_out[k].insert(handed_out[k].end(), window.begin(), window.end());
    });
  }
  EXPECT_EQ(handed_out[0].size(), static_cast<std::size_t>(both.source.rows));
  expect_same(handed_out[0], handed_out[1]);
}

/// The ladder has the same rows from text and from the store, whatever the seed.
TEST(PassOverAnotherOrder, SamplesTheSameRows) {
  Both both(20'000);
  for (const std::uint64_t seed : {1, 5}) {
    const auto from_text = test::make_pass(both.source, {both.instance.target()}, true, seed, 1, {});
    const auto from_store = test::make_pass(both.stored, {both.instance.target()}, true, seed, 1, {});
    for (const int level : {1, 2, 3, 4}) {
      EXPECT_EQ(from_text->restrict_to_level(0, level), from_store->restrict_to_level(0, level));
      EXPECT_NEAR(from_text->active_weight(0), from_store->active_weight(0), 1e-9);
      std::vector<double> in_use[2];
      const std::vector<double> point(both.instance.dimension(), 0.1);
      for (const auto k : {0, 1}) {
        Pass& pass = k == 0 ? *from_text : *from_store;
        Query query;
        query.point = point;
        Sums sums;
        ASSERT_TRUE(pass.evaluate({&query, 1}, {&sums, 1}));
        pass.accept(0);
        in_use[k] = pass.curvatures(0);  // zero where a row is not in use
      }
      expect_same(in_use[0], in_use[1]);
    }
  }
}

}  // namespace
}  // namespace smsvm
