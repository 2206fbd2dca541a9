#pragma once

#include "cli/json.hpp"
#include "cli/training_run.hpp"

namespace smsvm::cli {

/// What the JSON of every command that trains says: which command it was, and on which data.
Json run_facts(const TrainingRun& run, const char* command);

/// The largest weights of a problem, the largest first: feature number, name or null, weight; and the feature's scale,
/// where there is one: then sizes are those of weight times scale.
Json largest_weights_json(const Dataset& data, const std::vector<double>& weights, const std::vector<double>& scale);

}  // namespace smsvm::cli
