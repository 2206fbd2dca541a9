#pragma once

#include <string>

#include "cli/training_run.hpp"

namespace smsvm::cli {

/// "converged", or "stopped after 12.3 s by --max-seconds" and the like.
std::string how_it_ended(const Outcome& outcome);

/// The lines with which `smsvm train` ends; `written`: whether there is a model.
std::string training_summary(const TrainingRun& run, bool written, double total_seconds);

}  // namespace smsvm::cli
