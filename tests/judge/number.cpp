#include "judge/number.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace smsvm::judge {
namespace {

mpz_class power_of_five(long exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 5, static_cast<unsigned long>(exponent));
  return power;
}

}  // namespace

Number::Number(double value) {
  if (!std::isfinite(value)) throw std::invalid_argument("a number that is not finite has no exact value");
  if (value == 0) return;
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  mantissa_ = std::ldexp(fraction, 53);  // a whole number, so that GMP takes it over exactly
  twos_ = exponent - 53;
  const auto zeros = static_cast<long>(mpz_scan1(mantissa_.get_mpz_t(), 0));
  mpz_tdiv_q_2exp(mantissa_.get_mpz_t(), mantissa_.get_mpz_t(), static_cast<unsigned long>(zeros));
  twos_ += zeros;
}

Number Number::from_decimal(std::string_view text) {
  std::string digits;
  long exponent = 0;
  bool negative = false, after_point = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == 'e' || letter == 'E') {
      const std::size_t from = i + (text[i + 1] == '+' ? 2 : 1);
      long written = 0;
      std::from_chars(text.data() + from, text.data() + text.size(), written);
      exponent += written;
      break;
    }
    if (letter == '-') negative = true;
    if (letter == '.') after_point = true;
    if (letter < '0' || letter > '9') continue;
    digits += letter;
    if (after_point) --exponent;
  }
  Number number;
  number.mantissa_ = mpz_class(digits, 10);
  if (number.mantissa_ == 0) return {};
  if (negative) number.mantissa_ = -number.mantissa_;
  number.twos_ = number.fives_ = exponent;
  return number;
}

mpq_class Number::fraction() const {
  mpz_class numerator = mantissa_, denominator = 1;
  if (fives_ >= 0) {
    numerator *= power_of_five(fives_);
  } else {
    denominator = power_of_five(-fives_);
  }
  if (twos_ >= 0) {
    numerator <<= static_cast<unsigned long>(twos_);
  } else {
    denominator <<= static_cast<unsigned long>(-twos_);
  }
  mpq_class fraction(numerator, denominator);
  fraction.canonicalize();
  return fraction;
}

Number Number::magnitude() const { return sign() < 0 ? -*this : *this; }

Number Number::operator-() const {
  Number negated = *this;
  mpz_neg(negated.mantissa_.get_mpz_t(), negated.mantissa_.get_mpz_t());
  return negated;
}

Number& Number::operator+=(const Number& other) {
  if (other.sign() == 0) return *this;
  if (sign() == 0) return *this = other;
  mpz_class term = other.mantissa_;
  // Both are written with the lesser of the two exponents.
  if (fives_ > other.fives_) {
    mantissa_ *= power_of_five(fives_ - other.fives_);
    fives_ = other.fives_;
  } else if (fives_ < other.fives_) {
    term *= power_of_five(other.fives_ - fives_);
  }
  if (twos_ > other.twos_) {
    mantissa_ <<= static_cast<unsigned long>(twos_ - other.twos_);
    twos_ = other.twos_;
  } else if (twos_ < other.twos_) {
    term <<= static_cast<unsigned long>(other.twos_ - twos_);
  }
  mantissa_ += term;
  return *this;
}

Number operator*(const Number& left, const Number& right) {
  Number product;
  product.mantissa_ = left.mantissa_ * right.mantissa_;
  if (product.sign() == 0) return product;
  product.twos_ = left.twos_ + right.twos_;
  product.fives_ = left.fives_ + right.fives_;
  return product;
}

}  // namespace smsvm::judge
