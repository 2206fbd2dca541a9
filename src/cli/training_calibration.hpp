#pragma once

#include <optional>
#include <string>

#include "cli/held_out.hpp"
#include "cli/log.hpp"

namespace smsvm::cli {

struct TrainingRun;

/// How good the probabilities are for the rows left out, whose scores they were learnt from.
struct TrainingCalibration {
  double accuracy = 0, auc = 0, log_loss = 0, brier_score = 0;
  HeldOut held_out;
};

/// None unless a calibration was asked for and learnt.
std::optional<TrainingCalibration> rate_calibration(const TrainingRun& run, Log& log);

/// One line, or nothing.
std::string calibration_summary(const TrainingRun& run);
/// null if there is none.
Json calibration_facts(const TrainingRun& run);

}  // namespace smsvm::cli
