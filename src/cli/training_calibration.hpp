#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/held_out.hpp"
#include "cli/log.hpp"
#include "smsvm/calibration.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {

struct TrainingRun;

/// What was learnt from scores of rows that their models did not see.
struct TrainingCalibration {
  std::vector<Calibration> of_column;
  double accuracy = 0, auc = 0, log_loss = 0, brier_score = 0;  ///< of those rows
  HeldOut held_out;                                             ///< likewise
};

/// None unless the options ask for one. `fits` are all that the cross-fit of the run asks for.
std::optional<TrainingCalibration> learn_calibration(const TrainingRun& run, const std::vector<Fit>& fits, Log& log);

/// One line, or nothing.
std::string calibration_summary(const TrainingRun& run);
/// null if there is none.
Json calibration_facts(const TrainingRun& run);

}  // namespace smsvm::cli
