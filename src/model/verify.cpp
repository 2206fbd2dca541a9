#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/row_access.hpp"
#include "model/class_judge.hpp"
#include "model/model_shape.hpp"
#include "smsvm/proof.hpp"

// The judge shares no code with what it judges: nothing of the solver or its passes is used here, only the data. One
// plain loop over the rows, all sums in extended precision (docs/method.md, sections 1 and 3).

namespace smsvm {
namespace {

using Real = long double;
using Reason = std::optional<std::string>;  ///< why the proof does not hold; nothing while all is well

/// What rounding in the trainer's double arithmetic may have added to its claims: relative, with a floor because slacks
/// and dual values are of the order of 1, however small their sums come out.
Real rounding(Real primal) { return 1e-10L * std::fabs(primal) + 1e-14L; }

std::string_view name(Intercept intercept) {
  switch (intercept) {
    case Intercept::free:
      return "free";
    case Intercept::penalized:
      return "penalized";
    case Intercept::none:
      break;
  }
  return "none";
}

// ---- Do data, model and proof belong together? ----

bool usable(double value) { return std::isfinite(value) && value >= 0; }
bool all_usable(const std::vector<double>& values) { return std::all_of(values.begin(), values.end(), usable); }

Reason check_data(const Dataset& data, const Proof& proof, bool exact) {
  if (data.rows != proof.rows) {
    return fmt::format("the data have {} rows, the proof is about {}", data.rows, proof.rows);
  }
  if (data.rows < 1) return "the data have no rows";
  if (!exact && data.precision() != proof.precision) {
    const bool single = proof.precision == Precision::float32;
    return fmt::format("the proof is about data read in {} precision", single ? "float" : "double");
  }
  if (data.labels.of_row.size() != static_cast<std::size_t>(data.rows)) return "the data have no labels";
  if (data.checksum_as(proof.precision) != proof.data_checksum)
    return "the data differ from those the proof is about (their checksums differ)";
  return {};
}

Reason check_penalty(const Dataset& data, const Proof& proof) {
  const Penalty& penalty = proof.penalty;
  if (!usable(penalty.l2) || !usable(penalty.l1)) return "the penalty is negative or not finite";
  if (!all_usable(penalty.factor)) return "a penalty factor is negative or not finite";
  if (!penalty.factor.empty() && penalty.factor.size() != static_cast<std::size_t>(data.features)) {
    return fmt::format("there are {} penalty factors for {} features", penalty.factor.size(), data.features);
  }
  const auto sound = [](double scale) { return usable(scale) && scale > 0; };
  if (!std::all_of(penalty.scale.begin(), penalty.scale.end(), sound)) {
    return "the scale of a feature is not positive or not finite";
  }
  if (!penalty.scale.empty() && penalty.scale.size() != static_cast<std::size_t>(data.features)) {
    return fmt::format("there are {} scales for {} features", penalty.scale.size(), data.features);
  }
  if (!all_usable(proof.row_weight)) return "a row weight is negative or not finite";
  if (!proof.row_weight.empty() && proof.row_weight.size() != static_cast<std::size_t>(data.rows)) {
    return fmt::format("there are {} row weights for {} rows", proof.row_weight.size(), data.rows);
  }
  return {};
}

/// A model is proved to be good only if all of it is.
Reason check_complete(const Model& model, const Proof& proof) {
  for (std::size_t column = 0; column < model.columns(); ++column) {
    const auto about = [&](const ClassProof& claim) { return claim.positive == model.labels[column]; };
    if (std::none_of(proof.classes.begin(), proof.classes.end(), about)) {
      return fmt::format("a positive score of the model means the label '{}', about which the proof says nothing",
                         model.labels[column].text);
    }
  }
  return {};
}

Reason check_positive(const Dataset& data, const ClassProof& claim) {
  const auto& known = data.labels.distinct;
  if (std::find(known.begin(), known.end(), claim.positive) != known.end()) return {};
  return fmt::format("no row of the data has the positive label '{}'", claim.positive.text);
}

Reason check_dual_point(const Dataset& data, const ClassProof& claim) {
  if (claim.dual_point.size() != static_cast<std::size_t>(data.rows)) {
    return fmt::format("there are {} dual values for {} rows", claim.dual_point.size(), data.rows);
  }
  for (std::size_t i = 0; i < claim.dual_point.size(); ++i) {
    const double value = claim.dual_point[i];
    if (!(value >= 0 && value <= 1)) {
      return fmt::format("the dual value of row {} is {}, outside [0, 1]", i + 1, value);
    }
  }
  return {};
}

Reason check_objective(const Model& model, const Penalty& penalty) {
  if (model.facts) {
    const TrainingFacts& facts = *model.facts;
    if (facts.l2 != penalty.l2 || facts.l1 != penalty.l1) {
      return fmt::format("the model was trained with l2 {} and l1 {}, the proof is about l2 {} and l1 {}", facts.l2,
                         facts.l1, penalty.l2, penalty.l1);
    }
    if (facts.intercept != name(penalty.intercept)) {
      return fmt::format("the model was trained with intercept '{}', the proof is about '{}'", facts.intercept,
                         name(penalty.intercept));
    }
    if ((facts.scale != "none") == penalty.scale.empty()) {
      return fmt::format("the model was trained with scale '{}', the proof is about features that are {}", facts.scale,
                         penalty.scale.empty() ? "not scaled" : "scaled");
    }
  }
  return {};
}

// ---- The model as a point of the proof's problem ----

using Point = ModelPoint;

/// The column of the model whose positive score means the proof's positive label.
std::optional<std::size_t> column_of(const Model& model, const Label& positive) {
  const auto found = std::find(model.labels.begin(), model.labels.end(), positive);
  const auto column = static_cast<std::size_t>(found - model.labels.begin());
  return column < model.columns() ? std::optional(column) : std::nullopt;
}

Point point_of(const Model& model, std::size_t column, const std::vector<std::int64_t>& position) {
  Point point;
  point.intercept = model.intercept[column];
  point.weight.reserve(position.size());
  for (const std::int64_t stored : position) {
    const std::size_t at = static_cast<std::size_t>(stored) * model.columns() + column;
    point.weight.push_back(stored < 0 ? 0.0 : model.weights[at]);
  }
  return point;
}

/// A weight on a feature that no row has would be left out of the objective.
Reason check_weights(const Model& model, std::size_t column, const std::vector<std::int64_t>& position) {
  std::vector<bool> in_data(stored_features(model), false);
  for (const std::int64_t stored : position) {
    if (stored >= 0) in_data[static_cast<std::size_t>(stored)] = true;
  }
  for (std::size_t i = 0; i < in_data.size(); ++i) {
    if (!in_data[i] && model.weights[i * model.columns() + column] != 0) {
      return fmt::format("the model has a weight for feature {}, which the data do not have", feature_id(model, i));
    }
  }
  return {};
}

// ---- One pass over the data ----

/// Sums over the rows of one class.
struct ClassSums {
  Real dual = 0;                   ///< Σ c a
  std::vector<Real> dual_feature;  ///< Σ c a x_j
};

struct Sums {
  Real weight = 0;  ///< N = Σ c
  Real loss = 0;    ///< Σ c max(0, u)
  ClassSums positive, negative;
};

Sums sum_up(const Dataset& data, const Proof& proof, const ClassProof& claim, const Point& point) {
  const auto features = static_cast<std::size_t>(data.features);
  const auto rows = static_cast<std::size_t>(data.rows);
  std::vector<bool> is_positive;  // per distinct label
  for (const Label& label : data.labels.distinct) is_positive.push_back(label == claim.positive);

  Sums sums;
  sums.positive.dual_feature.resize(features);
  sums.negative.dual_feature.resize(features);
  std::visit(
      [&](const auto& matrix) {
        for (std::size_t i = 0; i < rows; ++i) {
          const bool positive = is_positive[static_cast<std::size_t>(data.labels.of_row[i])];
          const Real weight = proof.row_weight.empty() ? 1 : proof.row_weight[i];
          const Real dual = weight * claim.dual_point[i];
          ClassSums& mine = positive ? sums.positive : sums.negative;
          Real score = point.intercept;
          for_each_value(row_at(matrix, position_of(data, static_cast<std::int64_t>(i))),
                         [&](std::size_t j, Real value) {
                           score += point.weight[j] * value;
                           mine.dual_feature[j] += dual * value;
                         });
          const Real slack = 1 - (positive ? score : -score);
          sums.weight += weight;
          if (!(slack <= 0)) sums.loss += weight * slack;  // a slack that is no number must spoil the sum
          mine.dual += dual;
        }
      },
      data.all_rows());
  return sums;
}

// ---- Eq. 1 and eq. 6 ----

/// λ_j and μ_j.
struct Charge {
  Real l2, l1;
};

Charge charge_of(const Penalty& penalty, std::size_t feature) {
  const Real factor = penalty.factor.empty() ? 1 : penalty.factor[feature];
  const Real scale = penalty.scale.empty() ? 1 : penalty.scale[feature];
  return {factor * penalty.l2 * scale * scale, factor * penalty.l1 * scale};
}

Real primal_value(const Penalty& penalty, const Point& point, const Sums& sums) {
  Real value = sums.loss / sums.weight;
  const auto add = [&](const Charge& charge, Real weight) {
    value += charge.l2 / 2 * weight * weight + charge.l1 * std::fabs(weight);
  };
  for (std::size_t j = 0; j < point.weight.size(); ++j) add(charge_of(penalty, j), point.weight[j]);
  if (penalty.intercept == Intercept::penalized) add({penalty.l2, penalty.l1}, point.intercept);
  return value;
}

/// A dual point through all that eq. 6 needs of it.
struct DualSums {
  struct Coordinate {
    Real v, l2, l1;
  };
  Real mean = 0;  ///< Σ c a / N
  std::vector<Coordinate> coordinates;
};

/// Where the intercept is free, Σ c a y must vanish: the heavier class is scaled down, which stays in the box.
DualSums repaired(const Penalty& penalty, const Sums& sums) {
  Real positive = 1, negative = 1;
  if (penalty.intercept == Intercept::free) {
    const Real heavier = std::max(sums.positive.dual, sums.negative.dual);
    const Real lighter = std::min(sums.positive.dual, sums.negative.dual);
    const Real shrink = heavier > 0 ? lighter / heavier : 1;
    (sums.positive.dual > sums.negative.dual ? positive : negative) = shrink;
  }
  DualSums dual;
  dual.mean = (positive * sums.positive.dual + negative * sums.negative.dual) / sums.weight;
  const std::size_t features = sums.positive.dual_feature.size();
  dual.coordinates.reserve(features + 1);
  for (std::size_t j = 0; j < features; ++j) {
    const Real v = positive * sums.positive.dual_feature[j] - negative * sums.negative.dual_feature[j];
    const Charge charge = charge_of(penalty, j);
    dual.coordinates.push_back({v / sums.weight, charge.l2, charge.l1});
  }
  if (penalty.intercept == Intercept::penalized) {
    dual.coordinates.push_back({(sums.positive.dual - sums.negative.dual) / sums.weight, penalty.l2, penalty.l1});
  }
  return dual;
}

/// An unpenalised coordinate bounds nothing unless its v is zero: its weight could grow without cost.
Reason check_bounded(const Dataset& data, const DualSums& dual) {
  for (std::size_t j = 0; j < dual.coordinates.size(); ++j) {
    const auto& [v, l2, l1] = dual.coordinates[j];
    if (l2 > 0 || l1 > 0 || v == 0) continue;
    if (j == static_cast<std::size_t>(data.features))
      return "the intercept is not penalised and not balanced: no bound exists";
    return fmt::format("feature {} is not penalised and not balanced: the dual point proves no bound",
                       data.feature_id(static_cast<std::int64_t>(j)));
  }
  return {};
}

Real dual_value(const DualSums& dual) {
  Real scale = 1;  // until |v_j| <= μ_j wherever there is no λ_j
  for (const auto& [v, l2, l1] : dual.coordinates) {
    if (l2 == 0 && std::fabs(v) > l1) scale = std::min(scale, l1 / std::fabs(v));
  }
  Real value = scale * dual.mean;
  for (const auto& [v, l2, l1] : dual.coordinates) {
    const Real excess = scale * std::fabs(v) - l1;
    if (l2 > 0 && !(excess <= 0)) value -= excess * excess / (2 * l2);
  }
  return value > 0 ? value : std::isnan(value) ? value : 0;  // a = 0 proves 0 in any case
}

// ---- Do the claims hold? ----

Real relative_gap(Real primal, Real dual) { return primal <= dual ? 0 : (primal - dual) / primal; }

Reason check_claims(const ClassProof& claim, Real primal, Real dual) {
  // Written so that a comparison with something that is no number counts as a failure.
  if (!(std::isfinite(primal) && std::isfinite(dual))) return "the objective or the bound is not finite";
  if (!(std::isfinite(claim.primal) && std::isfinite(claim.dual))) return "the proof's claims are not finite";
  const Real allowed = rounding(primal);
  if (!(primal <= claim.primal + allowed)) {
    return fmt::format("the model's objective is {}, above the claimed {}", static_cast<double>(primal), claim.primal);
  }
  if (!(dual >= claim.dual - allowed)) {
    return fmt::format("the dual point proves {}, below the claimed {}", static_cast<double>(dual), claim.dual);
  }
  const Real claimed = relative_gap(claim.primal, claim.dual);
  const Real found = relative_gap(primal, dual);
  if (!(found <= claimed + (primal > 0 ? allowed / primal : 0))) {
    return fmt::format("the relative gap is {}, above the claimed {}", static_cast<double>(found),
                       static_cast<double>(claimed));
  }
  return {};
}

Reason judge_in_extended_precision(const Dataset& data, const Proof& proof, const ClassProof& claim, const Point& point,
                                   ClassVerdict& verdict) {
  const Sums sums = sum_up(data, proof, claim, point);
  if (!(sums.weight > 0)) return "the row weights are all zero";
  const Real primal = primal_value(proof.penalty, point, sums);
  verdict.primal = static_cast<double>(primal);
  verdict.relative_gap = 1;  // what the dual point 0 proves
  const DualSums dual_sums = repaired(proof.penalty, sums);
  if (auto reason = check_bounded(data, dual_sums)) return reason;
  const Real dual = dual_value(dual_sums);
  verdict.dual = static_cast<double>(dual);
  verdict.relative_gap = static_cast<double>(relative_gap(primal, dual));
  return check_claims(claim, primal, dual);
}

Reason examine_class(const ClassJudge& judge, const Dataset& data, const Model& model, const Proof& proof,
                     const ClassProof& claim, ClassVerdict& verdict) {
  if (auto reason = check_positive(data, claim)) return reason;
  if (auto reason = check_dual_point(data, claim)) return reason;
  const auto column = column_of(model, claim.positive);
  if (!column) return fmt::format("a positive score of the model does not mean the label '{}'", claim.positive.text);
  const std::vector<std::int64_t> position = match_features(model, data);
  if (auto reason = check_weights(model, *column, position)) return reason;

  const Point point = point_of(model, *column, position);
  if (proof.penalty.intercept == Intercept::none && point.intercept != 0) {
    return "the model has an intercept, the proof is about none";
  }
  return judge(claim, point, verdict);
}

Reason examine(const ClassJudge& judge, const Dataset& data, const Model& model, const Proof& proof, Verdict& verdict) {
  if (auto reason = check_data(data, proof, verdict.exact)) return reason;
  if (auto reason = check_penalty(data, proof)) return reason;
  if (auto reason = check_objective(model, proof.penalty)) return reason;
  for (const ClassProof& claim : proof.classes) {
    if (verdict.classes.empty()) verdict.primal = verdict.dual = verdict.relative_gap = 0;
    ClassVerdict& found = verdict.classes.emplace_back();
    const auto reason = examine_class(judge, data, model, proof, claim, found);
    verdict.primal += found.primal;
    verdict.dual += found.dual;
    verdict.relative_gap = std::max(verdict.relative_gap, found.relative_gap);
    if (reason) return proof.classes.size() > 1 ? fmt::format("class '{}': {}", claim.positive.text, *reason) : reason;
  }
  return check_complete(model, proof);
}

}  // namespace

Verdict verify_with(const ClassJudge& judge, bool exact, const Dataset& data, const Model& model, const Proof& proof) {
  check_shape(model);
  Verdict verdict;
  verdict.exact = exact;
  const Reason reason = examine(judge, data, model, proof, verdict);
  verdict.holds = !reason;
  verdict.reason = reason.value_or("");
  return verdict;
}

Verdict verify(const Dataset& data, const Model& model, const Proof& proof) {
  const auto judge = [&](const ClassProof& claim, const Point& point, ClassVerdict& verdict) {
    return judge_in_extended_precision(data, proof, claim, point, verdict);
  };
  return verify_with(judge, false, data, model, proof);
}

}  // namespace smsvm
