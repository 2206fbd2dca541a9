#pragma once

#include "cli/log.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {

/// The model, and the certificate if one was asked for and there is something to prove.
void write_training_files(const TrainingRun& run, Log& log);

/// Whether a bound was found for every problem, so that there is something to write.
bool has_proof(const TrainingRun& run);

}  // namespace smsvm::cli
