#pragma once

#include <string>

#include "smsvm/dataset.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {

/// Rows in the order of the source, with all digits, as libsvm text. Throws Error{bad_data} where there are no labels.
void write_libsvm(const Dataset& data, AtomicFile& file);
/// As a table: the label, if any, what the row weighs, if anything, and all features, below a line of names.
void write_csv(const Dataset& data, AtomicFile& file);

}  // namespace smsvm::cli
