#pragma once

#include <cstdint>
#include <string>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// The labels of so many rows from a file of their own: a text with one label a line, .npy, or the label column of a
/// CSV. Throws DataError, also if there are more or fewer.
Labels read_labels_file(const std::string& path, std::int64_t rows);

}  // namespace smsvm
