#pragma once

#include <string>
#include <vector>

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

/// Rows per label, in the order of Labels::distinct.
std::vector<std::int64_t> rows_per_class(const Labels& labels);

/// "3 (20 rows), 5 (1 row), …": at most twenty.
std::string list_classes(const Labels& labels);

}  // namespace smsvm::cli
