#pragma once

#include <string>
#include <vector>

#include "cli/log.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm::cli {

/// Reads lines "feature factor" (features numbered from 1, as in the model); features not named have factor 1.
/// The result has one factor per stored column. Throws DataError with the place of the first mistake.
std::vector<double> read_penalty_factors(const std::string& path, const Dataset& data, Log& log);

}  // namespace smsvm::cli
