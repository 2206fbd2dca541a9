#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "smsvm/read.hpp"

namespace smsvm {

/// True for --label-column none, the data without labels. A column that really is called "none" is given by its number.
/// Throws OptionError where labels are required.
bool has_no_labels(const ReadOptions& options);

/// "3" is column 2, counted from 0; nothing if the text is no number of a column.
std::optional<std::int64_t> numbered_column(std::string_view text, std::int64_t columns);

}  // namespace smsvm
