#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/checkpointing.hpp"
#include "cli/interruption.hpp"
#include "cli/log.hpp"
#include "cli/train_options.hpp"
#include "cli/training_calibration.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm::cli {

/// What one run of `smsvm train` is about, from the data to the result; filled from top to bottom.
struct TrainingRun {
  explicit TrainingRun(const TrainOptions& given) : options(given) {}

  const TrainOptions& options;
  std::unique_ptr<Checkpointing> checkpointing;
  double load_seconds = 0;
  TrainingProblem problem;
  std::int64_t nonzeros = 0;  ///< of the rows trained on
  Training result;
  std::optional<TrainingCalibration> calibration;
};

/// One line: what is done, for which classes, under which penalty, and how.
std::string describe_task(std::string_view task, const TrainingRun& run, const std::string& penalty);

/// Everything up to the result.
TrainingRun prepare(const TrainOptions& options, Log& log);

/// All problems; a signal ends them, with the best found so far.
void fit(TrainingRun& run, const DeferredSignals& signals, Log& log);

}  // namespace smsvm::cli
