#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/training_run.hpp"

namespace smsvm::cli {

struct GivenFolds {
  int folds = 0;
  std::vector<std::int32_t> of_row;  ///< of the rows trained on; folds are numbered as they appear
};

/// A word per line, one line for each row of the data: rows with the same word are a fold. Throws a DataError with the
/// place of the first mistake.
GivenFolds read_folds(const std::string& path, const TrainingRun& run);

}  // namespace smsvm::cli
