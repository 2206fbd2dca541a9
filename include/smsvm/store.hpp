#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

// A store is a data set in the layout that training uses, in a file: `read` maps it, and nothing of it is copied but
// labels and weights. What is in it can be larger than the memory of the machine.

struct StoreSummary {
  std::int64_t rows = 0, features = 0, nonzeros = 0, classes = 0;
  std::int64_t bytes = 0;  ///< of the file
  Precision precision = Precision::float32;
  std::vector<std::string> warnings;  ///< of the reader
};

/// Reads `from`, as `read` does, and writes it to `to` as a store, which appears complete or not at all. Text and .npy
/// are never in memory as a whole; what is, is four bytes a row (twelve with weights) and some rows with a few million
/// nonzeros: about 150 MB. Compressed files are, decompressed, and the arrays of .npz.
SMSVM_API StoreSummary convert(const std::string& from, const std::string& to, const ReadOptions& options = {});

/// Writes a data set that is in memory. In the file 4,096 rows or more are mixed (Dataset::order).
SMSVM_API StoreSummary save_store(const Dataset& data, const std::string& to);

}  // namespace smsvm
