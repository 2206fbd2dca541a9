#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace smsvm {

enum class NumberKind {
  finite,
  underflow,   ///< not zero, but nearer to zero than to the smallest number; the value is 0
  overflow,    ///< beyond the largest number
  not_finite,  ///< the word nan, inf or infinity
  malformed,   ///< no number stands here
};

template <class Value>
struct ScannedNumber {
  const char* end;  ///< one past the number; the delimiter that follows is for the caller to check
  Value value;
  NumberKind kind;
  bool rounded = false;  ///< a float, and the nearest double is another number
};

/// The longest decimal number ("+0.5", ".5", "1.", "5e-1"; not hexadecimal) at the start of the text, correctly rounded
/// to double, as strtod does; the locale plays no role. A float is the one nearest to that double, not to the decimal:
/// data read in double precision and rounded to float afterwards have the very values of data read as float.
template <class Value>
ScannedNumber<Value> scan_number(const char* first, const char* last);

/// The text as a whole: malformed if anything follows the number.
template <class Value>
ScannedNumber<Value> parse_number(std::string_view text) {
  ScannedNumber<Value> number = scan_number<Value>(text.data(), text.data() + text.size());
  if (number.end != text.data() + text.size()) number.kind = NumberKind::malformed;
  return number;
}

namespace detail {

/// Any spelling that scan_number has no short way for, the words included.
template <class Value>
ScannedNumber<Value> scan_hard_number(const char* first, const char* last);
extern template ScannedNumber<float> scan_hard_number(const char*, const char*);
extern template ScannedNumber<double> scan_hard_number(const char*, const char*);

constexpr std::array<double, 23> power_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

/// Appends the decimal digits to `number` (it wraps beyond 19) and returns the first byte that is none.
inline const char* take_digits(const char* at, const char* last, std::uint64_t& number) {
  while (at != last && is_digit(*at)) number = 10 * number + static_cast<std::uint64_t>(*at++ - '0');
  return at;
}

/// Past an exponent of one or two digits, added to `exponent`; false if something else stands there.
inline bool take_short_exponent(const char*& at, const char* last, std::int64_t& exponent) {
  const char* digit = at + 1;
  const bool negative = digit != last && *digit == '-';
  if (digit != last && (*digit == '-' || *digit == '+')) ++digit;
  std::uint64_t number = 0;
  const char* const end = take_digits(digit, last, number);
  if (end == digit || end - digit > 2) return false;
  exponent += negative ? -static_cast<std::int64_t>(number) : static_cast<std::int64_t>(number);
  at = end;
  return true;
}

}  // namespace detail

template <class Value>
ScannedNumber<Value> scan_number(const char* first, const char* last) {
  static_assert(std::is_same_v<Value, float> || std::is_same_v<Value, double>);
  const char* at = first;
  const bool negative = at != last && *at == '-';
  if (at != last && (*at == '-' || *at == '+')) ++at;

  std::uint64_t mantissa = 0;
  const char* const whole = at;
  at = detail::take_digits(at, last, mantissa);
  std::int64_t digits = at - whole, exponent = 0;
  if (at != last && *at == '.') {
    const char* const fraction = ++at;
    at = detail::take_digits(at, last, mantissa);
    exponent = fraction - at;
    digits += at - fraction;
  }
  bool easy = digits > 0 && digits <= 19 && mantissa <= (std::uint64_t{1} << 53);
  if (at != last && (*at == 'e' || *at == 'E')) easy = detail::take_short_exponent(at, last, exponent) && easy;
  if (!easy || exponent < -22 || exponent > 22) return detail::scan_hard_number<Value>(first, last);

  // Mantissa and power of ten are exact doubles, so their product or quotient is the nearest double. It is 0 or within
  // 1e-22 … 1e38, the range of normal floats.
  const auto exact = static_cast<double>(mantissa);
  const double magnitude = exponent < 0 ? exact / detail::power_of_ten[static_cast<std::size_t>(-exponent)]
                                        : exact * detail::power_of_ten[static_cast<std::size_t>(exponent)];
  const auto value = static_cast<Value>(magnitude);
  return {at, negative ? -value : value, NumberKind::finite, static_cast<double>(value) != magnitude};
}

}  // namespace smsvm
