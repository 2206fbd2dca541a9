#include "util/text.hpp"

#include <fmt/format.h>

namespace smsvm {

std::string with_thousands(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string counted(std::int64_t count, std::string_view noun) {
  const std::string_view ending = count == 1 ? "" : noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", with_thousands(count), noun, ending);
}

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    const bool harmless = code >= 0x20 ? code != 0x7f : character == '\n' || character == '\t';
    if (harmless) {
      shown += character;
    } else {
      shown += fmt::format("\\x{:02x}", code);
    }
  }
  return shown;
}

}  // namespace smsvm
