#include "report/code_points.hpp"

#include <array>

namespace smsvm::report {
namespace {

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// The character the text begins with; one byte long if it is none.
CodePoint first_of(std::string_view text) {
  const CodePoint invalid{replacement_character, text.substr(0, 1)};
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > text.size()) return invalid;
  if (length == 1) return {lead, text.substr(0, 1)};
  char32_t value = lead & (0x7Fu >> length);
  for (const char byte : text.substr(1, length - 1)) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0u) != 0x80) return invalid;
    value = (value << 6) | (bits & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least.at(length) || value > 0x10FFFF || surrogate) return invalid;
  return {value, text.substr(0, length)};
}

}  // namespace

std::vector<CodePoint> code_points(std::string_view text) {
  std::vector<CodePoint> points;
  while (!text.empty()) {
    points.push_back(first_of(text));
    text.remove_prefix(points.back().bytes.size());
  }
  return points;
}

}  // namespace smsvm::report
