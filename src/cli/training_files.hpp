#pragma once

#include "cli/log.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {

enum class Outputs {
  written,
  older_are_better,  ///< the model that is there solves the same problem better than this run, which ended early
  worthless,         ///< a run that ended early has nothing better than w = 0
};

/// The model, and the certificate if one was asked for and there is something to prove. If not written, no file is
/// touched, and a warning says why.
Outputs write_training_files(const TrainingRun& run, Log& log);

}  // namespace smsvm::cli
