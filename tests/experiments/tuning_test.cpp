#include "experiments/tuning.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "experiments/synthetic_rows.hpp"

namespace smsvm::experiments {
namespace {

/// As many rows of one class as of the other.
LabelledRows balanced_rows() {
  const auto rows = synthetic_rows(400, 10);
  const auto classes = rows_by_class(rows);
  const std::size_t each = std::min(classes[0].size(), classes[1].size());
  std::vector<std::int64_t> kept;
  for (const auto& list : classes)
    kept.insert(kept.end(), list.begin(), list.begin() + static_cast<std::ptrdiff_t>(each));
  std::sort(kept.begin(), kept.end());
  return take_rows(rows, kept);
}

std::int64_t nonzero_weights(const LabelledRows& rows, double l1) {
  const Method method{"", Solver::primal_dual, PenaltyKind::l1_l2};
  return measure(method, rows, rows, {1e-3, l1}, Settings{}).nonzero_weights;
}

TEST(L1Candidates, AreSharesOfTheSmallestThatLeavesNoWeight) {
  const auto rows = balanced_rows();
  const auto candidates = l1_candidates(rows);
  const double smallest_without_weights = candidates.front() / 0.5;  // the first is half of it
  EXPECT_EQ(nonzero_weights(rows, 1.001 * smallest_without_weights), 0);
  EXPECT_GT(nonzero_weights(rows, 0.99 * smallest_without_weights), 0);
  EXPECT_GT(nonzero_weights(rows, candidates.front()), 0);
}

TEST(Candidates, FallFromTheLargest) {
  const auto l1 = l1_candidates(balanced_rows());
  EXPECT_TRUE(std::is_sorted(l1.begin(), l1.end(), std::greater<>()));
  EXPECT_GT(l1.back(), 0);
  const auto l2 = l2_candidates();
  EXPECT_TRUE(std::is_sorted(l2.begin(), l2.end(), std::greater<>()));
  EXPECT_GT(l2.back(), 0);
}

TEST(Tune, ChoosesAmongTheCandidatesAndAlwaysTheSame) {
  const auto rows = balanced_rows();
  const Weights chosen = tune(rows, Settings{});
  const auto l1 = l1_candidates(rows), l2 = l2_candidates();
  EXPECT_THAT(l2, testing::Contains(chosen.l2));
  EXPECT_THAT(l1, testing::Contains(testing::DoubleNear(chosen.l1, 1e-12)));
  const Weights again = tune(rows, Settings{});
  EXPECT_EQ(again.l2, chosen.l2);
  EXPECT_EQ(again.l1, chosen.l1);
}

}  // namespace
}  // namespace smsvm::experiments
