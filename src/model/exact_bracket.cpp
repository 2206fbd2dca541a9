#include "model/exact_bracket.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace smsvm {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// λ_j and μ_j: exact products of what the proof says.
struct ExactCharge {
  mpq_class l2, l1;
};

class Charges {
 public:
  explicit Charges(const Penalty& penalty) : penalty_(penalty), plain_{penalty.l2, penalty.l1} {}

  const ExactCharge& intercept() const { return plain_; }
  ExactCharge feature(std::size_t j) const {
    ExactCharge charge = plain_;
    if (!penalty_.factor.empty()) {
      const mpq_class factor(penalty_.factor[j]);
      charge.l2 *= factor;
      charge.l1 *= factor;
    }
    if (!penalty_.scale.empty()) {
      const mpq_class scale(penalty_.scale[j]);
      charge.l2 *= scale * scale;
      charge.l1 *= scale;
    }
    return charge;
  }

 private:
  const Penalty& penalty_;
  ExactCharge plain_;
};

/// Eq. 1.
mpq_class exact_primal(const ExactSums& sums, const Penalty& penalty, const ModelPoint& point) {
  const Charges charges(penalty);
  mpq_class value = 0;
  const auto add = [&](const ExactCharge& charge, double number) {
    const mpq_class weight(number);
    value += charge.l2 / 2 * weight * weight + charge.l1 * abs(weight);
  };
  for (std::size_t j = 0; j < point.weight.size(); ++j) {
    if (point.weight[j] != 0) add(charges.feature(j), point.weight[j]);
  }
  if (penalty.intercept == Intercept::penalized) add(charges.intercept(), point.intercept);
  return value + sums.loss / sums.weight;
}

/// A sum of which we know two sides.
struct Enclosure {
  mpq_class least, most;
};

/// The dual point after its repairs, as eq. 6 needs it.
class ExactDual {
 public:
  ExactDual(const ExactSums& sums, const ColumnUnits& units, const Penalty& penalty)
      : sums_(sums),
        units_(units),
        charges_(penalty),
        has_coordinate_for_intercept_(penalty.intercept == Intercept::penalized) {
    mpq_class positive_share = 1, negative_share = 1;
    if (penalty.intercept == Intercept::free) balance(positive_share, negative_share);
    const mpq_class unit = sums.dual_unit / sums.weight;
    positive_ = positive_share * unit;
    negative_ = negative_share * unit;
    mean_ = positive_ * sums.positive.dual + negative_ * sums.negative.dual;
    for_each_coordinate([&](std::size_t j, const mpq_class& v, const ExactCharge& charge) {
      if (charge.l2 != 0 || v <= charge.l1) return;
      if (charge.l1 == 0) {
        if (!unbounded_) unbounded_ = j;
      } else if (mpq_class share = charge.l1 / v; share < scale_) {
        scale_ = std::move(share);
      }
    });
  }

  const std::optional<std::size_t>& unbounded() const { return unbounded_; }

  /// Σ c a / N, from which eq. 6 takes the charged terms away.
  mpq_class mean() const { return scale_ * mean_; }

  /// Their sum, each rounded to a multiple of 2^−bits, down and up.
  Enclosure terms(mp_bitcnt_t bits) const {
    mpz_class least = 0, quotient, remainder, numerator;
    unsigned long inexact = 0;
    for_each_term([&](const mpq_class& term) {
      mpz_mul_2exp(numerator.get_mpz_t(), term.get_num_mpz_t(), bits);
      mpz_fdiv_qr(quotient.get_mpz_t(), remainder.get_mpz_t(), numerator.get_mpz_t(), term.get_den_mpz_t());
      least += quotient;
      if (remainder != 0) ++inexact;
    });
    Enclosure sum{mpq_class(least), mpq_class(least + inexact)};
    for (mpq_class* side : {&sum.least, &sum.most}) mpq_div_2exp(side->get_mpq_t(), side->get_mpq_t(), bits);
    return sum;
  }

  /// Their sum as a fraction, which may become very long.
  mpq_class terms() const {
    std::vector<mpq_class> parts;  // part k: of 2^k terms or none, so that long numbers meet long numbers
    for_each_term([&](const mpq_class& term) {
      mpq_class carry = term;
      for (mpq_class& part : parts) {
        if (part == 0) {
          std::swap(part, carry);
          return;
        }
        carry += part;
        part = 0;
      }
      parts.push_back(carry);
    });
    mpq_class sum = 0;
    for (const mpq_class& part : parts) sum += part;
    return sum;
  }

 private:
  /// Where the intercept is free, Σ c a y must vanish: the heavier class is scaled down, which stays in the box.
  void balance(mpq_class& positive_share, mpq_class& negative_share) const {
    const mpz_class &positive = sums_.positive.dual, &negative = sums_.negative.dual;
    if (positive > negative) {
      positive_share = mpq_class(negative) / positive;
    } else if (negative > 0) {
      negative_share = mpq_class(positive) / negative;
    }
  }

  /// Calls use(number, |v_j|, charge).
  template <class Use>
  void for_each_coordinate(const Use& use) const {
    const std::size_t features = sums_.positive.dual_feature.size();
    mpq_class v;
    for (std::size_t j = 0; j < features; ++j) {
      v = positive_ * sums_.positive.dual_feature[j] - negative_ * sums_.negative.dual_feature[j];
      if (v == 0) continue;
      v = abs(v) * units_.unit(j);
      use(j, v, charges_.feature(j));
    }
    if (!has_coordinate_for_intercept_) return;
    v = abs(positive_ * sums_.positive.dual - negative_ * sums_.negative.dual);
    use(features, v, charges_.intercept());
  }

  /// Calls use(term) for what the coordinates with λ_j > 0 take away.
  template <class Use>
  void for_each_term(const Use& use) const {
    mpq_class excess, term;
    for_each_coordinate([&](std::size_t, const mpq_class& v, const ExactCharge& charge) {
      if (charge.l2 == 0) return;
      excess = scale_ * v - charge.l1;
      if (excess <= 0) return;
      term = excess * excess / (2 * charge.l2);
      use(term);
    });
  }

  const ExactSums& sums_;
  const ColumnUnits& units_;
  Charges charges_;
  bool has_coordinate_for_intercept_;
  mpq_class positive_, negative_;  ///< what sums over the classes are multiplied by to be parts of v
  mpq_class mean_;
  mpq_class scale_ = 1;  ///< until |v_j| <= μ_j wherever there is no λ_j
  std::optional<std::size_t> unbounded_;
};

/// Bits after the point for which the sum of the terms is about as good as a number of so many bits.
mp_bitcnt_t bits_after_point(const mpq_class& mean, mp_bitcnt_t bits) {
  const std::size_t above = mpz_sizeinbase(mean.get_num_mpz_t(), 2), below = mpz_sizeinbase(mean.get_den_mpz_t(), 2);
  return bits + (below > above ? below - above : 0);
}

/// Whether the terms together are at most the limit: with more and more bits until that is clear. Where they seem to be
/// the same to the end, only fractions can tell.
bool terms_are_at_most(const mpq_class& limit, const ExactDual& dual, const mpq_class& mean, Enclosure terms) {
  if (limit < 0) return false;
  for (const mp_bitcnt_t bits : {1024, 8192}) {
    if (terms.most <= limit) return true;
    if (terms.least > limit) return false;
    terms = dual.terms(bits_after_point(mean, bits));
  }
  if (terms.most <= limit) return true;
  if (terms.least > limit) return false;
  return dual.terms() <= limit;
}

/// What is left of the mean, rounded down.
double bound(const ExactDual& dual, const mpq_class& mean, const Enclosure& terms) {
  const double least = rounded_down(mean - terms.most), most = rounded_down(mean - terms.least);
  // A double between the two sides, if there is one, is what is left or next to it.
  const bool is_most = least != most && terms_are_at_most(mean - mpq_class(most), dual, mean, terms);
  return std::max(0.0, is_most ? most : least);
}

}  // namespace

double rounded_down(const mpq_class& number) {
  double result = number.get_d();  // towards zero
  if (std::isinf(result)) result = result > 0 ? std::numeric_limits<double>::max() : result;
  while (std::isfinite(result) && mpq_class(result) > number) result = std::nextafter(result, -infinity);
  return result;
}

double rounded_up(const mpq_class& number) { return -rounded_down(-number); }

ExactBracket exact_bracket(const ExactSums& sums, const ColumnUnits& units, const Penalty& penalty,
                           const ClassProof& claim, const ModelPoint& point) {
  constexpr mp_bitcnt_t first_bits = 192;
  ExactBracket bracket;
  const mpq_class primal = exact_primal(sums, penalty, point);
  bracket.primal = rounded_up(primal);
  bracket.primal_holds = primal <= mpq_class(claim.primal);
  bracket.dual_holds = claim.dual <= 0;  // the dual point 0 proves 0

  const ExactDual dual(sums, units, penalty);
  bracket.unbounded = dual.unbounded();
  if (bracket.unbounded) return bracket;
  const mpq_class mean = dual.mean();
  const Enclosure terms = dual.terms(bits_after_point(mean, first_bits));
  bracket.dual = bound(dual, mean, terms);
  if (!bracket.dual_holds) bracket.dual_holds = terms_are_at_most(mean - mpq_class(claim.dual), dual, mean, terms);
  return bracket;
}

}  // namespace smsvm
