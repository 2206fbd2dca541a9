#include "cpu/loss_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "kernels/instruction_set.hpp"
#include "model/samples.hpp"
#include "rows/instance.hpp"
#include "rows/loss.hpp"

namespace smsvm {
namespace {

using test::uniform;

/// A block's rows in one problem, with a state as an earlier sweep would leave it.
struct SomeRows {
  static constexpr std::int64_t count = 300;
  static constexpr double intercept = 0.25;

  SomeRows() {
    for (std::int64_t i = 0; i < count; ++i) {
      target.sign.push_back(random() % 2 == 0 ? 1 : -1);
      target.weight.push_back(random() % 5 == 0 ? 0.0 : uniform(random, 0, 2));
      score.push_back(uniform(random, -3, 3));
      dual.push_back(uniform(random, 0, 1));
      for (auto* column : {&state.slack, &state.trial_slack}) column->push_back(uniform(random, -2, 2));
      for (auto* column : {&state.distance, &state.trial_distance, &state.running_dual})
        column->push_back(uniform(random, 0, 1));
    }
    state.epsilon = 0.3;
    state.trial_epsilon = 0.2;
  }

  std::mt19937_64 random{1};
  Target target;
  RowState state;
  std::vector<double> score, dual;
};

/// Rows 20 … 199, then a sample.
std::vector<std::vector<std::uint32_t>> batches() {
  std::vector<std::vector<std::uint32_t>> some(2);
  for (std::uint32_t row = 20; row < 200; ++row) some[0].push_back(row);
  for (std::uint32_t row = 0; row < 300; row += 1 + row % 4) some[1].push_back(row);
  return some;
}

std::vector<double> scalars(const Sums& sums) {
  std::vector<double> all{sums.hinge, sums.smoothed_before, sums.smoothed, sums.smoothing_gap, sums.curvature};
  for (const auto& of_class : sums.dual) all.insert(all.end(), of_class.begin(), of_class.end());
  return all;
}

void append(std::vector<double>& all, std::span<const double> more) { all.insert(all.end(), more.begin(), more.end()); }

/// Everything the kernels yield, on these rows.
std::vector<double> results(const std::vector<std::uint32_t>& rows) {
  std::vector<double> all;
  const auto& kernels = loss_kernels();
  auto batch = std::make_unique<LossBatch>();
  for (const int start : {0, 1, 2}) {
    SomeRows of;
    const BlockProblem problem(of.target, of.state, 0);
    for (std::size_t k = 0; k < rows.size(); ++k) batch->score[k] = of.score[rows[k]];
    Sums sums;
    kernels.evaluate(problem, rows, of.intercept, {start == 1, start == 2 ? of.dual.data() : nullptr}, *batch, sums);
    append(all, scalars(sums));
    append(all, of.state.trial_slack);
    append(all, of.state.trial_distance);
    for (const auto* column : {&batch->smooth, &batch->carried, &batch->curvature})
      all.insert(all.end(), column->begin(), column->begin() + rows.size());
    kernels.mix(problem, rows, {0.5, {0.1, 0.2}, {0.3, 0.4}}, *batch);
    append(all, of.state.running_dual);
    std::vector<double> losses(2);
    kernels.along(problem, rows, 0.1, std::vector{0.2, 0.7}, *batch, losses.data());
    kernels.along(problem, rows, 0, std::vector{0.2, 0.7}, *batch, losses.data());
    append(all, losses);
  }
  return all;
}

TEST(LossKernels, HaveTheSameBitsOnEveryInstructionSet) {
  for (const auto& rows : batches()) {
    const ChosenInstructionSet plain(InstructionSet::baseline);
    const auto expected = results(rows);
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      EXPECT_TRUE(test::same_bits(results(rows), expected)) << name_of(set);
    }
  }
}

TEST(LossKernels, EqualTheFormulasRowByRow) {
  for (const auto& rows : batches()) {
    SomeRows of;
    const RowState before = of.state;
    const BlockProblem problem(of.target, of.state, 0);
    auto batch = std::make_unique<LossBatch>();
    for (std::size_t k = 0; k < rows.size(); ++k) batch->score[k] = of.score[rows[k]];
    Sums sums, expected;
    loss_kernels().evaluate(problem, rows, of.intercept, {.carry = true}, *batch, sums);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t i = rows[k];
      const double c = of.target.weight[i], u = 1 - of.target.sign[i] * (of.score[i] + of.intercept);
      const SmoothedHinge old(before.slack[i], 0.3), now(u, 0.2);
      const double q = old.carried(before.distance[i], u);
      EXPECT_EQ(of.state.trial_slack[i], u);
      EXPECT_EQ(of.state.trial_distance[i], q);
      EXPECT_EQ(batch->smooth[k], c * SmoothedHinge::dual(now.u, now.q_smooth));
      EXPECT_EQ(batch->carried[k], c * SmoothedHinge::dual(now.u, q));
      EXPECT_EQ(batch->curvature[k], c * now.curvature(q));
      expected.hinge += c * std::max(0.0, u);
      expected.smoothed_before += c * SmoothedHinge(now.u, 0.3).value();
      expected.smoothed += c * now.value();
      expected.smoothing_gap += c * now.gap();
      expected.curvature += batch->curvature[k];
      auto& dual = expected.dual[of.target.sign[i] > 0 ? positive_rows : negative_rows];
      dual[smooth_dual] += batch->smooth[k];
      dual[carried_dual] += batch->carried[k];
    }
    const auto found = scalars(sums), wanted = scalars(expected);
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], wanted[k], 1e-11) << k;
    std::vector<bool> touched(of.state.slack.size());
    for (const auto row : rows) touched[row] = true;
    for (std::size_t i = 0; i < touched.size(); ++i) {
      if (!touched[i]) {
        EXPECT_EQ(of.state.trial_slack[i], before.trial_slack[i]) << i;
      }
    }
  }
}

}  // namespace
}  // namespace smsvm
