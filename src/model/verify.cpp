#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "data/row_access.hpp"
#include "model/class_judge.hpp"
#include "smsvm/proof.hpp"

// The judge shares no code with what it judges: nothing of the solver or its passes is used here, only the data. One
// plain loop over the rows, all sums in extended precision (docs/method.md, sections 1 and 3).
//
// Its own rounding is bounded. What a sum over the rows loses at each addition is added up beside it, so that it
// differs from the exact one by a few units of extended precision times the sum of the sizes of its terms, however many
// rows there are. And the data are taken to be decimals that were rounded to the nearest double. All bounds below are
// generous by some units, which covers products of errors and the rounding of the bounds themselves.

namespace smsvm {
namespace {

using Real = long double;

constexpr Real unit = std::numeric_limits<Real>::epsilon() / 2;
constexpr Real of_reading = std::numeric_limits<double>::epsilon() / 2 * (1 + 1e-9L);  ///< of a decimal, relative
constexpr Real lost_in_reading = std::numeric_limits<double>::denorm_min();            ///< of one near zero
constexpr Real few = 64;

/// What is known about a number: some number, and how far it may be from the truth.
struct Estimate {
  Real value = 0, error = 0;

  Real low() const { return value - error; }
  Real high() const { return value + error; }
};

// ---- One pass over the data ----

/// A sum that keeps what its additions round away.
class Sum {
 public:
  void add(Real term) {
    const Real next = total_ + term, added = next - total_;
    lost_ += (total_ - (next - added)) + (term - added);
    total_ = next;
  }
  Real value() const { return total_ + lost_; }

 private:
  Real total_ = 0, lost_ = 0;
};

/// Sums over the rows of one class.
struct ClassSums {
  Sum dual;                       ///< Σ c a
  std::vector<Sum> dual_feature;  ///< Σ c a x_j
  std::vector<double> size;       ///< Σ c a |x_j|
};

struct Sums {
  Sum weight;           ///< N = Σ c
  Sum loss;             ///< Σ c max(0, u)
  Real loss_error = 0;  ///< of it, but for that of the sum
  ClassSums positive, negative;
};

/// The slacks of a point.
class Slacks {
 public:
  explicit Slacks(const ModelPoint& point) : point_(point) {
    for (const double weight : point.weight) lost_ += std::fabs(weight) * lost_in_reading;
  }

  /// Also calls visit(j, x_j) for each value of the row.
  template <class Row, class Visit>
  Estimate slack(const Row& row, bool positive, Visit&& visit) const {
    Real score = point_.intercept, size = 1 + std::fabs(score), additions = few;
    for_each_value(row, [&](std::size_t j, Real value) {
      const Real product = point_.weight[j] * value;
      score += product;
      size += std::fabs(product);
      ++additions;
      visit(j, value);
    });
    // 1 and the intercept are not read from decimals, but this much is allowed to them too.
    return {1 - (positive ? score : -score), (of_reading + additions * unit) * size + lost_};
  }

 private:
  const ModelPoint& point_;
  Real lost_ = 0;
};

Sums sum_up(const Dataset& data, const Proof& proof, const ClassProof& claim, const ModelPoint& point) {
  std::vector<bool> is_positive;  // per distinct label
  for (const Label& label : data.labels.distinct) is_positive.push_back(label == claim.positive);

  Sums sums;
  for (ClassSums* of_class : {&sums.positive, &sums.negative}) {
    of_class->dual_feature.resize(static_cast<std::size_t>(data.features));
    of_class->size.resize(static_cast<std::size_t>(data.features));
  }
  const Slacks slacks(point);
  const auto add = [&](std::size_t i, const auto& row) {
    const bool positive = is_positive[static_cast<std::size_t>(data.labels.of_row[i])];
    const Real weight = proof.row_weight.empty() ? 1 : proof.row_weight[i];
    const Real dual = weight * claim.dual_point[i];
    ClassSums& mine = positive ? sums.positive : sums.negative;
    const Estimate slack = slacks.slack(row, positive, [&](std::size_t j, Real value) {
      mine.dual_feature[j].add(dual * value);
      mine.size[j] += static_cast<double>(std::fabs(dual * value));
    });
    sums.weight.add(weight);
    mine.dual.add(dual);
    if (slack.high() <= 0) return;  // a slack that is no number must spoil the sum
    if (!(slack.value <= 0)) sums.loss.add(weight * slack.value);
    sums.loss_error += weight * slack.error;
  };
  std::visit(
      [&](const auto& matrix) {
        for (std::int64_t i = 0; i < data.rows; ++i)
          add(static_cast<std::size_t>(i), row_at(matrix, position_of(data, i)));
      },
      data.all_rows());
  return sums;
}

// ---- Eq. 1 and eq. 6 ----

/// λ_j and μ_j.
struct CoordinatePenalty {
  Real l2, l1;
};

CoordinatePenalty charge_of(const Penalty& penalty, std::size_t feature) {
  const Real factor = penalty.factor.empty() ? 1 : penalty.factor[feature];
  const Real scale = penalty.scale.empty() ? 1 : penalty.scale[feature];
  return {factor * penalty.l2 * scale * scale, factor * penalty.l1 * scale};
}

bool is_origin(const ModelPoint& point) {
  const auto is_zero = [](double weight) { return weight == 0; };
  return point.intercept == 0 && std::all_of(point.weight.begin(), point.weight.end(), is_zero);
}

Estimate primal_value(const Penalty& penalty, const ModelPoint& point, const Sums& sums) {
  if (is_origin(point)) return {1, 0};  // every slack is 1, whatever the data, and so is their mean
  Real value = sums.loss.value() / sums.weight.value();
  const auto add = [&](const CoordinatePenalty& charge, Real weight) {
    value += charge.l2 / 2 * weight * weight + charge.l1 * std::fabs(weight);
  };
  for (std::size_t j = 0; j < point.weight.size(); ++j) add(charge_of(penalty, j), point.weight[j]);
  if (penalty.intercept == Intercept::penalized) add({penalty.l2, penalty.l1}, point.intercept);
  // No term is negative. The errors are added up plainly, which is why a thousandth more of them is allowed for.
  const Real additions = static_cast<Real>(point.weight.size()) + few;
  return {value, sums.loss_error / sums.weight.value() * 1.001L + additions * unit * value};
}

/// A dual point through all that eq. 6 needs of it.
struct DualSums {
  struct Coordinate {
    Estimate v;  ///< |v_j|
    Real l2, l1;
  };
  Estimate mean;  ///< Σ c a / N
  std::vector<Coordinate> coordinates;
};

/// Where the intercept is free, Σ c a y must vanish: the heavier class is scaled down, which stays in the box.
DualSums repaired(const Penalty& penalty, const Sums& sums) {
  const Real positive_dual = sums.positive.dual.value(), negative_dual = sums.negative.dual.value();
  Real positive = 1, negative = 1;
  if (penalty.intercept == Intercept::free) {
    const Real heavier = std::max(positive_dual, negative_dual), lighter = std::min(positive_dual, negative_dual);
    (positive_dual > negative_dual ? positive : negative) = heavier > 0 ? lighter / heavier : 1;
  }
  // A sum, the two sums in the ratio, and N.
  const Real of_sums = few * unit, weight = sums.weight.value();
  const auto coordinate = [&](Real difference, Real size, const CoordinatePenalty& charge) {
    const Real v = std::fabs(difference) / weight, most = size / weight;
    const Real lost = size > 0 ? lost_in_reading : 0;  // a feature without values has none
    return DualSums::Coordinate{{v, (of_sums + of_reading) * most + lost}, charge.l2, charge.l1};
  };
  DualSums dual;
  const Real mean = (positive * positive_dual + negative * negative_dual) / weight;
  dual.mean = {mean, of_sums * mean};
  const std::size_t features = sums.positive.dual_feature.size();
  dual.coordinates.reserve(features + 1);
  for (std::size_t j = 0; j < features; ++j) {
    const ClassSums &of_positive = sums.positive, &of_negative = sums.negative;
    const Real v = positive * of_positive.dual_feature[j].value() - negative * of_negative.dual_feature[j].value();
    const Real size = positive * of_positive.size[j] + negative * of_negative.size[j];
    // Sums of sizes are in double, and there are fewer than 2^43 rows.
    dual.coordinates.push_back(coordinate(v, size * 1.001L, charge_of(penalty, j)));
  }
  if (penalty.intercept == Intercept::penalized) {
    dual.coordinates.push_back(
        coordinate(positive_dual - negative_dual, positive_dual + negative_dual, {penalty.l2, penalty.l1}));
  }
  return dual;
}

/// An unpenalised coordinate bounds nothing unless its v is zero: its weight could grow without cost.
Reason check_bounded(const Dataset& data, const DualSums& dual) {
  for (std::size_t j = 0; j < dual.coordinates.size(); ++j) {
    const auto& [v, l2, l1] = dual.coordinates[j];
    if (l2 > 0 || l1 > 0 || v.low() <= 0) continue;
    if (j == static_cast<std::size_t>(data.features))
      return "the intercept is not penalised and not balanced: no bound exists";
    return fmt::format("feature {} is not penalised and not balanced: the dual point proves no bound",
                       data.feature_id(static_cast<std::int64_t>(j)));
  }
  return {};
}

/// By what all of a is multiplied, so that |v_j| <= μ_j wherever there is no λ_j. `toward`: 0, or −1 or 1 for the
/// smallest or the largest that it may be.
Real scale_down(const DualSums& dual, int toward) {
  Real scale = 1;
  for (const auto& [v, l2, l1] : dual.coordinates) {
    const Real size = v.value - toward * v.error;
    if (l2 == 0 && size > l1) scale = std::min(scale, l1 / size * (1 + toward * few * unit));
  }
  return std::min<Real>(scale, 1);
}

/// D, as computed or, toward −1 and 1, the smallest or the largest that it may be. a = 0 proves 0 in any case.
Real dual_value(const DualSums& dual, int toward) {
  const Real gain = scale_down(dual, toward) * (dual.mean.value + toward * dual.mean.error);
  const Real scale = scale_down(dual, -toward);
  Real loss = 0;
  for (const auto& [v, l2, l1] : dual.coordinates) {
    const Real excess = scale * (v.value - toward * v.error) - l1;
    if (l2 > 0 && !(excess <= 0)) loss += excess * excess / (2 * l2);
  }
  const Real additions = static_cast<Real>(dual.coordinates.size()) + few;
  const Real value = gain - loss + toward * additions * unit * (gain + loss);
  return value > 0 ? value : std::isnan(value) ? value : 0;
}

// ---- Do the claims hold? ----

std::string too_near(const char* what, double claimed) {
  return fmt::format(
      "the claimed {} {} is too near to the truth for extended precision to tell whether it is right; 'smsvm verify "
      "--exact' decides",
      what, claimed);
}

struct Bracket {
  Estimate primal;
  Real least_dual, dual, largest_dual;
};

Reason check_claims(const ClassProof& claim, const Bracket& found) {
  // Written so that a comparison with something that is no number counts as a failure.
  if (!(std::isfinite(found.primal.high()) && std::isfinite(found.least_dual) && std::isfinite(found.largest_dual)))
    return "the objective or the bound is not finite";
  if (!(std::isfinite(claim.primal) && std::isfinite(claim.dual))) return "the proof's claims are not finite";
  if (claim.primal < found.primal.low()) {
    return fmt::format("the model's objective is {}, above the claimed {}", static_cast<double>(found.primal.value),
                       claim.primal);
  }
  if (claim.dual > found.largest_dual)
    return fmt::format("the dual point proves {}, below the claimed {}", static_cast<double>(found.dual), claim.dual);
  if (!(found.primal.high() <= claim.primal)) return too_near("objective", claim.primal);
  if (!(found.least_dual >= claim.dual)) return too_near("bound", claim.dual);
  return {};
}

Real relative_gap(Real primal, Real dual) { return primal <= dual ? 0 : (primal - dual) / primal; }

Reason judge_in_extended_precision(const Dataset& data, const Proof& proof, const ClassProof& claim,
                                   const ModelPoint& point, ClassVerdict& verdict) {
  const Sums sums = sum_up(data, proof, claim, point);
  const Estimate primal = primal_value(proof.penalty, point, sums);
  verdict.primal = static_cast<double>(primal.value);
  verdict.relative_gap = 1;  // what the dual point 0 proves
  const DualSums dual_sums = repaired(proof.penalty, sums);
  if (auto reason = check_bounded(data, dual_sums)) return reason;
  const Real dual = dual_value(dual_sums, 0);
  verdict.dual = static_cast<double>(dual);
  verdict.relative_gap = static_cast<double>(relative_gap(primal.value, dual));
  return check_claims(claim, {primal, dual_value(dual_sums, -1), dual, dual_value(dual_sums, 1)});
}

}  // namespace

Verdict verify(const Dataset& data, const Model& model, const Proof& proof, const KnownProblem& known) {
  const auto judge = [&](const ClassProof& claim, const ModelPoint& point, ClassVerdict& verdict) {
    return judge_in_extended_precision(data, proof, claim, point, verdict);
  };
  return verify_with(judge, false, {data, model, proof, known});
}

}  // namespace smsvm
