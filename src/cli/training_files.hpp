#pragma once

#include "cli/log.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {

/// The model, and the certificate if one was asked for and there is something to prove. False, with a warning that says
/// why, where a run that ended early has nothing better than w = 0 or than the model that is there: then no file is
/// touched.
bool write_training_files(const TrainingRun& run, Log& log);

/// Whether a bound was found for every problem, so that there is something to write.
bool has_proof(const TrainingRun& run);

}  // namespace smsvm::cli
