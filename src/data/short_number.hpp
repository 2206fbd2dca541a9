#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "data/digits.hpp"
#include "data/number.hpp"

namespace smsvm {

/// "0.123456", "-1.5", "485", "12.25": an optional minus, digits, and at most one point among them. Such numbers make
/// up most files; they are taken eight digits at a time, rounded as scan_number does it.
///
/// The number must fill the text from `first` to `last`, which is not empty; 16 bytes before `last` and eight from
/// `first` on can be read. False, and `value` is anything, if it takes more than this to read it.
template <class Value>
bool take_short_number(const char* first, const char* last, Value& value, bool& zero) {
  constexpr std::size_t most_digits = 15;  // below 2⁵³ whatever they are
  const bool negative = *first == '-';
  first += negative ? 1 : 0;
  const auto length = static_cast<std::size_t>(last - first);
  if (length - 1 > most_digits) return false;  // none at all included

  std::uint64_t wrong = 0, whole = 0;
  std::size_t after_point = 0, counted = 0;
  if (first[1] == '.' && length > 1) {
    whole = static_cast<unsigned char>(*first - '0');
    wrong = whole > 9;
    after_point = counted = length - 2;
  } else if (const auto point = digits::find(first, '.'); point < length) {
    if (point == 0) return false;
    whole = digits::take_from(first, point, wrong);
    after_point = counted = length - 1 - point;
  } else {
    counted = length;
    if (counted > most_digits) return false;
  }
  const std::uint64_t mantissa = whole * digits::power_of_ten[counted] + digits::take_before(last, counted, wrong);
  if (wrong != 0) return false;

  const double magnitude = static_cast<double>(static_cast<std::int64_t>(mantissa)) / detail::power_of_ten[after_point];
  if constexpr (std::is_same_v<Value, float>) {
    if (detail::half_way_between_floats(magnitude)) return false;
  }
  const auto positive = static_cast<Value>(magnitude);
  value = negative ? -positive : positive;
  zero = mantissa == 0;
  return true;
}

}  // namespace smsvm
