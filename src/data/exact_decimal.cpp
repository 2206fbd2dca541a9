#include "data/exact_decimal.hpp"

#include <algorithm>
#include <string>

#include "data/number.hpp"

namespace smsvm {
namespace {

constexpr std::ptrdiff_t always_fit = 19;  // digits, in 64 bits

std::int64_t written_exponent(std::string_view text) {
  constexpr std::int64_t clipped = 1'000'000'000'000'000;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  for (const char digit : text) exponent = std::min(10 * exponent + (digit - '0'), clipped);
  return negative ? -exponent : exponent;
}

/// The mantissa from its digits, of which there may be any number, with a point among them.
void take_long_mantissa(std::string_view text, ExactDecimal& decimal) {
  std::string digits(text);
  std::erase(digits, '.');
  const std::size_t last = digits.find_last_not_of('0');
  if (last == std::string::npos) return;
  decimal.exponent += static_cast<std::int64_t>(digits.size() - 1 - last);
  digits.resize(last + 1);
  digits.erase(0, digits.find_first_not_of('0'));
  if (std::ssize(digits) <= always_fit) {
    detail::take_digits(digits.data(), digits.data() + digits.size(), decimal.mantissa);
  } else {
    decimal.large.set_str(digits, 10);
  }
}

}  // namespace

ExactDecimal exact_decimal(std::string_view number) {
  ExactDecimal decimal;
  decimal.negative = number.starts_with('-');
  if (decimal.negative || number.starts_with('+')) number.remove_prefix(1);
  if (const auto e = number.find_first_of("eE"); e != std::string_view::npos) {
    decimal.exponent = written_exponent(number.substr(e + 1));
    number = number.substr(0, e);
  }
  const char* const last = number.data() + number.size();
  std::uint64_t mantissa = 0;
  const char* at = detail::take_digits(number.data(), last, mantissa);
  if (at != last) {
    const char* const fraction = at + 1;
    at = detail::take_digits(fraction, last, mantissa);
    decimal.exponent -= at - fraction;
  }
  if (std::ssize(number) <= always_fit) {
    decimal.mantissa = mantissa;
  } else {
    take_long_mantissa(number, decimal);
  }
  return decimal;
}

}  // namespace smsvm
