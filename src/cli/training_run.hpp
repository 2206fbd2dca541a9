#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/checkpointing.hpp"
#include "cli/interruption.hpp"
#include "cli/log.hpp"
#include "cli/row_weights.hpp"
#include "cli/train_options.hpp"
#include "cli/training_calibration.hpp"
#include "cli/training_classes.hpp"
#include "select/cross_fit.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::cli {

/// What one run of `smsvm train` is about, from the data to the result; filled from top to bottom.
struct TrainingRun {
  explicit TrainingRun(const TrainOptions& given) : options(given) {}

  const TrainOptions& options;
  std::unique_ptr<Checkpointing> checkpointing;
  std::int64_t rows_read = 0;
  std::uint64_t checksum = 0;  ///< of the data as read
  double load_seconds = 0;
  RowWeights weights;  ///< of the rows as read
  Dataset data;        ///< those of weight above 0
  std::int64_t nonzeros = 0;
  TrainingClasses classes;
  double total_weight = 0;
  Penalty penalty;
  CrossFit cross_fit{0, {}};  ///< the problems of `classes` and, for a calibration, those without a fold
  BatchFit result;            ///< one fit for each problem of `classes`
  std::optional<TrainingCalibration> calibration;
};

/// The rows of a problem of the cross-fit: signs and weights.
Target target_of(const TrainingRun& run, std::size_t problem);

/// How they are solved.
SolverOptions solver_options(const TrainingRun& run);

/// One line: what is done, for which classes, under which penalty, and how.
std::string describe_task(std::string_view task, const TrainingRun& run, const std::string& penalty);

/// Everything up to the result.
TrainingRun prepare(const TrainOptions& options, Log& log);

/// All problems; a signal ends them, with the best found so far.
void fit(TrainingRun& run, const DeferredSignals& signals, Log& log);

}  // namespace smsvm::cli
