#pragma once

#include <string_view>
#include <vector>

namespace smsvm::report {

inline constexpr char32_t replacement_character = 0xFFFD;

struct CodePoint {
  char32_t value = 0;      ///< U+FFFD for a byte that is not UTF-8
  std::string_view bytes;  ///< where it stands in the text
};

/// Reads UTF-8. The views are valid as long as the text.
std::vector<CodePoint> code_points(std::string_view text);

}  // namespace smsvm::report
