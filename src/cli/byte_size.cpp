#include "cli/byte_size.hpp"

#include <fmt/format.h>

#include <CLI/Error.hpp>

#include <cctype>
#include <cmath>
#include <string_view>

#include "data/number.hpp"

namespace smsvm::cli {
namespace {

constexpr std::string_view units = "KMGT";

}  // namespace

std::int64_t parse_byte_size(const std::string& text, const std::string& option) {
  std::string_view digits = text;
  double factor = 1;
  if (!digits.empty()) {
    const char last = static_cast<char>(std::toupper(static_cast<unsigned char>(digits.back())));
    if (const std::size_t unit = units.find(last); unit != std::string_view::npos) {
      factor = std::pow(1024.0, static_cast<double>(unit + 1));
      digits.remove_suffix(1);
    }
  }
  const auto number = parse_number<double>(digits);
  const double bytes = number.value * factor;
  if (number.kind != NumberKind::finite || !(bytes >= 0 && bytes < 9e18)) {
    throw CLI::ValidationError(
        fmt::format("{}: '{}' is not a number of bytes; write for example 4G, 512M or 1000000", option, text));
  }
  return static_cast<std::int64_t>(bytes);
}

}  // namespace smsvm::cli
