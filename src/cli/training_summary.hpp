#pragma once

#include <string>

#include "cli/training_run.hpp"

namespace smsvm::cli {

/// The lines with which `smsvm train` ends; `written`: whether there is a model.
std::string training_summary(const TrainingRun& run, bool written, double total_seconds);

}  // namespace smsvm::cli
