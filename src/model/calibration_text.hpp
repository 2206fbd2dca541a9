#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smsvm/calibration.hpp"

namespace smsvm {

// The line of the trailer about probabilities, one calibration after the other, one for each column of the model:
//
//   calibration platt 1.5 -0.25 platt …                 slope and offset
//   calibration isotonic 3 -1 0 0.5 0.4 2 1 isotonic …  number of knots; score and probability of each

inline constexpr std::string_view calibration_key = "calibration";

std::string calibration_text(const std::vector<Calibration>& calibration);

class TextCursor;

/// What follows the key.
std::vector<Calibration> read_calibration(TextCursor& text, std::size_t columns);

}  // namespace smsvm
