#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string_view>

namespace smsvm {

/// A decimal number as it is written, not rounded to anything: ± mantissa × 10^exponent.
struct ExactDecimal {
  bool negative = false;
  std::uint64_t mantissa = 0;  ///< 0 where `large` is not
  mpz_class large;             ///< the mantissa where it takes more than 64 bits
  std::int64_t exponent = 0;   ///< clipped far beyond anything that could be computed with

  bool is_zero() const { return mantissa == 0 && large == 0; }
};

/// Of a text that scan_number takes as a whole.
ExactDecimal exact_decimal(std::string_view number);

}  // namespace smsvm
