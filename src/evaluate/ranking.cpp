#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluate/weighted_mean.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

/// The rows that share one score.
struct Level {
  double score = 0;
  double positive = 0, negative = 0;  ///< their weights
};

struct Ranking {
  std::vector<Level> levels;  ///< from the highest score down
  double positive = 0, negative = 0;
  bool defined = false;  ///< both classes are there, and every score is a number
};

Ranking rank(std::span<const double> score, std::span<const std::int8_t> sign, std::span<const double> weight) {
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t row) { return weight_of(weight, row) == 0; });
  Ranking ranking;
  if (std::ranges::any_of(order, [&](std::size_t row) { return std::isnan(score[row]); })) return ranking;
  std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
    return score[one] != score[other] ? score[one] > score[other] : one < other;  // the sums below need an order
  });
  for (const std::size_t row : order) {
    if (ranking.levels.empty() || ranking.levels.back().score != score[row]) ranking.levels.push_back({score[row]});
    (sign[row] > 0 ? ranking.levels.back().positive : ranking.levels.back().negative) += weight_of(weight, row);
  }
  for (const Level& level : ranking.levels) {
    ranking.positive += level.positive;
    ranking.negative += level.negative;
  }
  ranking.defined = ranking.positive > 0 && ranking.negative > 0;
  return ranking;
}

/// Levels of one class only run straight on from the one before: no corner between them.
bool goes_straight_on(const Level& one, const Level& next) {
  return (one.positive == 0 && next.positive == 0) || (one.negative == 0 && next.negative == 0);
}

/// Points far apart along the curve, and its two ends.
std::vector<RocPoint> thinned(const std::vector<RocPoint>& curve, std::size_t most_points) {
  if (curve.size() <= most_points) return curve;
  const double least_way = 2.0 / static_cast<double>(std::max<std::size_t>(most_points, 3) - 2);  // 2 from end to end
  const auto way = [](const RocPoint& point) { return point.false_positive_rate + point.true_positive_rate; };
  std::vector<RocPoint> kept{curve.front()};
  for (std::size_t i = 1; i + 1 < curve.size(); ++i)
    if (way(curve[i]) - way(kept.back()) >= least_way) kept.push_back(curve[i]);
  kept.push_back(curve.back());
  return kept;
}

}  // namespace

double auc(std::span<const double> score, std::span<const std::int8_t> sign, std::span<const double> weight) {
  const Ranking ranking = rank(score, sign, weight);
  if (!ranking.defined) return undefined;
  double pairs = 0, positive_above = 0;
  for (const Level& level : ranking.levels) {
    pairs += level.negative * (positive_above + level.positive / 2);
    positive_above += level.positive;
  }
  return pairs / (ranking.positive * ranking.negative);
}

std::vector<RocPoint> roc_curve(std::span<const double> score, std::span<const std::int8_t> sign,
                                std::span<const double> weight, std::size_t most_points) {
  const Ranking ranking = rank(score, sign, weight);
  if (!ranking.defined) return {};
  std::vector<RocPoint> curve{{0, 0, std::numeric_limits<double>::infinity()}};
  double positive = 0, negative = 0;
  for (std::size_t i = 0; i < ranking.levels.size(); ++i) {
    const Level& level = ranking.levels[i];
    positive += level.positive;
    negative += level.negative;
    const bool last = i + 1 == ranking.levels.size();
    if (!last && goes_straight_on(level, ranking.levels[i + 1])) continue;
    curve.push_back({negative / ranking.negative, positive / ranking.positive, level.score});
  }
  return thinned(curve, most_points);
}

std::vector<double> one_versus_rest_auc(std::span<const double> scores, std::span<const std::int32_t> truth,
                                        std::size_t classes, std::span<const double> weight) {
  std::vector<double> areas, score(truth.size());
  std::vector<std::int8_t> sign(truth.size());
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t row = 0; row < truth.size(); ++row) {
      score[row] = scores[row * classes + k];
      sign[row] = truth[row] == static_cast<std::int32_t>(k) ? 1 : -1;
    }
    areas.push_back(auc(score, sign, weight));
  }
  return areas;
}

double mean_of_defined(std::span<const double> values) {
  std::vector<double> is_defined;
  for (const double value : values) is_defined.push_back(std::isnan(value) ? 0 : 1);
  return weighted_mean(values.size(), is_defined, [&](std::size_t k) { return values[k]; });
}

}  // namespace smsvm
