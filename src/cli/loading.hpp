#pragma once

#include <string>

#include "cli/log.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/read.hpp"

namespace smsvm::cli {

struct LoadedData {
  Dataset data;
  std::int64_t nonzeros = 0;  ///< of the data, counted once
  double seconds = 0;
};

/// Reads with a progress bar, says what was read and passes on the reader's warnings.
LoadedData load_data(const std::string& path, ReadOptions options, Log& log);

/// "standard input" for "-".
std::string display_name(const std::string& path);
std::string output_name(const std::string& path);  ///< of one that is written

}  // namespace smsvm::cli
