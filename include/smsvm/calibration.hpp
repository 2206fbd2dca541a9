#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "smsvm/export.hpp"

namespace smsvm {

// From scores to probabilities. The scores to learn from must be of rows that the model was not trained on: on its own
// rows a model is surer than it ought to be.

/// p = 1/(1 + exp(−(slope · score + offset))).
struct PlattCalibration {
  double slope = 0, offset = 0;
  bool operator==(const PlattCalibration&) const = default;
};

/// Straight between the knots, constant beyond them.
struct IsotonicCalibration {
  std::vector<double> score;        ///< increasing
  std::vector<double> probability;  ///< at each, never falling
  bool operator==(const IsotonicCalibration&) const = default;
};

using Calibration = std::variant<PlattCalibration, IsotonicCalibration>;
enum class CalibrationMethod { platt, isotonic };

/// Of +1, for a row with this score.
SMSVM_API double probability(const Calibration& calibration, double score);

/// `sign` is +1 or −1; `weight` empty: all 1. Rows whose score is not finite are left out.
SMSVM_API Calibration calibrate(CalibrationMethod method, std::span<const double> score,
                                std::span<const std::int8_t> sign, std::span<const double> weight = {});

/// Of each class of a row: for one score p and 1 − p, else one p per score, divided by their sum.
SMSVM_API void class_probabilities(std::span<const Calibration> calibration, std::span<const double> scores,
                                   std::span<double> probability);

}  // namespace smsvm
