#pragma once

#include <gmpxx.h>

#include <string_view>

namespace smsvm::judge {

/// mantissa · 2^twos · 5^fives: every decimal and every double, exactly. Sums and products need no common divisors,
/// which makes them many times faster than fractions; only what is divided becomes one.
class Number {
 public:
  Number() = default;
  explicit Number(double value);                 ///< must be finite
  static Number from_decimal(std::string_view);  ///< "-1.25e-3"; must be well formed
  mpq_class fraction() const;
  int sign() const { return sgn(mantissa_); }
  Number magnitude() const;

  Number& operator+=(const Number& other);
  Number& operator-=(const Number& other) { return *this += -other; }
  Number operator-() const;
  friend Number operator+(Number left, const Number& right) { return left += right; }
  friend Number operator-(Number left, const Number& right) { return left -= right; }
  friend Number operator*(const Number& left, const Number& right);

 private:
  mpz_class mantissa_ = 0;
  long twos_ = 0, fives_ = 0;
};

}  // namespace smsvm::judge
