#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/weighted_mean.hpp"
#include "smsvm/evaluate.hpp"

namespace smsvm {
namespace {

double surprise(double probability) {
  return -std::log(std::clamp(probability, std::numeric_limits<double>::epsilon(), 1.0));
}

double square(double value) { return value * value; }

}  // namespace

double log_loss(std::span<const double> probability, std::span<const std::int8_t> sign,
                std::span<const double> weight) {
  return weighted_mean(sign.size(), weight,
                       [&](std::size_t i) { return surprise(sign[i] > 0 ? probability[i] : 1 - probability[i]); });
}

double log_loss(std::span<const double> probability, std::span<const std::int32_t> truth, std::size_t classes,
                std::span<const double> weight) {
  return weighted_mean(truth.size(), weight, [&](std::size_t i) {
    return surprise(probability[i * classes + static_cast<std::size_t>(truth[i])]);
  });
}

double brier_score(std::span<const double> probability, std::span<const std::int8_t> sign,
                   std::span<const double> weight) {
  return weighted_mean(sign.size(), weight,
                       [&](std::size_t i) { return square(probability[i] - (sign[i] > 0 ? 1 : 0)); });
}

double brier_score(std::span<const double> probability, std::span<const std::int32_t> truth, std::size_t classes,
                   std::span<const double> weight) {
  return weighted_mean(truth.size(), weight, [&](std::size_t i) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k)
      sum += square(probability[i * classes + k] - (truth[i] == static_cast<std::int32_t>(k) ? 1 : 0));
    return sum;
  });
}

std::vector<CalibrationBin> calibration_curve(std::span<const double> probability, std::span<const std::int8_t> sign,
                                              std::span<const double> weight, std::size_t bins) {
  std::vector<CalibrationBin> curve(bins);
  for (std::size_t i = 0; i < sign.size(); ++i) {
    const auto at = static_cast<std::size_t>(probability[i] * static_cast<double>(bins));
    CalibrationBin& bin = curve[std::min(at, bins - 1)];
    bin.mean_probability += weight_of(weight, i) * probability[i];
    bin.share_positive += sign[i] > 0 ? weight_of(weight, i) : 0;
    bin.weight += weight_of(weight, i);
  }
  std::erase_if(curve, [](const CalibrationBin& bin) { return bin.weight == 0; });
  for (CalibrationBin& bin : curve) {
    bin.mean_probability /= bin.weight;
    bin.share_positive /= bin.weight;
  }
  return curve;
}

}  // namespace smsvm
