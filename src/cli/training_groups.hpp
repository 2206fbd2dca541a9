#pragma once

#include "cli/training_run.hpp"

namespace smsvm::cli {

/// Solves all problems of the run in shared sweeps; where their state per row would take too much memory, one group of
/// them after the other.
BatchFit train_in_groups(const TrainingRun& run, const BatchObserver& observer);

/// How many problems a group has, from the number of rows alone: results do not depend on the machine.
std::size_t problems_at_once(std::int64_t rows);

}  // namespace smsvm::cli
