#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "smsvm/calibration.hpp"

namespace smsvm {

/// Rows to learn a calibration from: those with a finite score and a weight.
struct CalibrationRows {
  std::vector<double> score, weight;
  std::vector<std::int8_t> sign;
  double positive = 0, negative = 0;  ///< sums of weights

  std::size_t size() const { return score.size(); }
};

PlattCalibration fit_platt(const CalibrationRows& rows);
IsotonicCalibration fit_isotonic(const CalibrationRows& rows);

/// Whether it gives a probability for every score; for what comes from a file or from a caller.
bool is_sound(const Calibration& calibration);

}  // namespace smsvm
