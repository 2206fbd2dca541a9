#pragma once

#include <string>

#include "cli/training_run.hpp"

namespace smsvm::cli {

/// The lines with which `smsvm train` ends.
std::string training_summary(const TrainingRun& run, double total_seconds);

}  // namespace smsvm::cli
