#include "data/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace smsvm::detail {
namespace {

/// Where the parts of a decimal number lie; `end` is `first` if there is none.
struct Spelling {
  const char* end;
  std::int64_t exponent = 0;          // as written after the e, clipped
  std::int64_t leading_exponent = 0;  // power of ten of the first digit that is not 0, without `exponent`
  bool zero = true;
};

/// Of e, E, sign and digits; `at` if they do not stand there in full ("1e" is 1, followed by an e).
const char* skip_exponent(const char* at, const char* last, std::int64_t& exponent) {
  constexpr std::int64_t clipped = 1'000'000'000'000'000;
  const char* digit = at;
  if (digit == last || (*digit != 'e' && *digit != 'E')) return at;
  ++digit;
  const bool negative = digit != last && *digit == '-';
  if (digit != last && (*digit == '-' || *digit == '+')) ++digit;
  if (digit == last || !is_digit(*digit)) return at;
  while (digit != last && is_digit(*digit)) exponent = std::min(10 * exponent + (*digit++ - '0'), clipped);
  if (negative) exponent = -exponent;
  return digit;
}

Spelling spelling_of(const char* first, const char* last) {
  const char* at = first;
  Spelling spelling{first};
  std::int64_t digits = 0, digits_before_point = 0, first_nonzero = 0;
  const auto take = [&] {
    for (; at != last && is_digit(*at); ++at, ++digits) {
      if (spelling.zero && *at != '0') {
        spelling.zero = false;
        first_nonzero = digits;
      }
    }
  };
  take();
  digits_before_point = digits;
  if (at != last && *at == '.') {
    ++at;
    take();
  }
  if (digits == 0) return spelling;
  spelling.leading_exponent = digits_before_point - 1 - first_nonzero;
  spelling.end = skip_exponent(at, last, spelling.exponent);
  return spelling;
}

/// Past the word (lower case) if it stands here in any case, otherwise null.
const char* skip_word(const char* at, const char* last, std::string_view word) {
  if (last - at < std::ssize(word)) return nullptr;
  const auto same = [](char here, char lower) { return (here | 0x20) == lower; };
  return std::equal(word.begin(), word.end(), at, [&](char lower, char here) { return same(here, lower); })
             ? at + word.size()
             : nullptr;
}

}  // namespace

template <class Value>
ScannedNumber<Value> scan_hard_number(const char* first, const char* last) {
  const char* at = first;
  const bool negative = at != last && *at == '-';
  if (at != last && (*at == '-' || *at == '+')) ++at;

  for (const std::string_view word : {"nan", "infinity", "inf"}) {
    if (const char* const end = skip_word(at, last, word)) return {end, 0, NumberKind::not_finite};
  }
  const Spelling spelling = spelling_of(at, last);
  if (spelling.end == at) return {first, 0, NumberKind::malformed};
  if (spelling.zero) return {spelling.end, negative ? -Value{0} : Value{0}, NumberKind::finite};

  double nearest = 0;
  const auto result = std::from_chars(at, spelling.end, nearest);
  const auto value = static_cast<Value>(nearest);
  const bool out_of_range = result.ec == std::errc::result_out_of_range || value == 0 || std::isinf(value);
  if (out_of_range) {
    const bool large = spelling.leading_exponent + spelling.exponent > 0;
    return {spelling.end, 0, large ? NumberKind::overflow : NumberKind::underflow, true};
  }
  return {spelling.end, negative ? -value : value, NumberKind::finite, static_cast<double>(value) != nearest};
}

template ScannedNumber<float> scan_hard_number(const char*, const char*);
template ScannedNumber<double> scan_hard_number(const char*, const char*);

}  // namespace smsvm::detail
