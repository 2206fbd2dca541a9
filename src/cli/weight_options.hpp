#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/estimate.hpp"

namespace smsvm::cli {

/// --class-weight: nothing, the word "balanced", or "LABEL=WEIGHT" for some classes. Throws OptionError.
void parse_class_weights(const std::vector<std::string>& arguments, TrainingOptions& options);

/// The file of --sample-weight: one weight for each row. Throws a DataError with the place of the first mistake.
std::vector<double> read_sample_weights(const std::string& path, std::int64_t rows);

}  // namespace smsvm::cli
