#include "report/number_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace smsvm::report {
namespace {

/// Below, the digits are counted more easily than the places of a power.
constexpr double first_with_separators = 10'000;

/// The fewest decimals that show the value to ten digits, which is beyond any tick.
int decimals_needed(double value) {
  const std::string text = fmt::format("{:.10f}", value);
  return static_cast<int>(text.find_last_not_of('0')) - static_cast<int>(text.find('.'));
}

}  // namespace

std::string decimal(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  if (std::abs(value) >= first_with_separators) {
    const std::size_t whole = decimals > 0 ? text.find('.') : text.size();
    for (std::size_t at = whole; at > 3; at -= 3) text.insert(at - 3, 1, ',');
    if (text.front() == ',') text.erase(0, 1);
  }
  const bool rounds_to_zero = text.find_first_of("123456789") == std::string::npos;
  return value < 0 && !rounds_to_zero ? "−" + text : text;
}

std::string power_of_ten(int exponent) {
  constexpr std::array<const char*, 10> raised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent)))
    text += raised.at(static_cast<std::size_t>(digit - '0'));
  return text;
}

std::string scaled(double mantissa, int exponent) {
  for (; mantissa >= 10; mantissa /= 10) ++exponent;
  if (exponent >= -3 && exponent <= 4) {
    const double value = mantissa * std::pow(10.0, exponent);
    return decimal(value, decimals_needed(value));
  }
  if (mantissa == 1) return power_of_ten(exponent);
  return decimal(mantissa, decimals_needed(mantissa)) + "×" + power_of_ten(exponent);
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

}  // namespace smsvm::report
