#include "experiments/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "data/row_access.hpp"

namespace smsvm::experiments {
namespace {

constexpr int folds = 5;

struct Fold {
  LabelledRows train, test;
};

std::vector<Fold> make_folds(const LabelledRows& rows, std::uint64_t seed) {
  const auto parts = stratified_parts(rows, folds, seed);
  std::vector<Fold> list;
  for (std::size_t k = 0; k < parts.size(); ++k)
    list.push_back({take_rows(rows, all_but(parts, k)), take_rows(rows, parts[k])});
  return list;
}

double cross_validated_accuracy(const std::vector<Fold>& parts, const Weights& weights, const Settings& settings) {
  const Method method{"cross-validation", Solver::primal_dual, weights.l1 > 0 ? PenaltyKind::l1_l2 : PenaltyKind::l2};
  double right = 0, all = 0;
  for (const Fold& fold : parts) {
    const auto coarse = [](SolverOptions& options) { options.tolerance = 1e-3; };
    const Run run = measure(method, fold.train, fold.test, weights, settings, coarse);
    right += *run.accuracy * static_cast<double>(fold.test.size());
    all += static_cast<double>(fold.test.size());
  }
  return right / all;
}

/// The candidates come from the largest to the smallest: of equals the larger penalty wins, and when three in a row
/// bring nothing the rest is left out (with many features, small penalties are the slow ones).
double most_accurate(const std::vector<double>& candidates, const std::function<double(double)>& accuracy_of) {
  constexpr int patience = 3;
  double best = candidates.front(), highest = -1;
  int worse = 0;
  for (const double candidate : candidates) {
    const double accuracy = accuracy_of(candidate);
    worse = accuracy > highest ? 0 : worse + 1;
    if (worse == patience) break;
    if (accuracy > highest) {
      highest = accuracy;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

std::vector<double> l2_candidates() { return {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5}; }

std::vector<double> l1_candidates(const LabelledRows& train) {
  // At w = 0 every dual is 1, so v is the mean of y x; w = 0 is optimal as soon as μ >= max |v_j|.
  std::vector<double> v(static_cast<std::size_t>(train.data.features), 0.0);
  for (std::int64_t i = 0; i < train.size(); ++i) {
    const double y = train.target.sign[static_cast<std::size_t>(i)];
    for_each_value(train.data, i, [&](std::size_t j, double x) { v[j] += y * x; });
  }
  double largest = 0;
  for (const double sum : v) largest = std::max(largest, std::abs(sum) / static_cast<double>(train.size()));
  // With more features than rows, smaller shares than a twentieth keep most features in, and take long.
  const bool wide = train.data.features > train.size();
  std::vector<double> list;
  for (const double share : {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 1e-3})
    if (!wide || share >= 0.05) list.push_back(share * largest);
  return list;
}

Weights tune(const LabelledRows& train, const Settings& settings) {
  constexpr std::int64_t enough_rows = 50000;
  const LabelledRows rows = sample(train, settings.quick ? enough_rows / 10 : enough_rows, settings.seed);
  const auto parts = make_folds(rows, settings.seed);
  Weights best;
  best.l2 = most_accurate(l2_candidates(), [&](double l2) {
    return cross_validated_accuracy(parts, {l2, 0}, settings);
  });
  best.l1 = most_accurate(l1_candidates(rows), [&](double l1) {
    return cross_validated_accuracy(parts, {best.l2, l1}, settings);
  });
  return best;
}

}  // namespace smsvm::experiments
