#pragma once

#include <CLI/App.hpp>
#include <optional>

#include "smsvm/calibration.hpp"

namespace smsvm::cli {

/// Whether and how `train` learns to turn scores into probabilities.
struct CalibrationOptions {
  std::optional<CalibrationMethod> method;
  int folds = 5;

  void add_to(CLI::App& command);
};

}  // namespace smsvm::cli
