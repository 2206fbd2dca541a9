#pragma once

#include <optional>
#include <string_view>

#include "data/number.hpp"

namespace smsvm {

inline constexpr const char* weight_expected = "expected a row's weight, a number >= 0";

/// The weight of a row; nothing if the text is none.
inline std::optional<double> parse_weight(std::string_view text) {
  const auto number = parse_number<double>(text);
  const bool finite = number.kind == NumberKind::finite || number.kind == NumberKind::underflow;
  return finite && number.value >= 0 ? std::optional(number.value) : std::nullopt;
}

}  // namespace smsvm
