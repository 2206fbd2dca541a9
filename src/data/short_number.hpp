#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "data/digits.hpp"
#include "data/number.hpp"

namespace smsvm {

namespace detail {

/// mantissa / 10^exponent for a mantissa below 2⁵³, rounded once. False if that would take more.
inline bool divide(std::uint64_t mantissa, std::size_t exponent, double& quotient, bool& rounded) {
  rounded = false;
  quotient = static_cast<double>(static_cast<std::int64_t>(mantissa)) / power_of_ten[exponent];
  return true;
}

constexpr std::array<double, 16> inverse_power_of_ten = {1e0,  1e-1, 1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                                         1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15};

/// A float needs no division: with the factor and the product rounded to double, what we get differs from the rounded
/// quotient by at most three units in the last place of a double. Rounded to float both are the same, unless a number
/// half-way between two floats is as near as that. `rounded`: whether the float is farther away than a few such units.
inline bool divide(std::uint64_t mantissa, std::size_t exponent, float& quotient, bool& rounded) {
  constexpr std::uint32_t low_bits = 0x1FFFFFFF, half_way = 0x10000000, near = 4;
  const double about = static_cast<double>(static_cast<std::int64_t>(mantissa)) * inverse_power_of_ten[exponent];
  const auto low = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(about)) & low_bits;
  quotient = static_cast<float>(about);
  rounded = ((low + near) & low_bits) > 2 * near;
  return low - (half_way - near) > 2 * near;
}

}  // namespace detail

/// "0.123456", "-1.5", "485", "12.25": an optional minus, digits, and at most one point among them. Such numbers make
/// up most files; they are taken eight digits at a time, and rounded as scan_number does it.
///
/// The number must fill the text from `first` to `last`; 16 bytes before `last` and eight from `first` on can be read.
/// `rounded`: the value is a float that differs from the number by more than a few units of a double.
/// False, and the results are anything, if it takes more than this to read it.
template <class Value>
[[gnu::always_inline]] inline bool take_short_number(const char* first, const char* last, Value& value, bool& zero,
                                                     bool& rounded) {
  constexpr std::size_t most_digits = 15;  // below 2⁵³ whatever they are
  const bool negative = *first == '-';
  first += negative ? 1 : 0;
  const auto length = static_cast<std::size_t>(last - first);
  if (length - 1 > most_digits) return false;  // none at all included

  std::uint64_t wrong = 0, whole = 0;
  std::size_t after_point = 0, counted = 0;
  if (first[1] == '.' && length > 1) {
    whole = static_cast<unsigned char>(*first - '0');
    wrong = whole > 9 ? 1 : 0;
    after_point = counted = length - 2;
  } else if (const auto point = digits::find(first, '.'); point < std::min<std::size_t>(length, 8)) {
    if (point == 0) return false;
    whole = digits::take_from(first, point, wrong);
    after_point = counted = length - 1 - point;
  } else {
    counted = length;
    if (counted > most_digits) return false;
  }
  const std::uint64_t mantissa = whole * digits::power_of_ten[counted] + digits::take_before(last, counted, wrong);

  Value magnitude = 0;
  const bool exact = detail::divide(mantissa, after_point, magnitude, rounded);
  using Bits = std::conditional_t<std::is_same_v<Value, float>, std::uint32_t, std::uint64_t>;
  const Bits sign = Bits{negative} << (8 * sizeof(Bits) - 1);  // no branch: signs are hard to guess
  value = std::bit_cast<Value>(std::bit_cast<Bits>(magnitude) | sign);
  zero = mantissa == 0;
  return exact && wrong == 0;
}

}  // namespace smsvm
