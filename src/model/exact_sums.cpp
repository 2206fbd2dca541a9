#include "model/exact_sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace smsvm {
namespace {

mpz_class power(unsigned base, std::int64_t exponent) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), base, static_cast<unsigned long>(exponent));
  return result;
}

mpq_class power_of_any_sign(unsigned base, std::int64_t exponent) {
  return exponent < 0 ? mpq_class(1, power(base, -exponent)) : mpq_class(power(base, exponent));
}

/// Doubles as multiples of the largest power of two, 1 at most, of which all of them are multiples.
class BinaryUnit {
 public:
  void include(double number) {
    if (number == 0) return;
    int exponent = 0;
    const double whole = std::ldexp(std::frexp(std::fabs(number), &exponent), digits);
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(whole));
    exponent_ = std::min(exponent_, exponent - digits + zeros);
  }
  void include(const std::vector<double>& numbers) {
    for (const double number : numbers) include(number);
  }

  mpz_class multiple(double number) const {
    int exponent = 0;
    const double whole = std::ldexp(std::frexp(number, &exponent), digits);
    mpz_class result(static_cast<long>(whole));
    const int shift = exponent - digits - exponent_;
    if (shift >= 0) {
      mpz_mul_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(shift));
    } else {
      mpz_tdiv_q_2exp(result.get_mpz_t(), result.get_mpz_t(), static_cast<mp_bitcnt_t>(-shift));  // zeros only
    }
    return result;
  }

  mpq_class unit() const { return power_of_any_sign(2, exponent_); }

 private:
  static constexpr int digits = 53;
  int exponent_ = 0;
};

/// A value as a multiple of its column's unit: almost always 64 bits hold it.
class Multiple {
 public:
  explicit Multiple(unsigned base) : base_(base) {
    for (std::uint64_t power = 1;; power *= base) {
      powers_.push_back(power);
      if (power > std::numeric_limits<std::uint64_t>::max() / base) break;
    }
  }

  void set(const ExactValue& value, std::int64_t unit_exponent) {
    const auto up = static_cast<std::size_t>(value.exponent - unit_exponent);
    negative_ = value.negative;
    is_small_ =
        value.large == nullptr && up < powers_.size() && !__builtin_mul_overflow(value.mantissa, powers_[up], &small_);
    if (is_small_) return;
    if (value.large != nullptr) {
      large_ = *value.large;
    } else {
      large_ = static_cast<unsigned long>(value.mantissa);
    }
    if (base_ == 2) {
      mpz_mul_2exp(large_.get_mpz_t(), large_.get_mpz_t(), up);
    } else {
      large_ *= power(base_, static_cast<std::int64_t>(up));
    }
  }

  /// sum += factor · this
  void add_product(mpz_class& sum, const mpz_class& factor) const {
    if (is_small_) {
      (negative_ ? mpz_submul_ui : mpz_addmul_ui)(sum.get_mpz_t(), factor.get_mpz_t(), small_);
    } else {
      (negative_ ? mpz_submul : mpz_addmul)(sum.get_mpz_t(), factor.get_mpz_t(), large_.get_mpz_t());
    }
  }

 private:
  unsigned base_;
  std::vector<std::uint64_t> powers_;  // of the base, those below 2⁶⁴
  bool negative_ = false, is_small_ = true;
  unsigned long small_ = 0;
  mpz_class large_;
};

/// Scores as integers: multiples of a power of two (for the weights) times a power of the base (for the values).
class Scores {
 public:
  Scores(const ColumnUnits& units, const ModelPoint& point) {
    BinaryUnit weight_unit;
    weight_unit.include(point.weight);
    weight_unit.include(point.intercept);
    std::int64_t lowest = 0;
    for (std::size_t j = 0; j < point.weight.size(); ++j) {
      if (point.weight[j] != 0) lowest = std::min(lowest, units.exponent[j]);
    }
    weight_.resize(point.weight.size());
    for (std::size_t j = 0; j < point.weight.size(); ++j) {
      if (point.weight[j] != 0)
        weight_[j] = weight_unit.multiple(point.weight[j]) * power(units.base, units.exponent[j] - lowest);
    }
    intercept_ = weight_unit.multiple(point.intercept) * power(units.base, -lowest);
    one_ = weight_unit.multiple(1) * power(units.base, -lowest);
  }

  const mpz_class& weight(std::size_t column) const { return weight_[column]; }
  const mpz_class& intercept() const { return intercept_; }
  const mpz_class& one() const { return one_; }  ///< the number 1 in these units

 private:
  std::vector<mpz_class> weight_;
  mpz_class intercept_, one_;
};

}  // namespace

ColumnUnits::ColumnUnits(const ExactRows& rows, std::size_t columns) : base(rows.base()) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  exponent.assign(columns, none);
  rows.for_each([&](std::int64_t, std::span<const ExactValue> values) {
    for (const ExactValue& value : values) exponent[value.column] = std::min(exponent[value.column], value.exponent);
  });
  std::ranges::replace(exponent, none, 0);
}

mpq_class ColumnUnits::unit(std::size_t column) const { return power_of_any_sign(base, exponent[column]); }

ExactSums sum_exactly(const ExactRows& rows, const ColumnUnits& units, const Dataset& data, const Proof& proof,
                      const ClassProof& claim, const ModelPoint& point) {
  std::vector<bool> is_positive;  // per distinct label
  for (const Label& label : data.labels.distinct) is_positive.push_back(label == claim.positive);
  BinaryUnit weight_unit, dual_unit;
  weight_unit.include(proof.row_weight);
  dual_unit.include(claim.dual_point);
  const Scores scores(units, point);

  ExactSums sums;
  sums.positive.dual_feature.resize(units.exponent.size());
  sums.negative.dual_feature.resize(units.exponent.size());
  mpz_class total_weight, loss, score, slack, weight = 1, dual;
  Multiple multiple(units.base);
  rows.for_each([&](std::int64_t row, std::span<const ExactValue> values) {
    const auto i = static_cast<std::size_t>(row);
    const bool positive = is_positive[static_cast<std::size_t>(data.labels.of_row[i])];
    ExactClassSums& mine = positive ? sums.positive : sums.negative;
    if (!proof.row_weight.empty()) weight = weight_unit.multiple(proof.row_weight[i]);
    dual = dual_unit.multiple(claim.dual_point[i]);
    dual *= weight;
    score = scores.intercept();
    for (const ExactValue& value : values) {
      multiple.set(value, units.exponent[value.column]);
      multiple.add_product(score, scores.weight(value.column));
      if (dual != 0) multiple.add_product(mine.dual_feature[value.column], dual);
    }
    if (positive) {
      slack = scores.one() - score;
    } else {
      slack = scores.one() + score;
    }
    total_weight += weight;
    if (slack > 0) mpz_addmul(loss.get_mpz_t(), weight.get_mpz_t(), slack.get_mpz_t());
    mine.dual += dual;
  });
  sums.weight = total_weight * weight_unit.unit();
  sums.loss = mpq_class(loss) * weight_unit.unit() / scores.one();
  sums.dual_unit = weight_unit.unit() * dual_unit.unit();
  return sums;
}

}  // namespace smsvm
