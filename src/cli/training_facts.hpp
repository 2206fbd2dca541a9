#pragma once

#include "cli/log.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {

/// The run as one JSON object (docs/cli.md, section 5).
Json training_facts(const TrainingRun& run, double total_seconds);

}  // namespace smsvm::cli
