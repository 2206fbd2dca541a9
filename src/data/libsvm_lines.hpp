#pragma once

#include <cstdint>
#include <string_view>

namespace smsvm::libsvm {

struct LineCount {
  std::int64_t lines = 0;
  std::int64_t rows = 0;  ///< lines with more than blanks and a comment on them
};

/// Counts without looking at what the rows hold.
LineCount count_lines(std::string_view text);

}  // namespace smsvm::libsvm
