#include "evaluate/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "evaluate/logistic.hpp"
#include "evaluate/weighted_mean.hpp"

namespace smsvm {
namespace {

double at(const PlattCalibration& platt, double score) { return logistic(platt.slope * score + platt.offset); }

double at(const IsotonicCalibration& isotonic, double score) {
  const auto& knots = isotonic.score;
  const auto above = static_cast<std::size_t>(std::ranges::upper_bound(knots, score) - knots.begin());
  if (above == 0) return isotonic.probability.front();
  if (above == knots.size()) return isotonic.probability.back();
  // Halves, since the distance of two finite numbers need not be finite.
  const double share = (score / 2 - knots[above - 1] / 2) / (knots[above] / 2 - knots[above - 1] / 2);
  return std::lerp(isotonic.probability[above - 1], isotonic.probability[above], share);
}

bool sound(const PlattCalibration& platt) { return std::isfinite(platt.slope) && std::isfinite(platt.offset); }

bool sound(const IsotonicCalibration& isotonic) {
  const auto& [score, probability] = isotonic;
  return !score.empty() && score.size() == probability.size() &&
         std::ranges::all_of(score, [](double value) { return std::isfinite(value); }) &&
         std::ranges::all_of(probability, [](double value) { return value >= 0 && value <= 1; }) &&
         std::ranges::is_sorted(score, std::less_equal<>()) && std::ranges::is_sorted(probability);
}

}  // namespace

double probability(const Calibration& calibration, double score) {
  return std::visit([&](const auto& kind) { return at(kind, score); }, calibration);
}

bool is_sound(const Calibration& calibration) {
  return std::visit([](const auto& kind) { return sound(kind); }, calibration);
}

Calibration calibrate(CalibrationMethod method, std::span<const double> score, std::span<const std::int8_t> sign,
                      std::span<const double> weight) {
  CalibrationRows rows;
  for (std::size_t i = 0; i < score.size(); ++i) {
    const double its_weight = weight_of(weight, i);
    if (!std::isfinite(score[i]) || its_weight == 0) continue;
    rows.score.push_back(score[i]);
    rows.weight.push_back(its_weight);
    rows.sign.push_back(sign[i]);
    (sign[i] > 0 ? rows.positive : rows.negative) += its_weight;
  }
  if (method == CalibrationMethod::isotonic) return fit_isotonic(rows);
  return fit_platt(rows);
}

void class_probabilities(std::span<const Calibration> calibration, std::span<const double> scores,
                         std::span<double> probability) {
  for (std::size_t k = 0; k < scores.size(); ++k) probability[k] = smsvm::probability(calibration[k], scores[k]);
  if (scores.size() == 1) {
    if (probability.size() > 1) probability[1] = 1 - probability[0];
    return;
  }
  const double sum = std::accumulate(probability.begin(), probability.end(), 0.0);
  const double equal_shares = 1.0 / static_cast<double>(probability.size());
  for (double& each : probability) each = sum > 0 ? each / sum : equal_shares;
}

}  // namespace smsvm
