#include "model/verify_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "data/rest_label.hpp"
#include "model/model_shape.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

bool contains(const std::vector<Label>& labels, const Label& label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Of the rows whose weight is above 0.
std::vector<Label> labels_trained_on(const Dataset& data, const Proof& proof) {
  std::vector<bool> seen(data.labels.distinct.size(), false);
  for (std::size_t i = 0; i < data.labels.of_row.size(); ++i) {
    if (proof.row_weight.empty() || proof.row_weight[i] > 0)
      seen[static_cast<std::size_t>(data.labels.of_row[i])] = true;
  }
  std::vector<Label> labels;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (seen[k]) labels.push_back(data.labels.distinct[k]);
  }
  return labels;
}

Reason check_distinct(const Model& model, const Proof& proof) {
  for (std::size_t k = 0; k < model.labels.size(); ++k) {
    if (std::find(model.labels.begin(), model.labels.begin() + static_cast<std::ptrdiff_t>(k), model.labels[k]) !=
        model.labels.begin() + static_cast<std::ptrdiff_t>(k))
      return fmt::format("the model has the label '{}' twice", model.labels[k].text);
  }
  std::vector<Label> claimed;
  for (const ClassProof& claim : proof.classes) {
    if (contains(claimed, claim.positive))
      return fmt::format("the proof has the class '{}' twice", claim.positive.text);
    claimed.push_back(claim.positive);
  }
  return {};
}

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

bool is_nearly(double found, double expected, double relative) {
  return found == expected || std::fabs(found - expected) <= relative * std::fabs(expected);
}

Reason compare(const char* what, double found, double expected, double relative) {
  if (is_nearly(found, expected, relative)) return {};
  return fmt::format("the model says {} {}, but data and proof make it {}", what, found, expected);
}

Reason check_numbers(const TrainingFacts& facts, const Proof& proof) {
  constexpr double relative = 1e-9;  // as these numbers are computed in another order
  const std::vector<double>& weights = proof.row_weight;
  std::int64_t rows = proof.rows;
  long double total = static_cast<long double>(proof.rows);
  if (!weights.empty()) {
    rows = std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
    total = 0;
    for (const double weight : weights) total += weight;
  }
  if (facts.rows != rows)
    return fmt::format("the model says rows {}, but {} of the proof's rows have a weight above 0", facts.rows, rows);
  if (auto reason = compare("total_weight", facts.total_weight, static_cast<double>(total), relative)) return reason;
  const double strength = proof.penalty.l1 + proof.penalty.l2;
  const double c = strength > 0 ? static_cast<double>(1 / (strength * total)) : std::numeric_limits<double>::infinity();
  if (auto reason = compare("C", facts.c, c, relative)) return reason;
  return compare("l1_ratio", facts.l1_ratio, strength > 0 ? proof.penalty.l1 / strength : 0, relative);
}

// ---- What was reached ----

constexpr std::array<std::string_view, 6> from_best_to_worst = {"converged",  "stationary",  "stalled",
                                                                "max_passes", "max_seconds", "interrupted"};

/// The claim about each column of the model.
std::vector<const ClassProof*> claims_of_columns(const Model& model, const Proof& proof) {
  std::vector<const ClassProof*> claims;
  for (std::size_t column = 0; column < model.columns(); ++column) {
    const auto about = [&](const ClassProof& claim) { return claim.positive == model.labels[column]; };
    claims.push_back(&*std::find_if(proof.classes.begin(), proof.classes.end(), about));
  }
  return claims;
}

Reason check_brackets(const TrainingFacts& facts, const Model& model, const std::vector<const ClassProof*>& claims) {
  const bool several = claims.size() > 1;
  double primal = 0, dual = 0;
  for (const ClassProof* claim : claims) {
    primal += claim->primal;
    dual += claim->dual;
  }
  const double relative = several ? 1e-12 : 0;  // of sums
  if (auto reason = compare("primal", facts.primal, primal, relative)) return reason;
  if (!facts.dual) return "the model says that there is no bound on its optimum, but the proof claims one";
  if (auto reason = compare("dual", *facts.dual, dual, relative)) return reason;
  if (facts.classes.size() != (several ? claims.size() : 0))
    return "the model does not say of each of its classes what was reached";
  for (std::size_t k = 0; k < facts.classes.size(); ++k) {
    if (facts.classes[k].primal != claims[k]->primal || facts.classes[k].dual != claims[k]->dual)
      return fmt::format("the model says of class '{}' what the proof does not claim", model.labels[k].text);
  }
  return {};
}

Reason check_status(const std::string& status, double tolerance, const ClassProof& claim) {
  if (std::find(from_best_to_worst.begin(), from_best_to_worst.end(), status) == from_best_to_worst.end())
    return fmt::format("the model's status '{}' is unknown", status);
  if (status != from_best_to_worst.front()) return {};
  const double gap = claim.primal > claim.dual ? (claim.primal - claim.dual) / claim.primal : 0;
  if (gap <= tolerance * (1 + 1e-9) + 1e-15) return {};  // the few roundings of that quotient
  return fmt::format("the model says 'converged' to {}, but a gap of {:.3g} is claimed", tolerance, gap);
}

}  // namespace

Reason check_labels(const Dataset& data, const Model& model, const Proof& proof) {
  if (auto reason = check_distinct(model, proof)) return reason;
  const std::vector<Label> trained_on = labels_trained_on(data, proof);
  if (model.labels.size() == 2 && trained_on.size() > 2 && contains(trained_on, model.labels[0])) {
    const Label rest = name_of_the_rest(trained_on, model.labels[0]);
    if (model.labels[1] == rest) return {};
    return fmt::format("the model calls all rows but those of '{}' '{}', training calls them '{}'",
                       model.labels[0].text, model.labels[1].text, rest.text);
  }
  for (const Label& label : model.labels) {
    if (!contains(trained_on, label))
      return fmt::format("no row of a weight above 0 has the label '{}', which the model has", label.text);
  }
  for (const Label& label : trained_on) {
    if (!contains(model.labels, label))
      return fmt::format("rows of the data have the label '{}', which the model does not have", label.text);
  }
  return {};
}

Reason match_columns(const Dataset& data, const Model& model, std::vector<std::int64_t>& position) {
  position = match_features(model, data);
  if (have_names(model, data)) {
    try {
      if (match_names(model, data) != position)
        return "the names of the model's features are those of other columns: the proof is about another order of them";
    } catch (const Error& error) {
      return error.what();
    }
  }
  std::vector<bool> in_data(stored_features(model), false);
  for (const std::int64_t stored : position) {
    if (stored >= 0) in_data[static_cast<std::size_t>(stored)] = true;
  }
  for (std::size_t i = 0; i < in_data.size(); ++i) {  // a weight that would be left out of the objective
    if (!in_data[i] && !is_zero(model, i))
      return fmt::format("the model has a weight for feature {}, which the data do not have", feature_id(model, i));
  }
  return {};
}

Reason check_training(const Model& model, const Proof& proof) {
  if (!model.facts) return {};
  const TrainingFacts& facts = *model.facts;
  const Penalty& penalty = proof.penalty;
  if (facts.l2 != penalty.l2 || facts.l1 != penalty.l1) {
    return fmt::format("the model was trained with l2 {} and l1 {}, the proof is about l2 {} and l1 {}", facts.l2,
                       facts.l1, penalty.l2, penalty.l1);
  }
  if (facts.intercept != name(penalty.intercept)) {
    return fmt::format("the model was trained with intercept '{}', the proof is about '{}'", facts.intercept,
                       name(penalty.intercept));
  }
  const std::string_view precision = proof.precision == Precision::float32 ? "float" : "double";
  if (facts.precision != precision) {
    return fmt::format("the model was trained in precision '{}', the proof is about '{}'", facts.precision, precision);
  }
  if (facts.data_checksum != proof.data_checksum)
    return "the model was trained on other data than the proof is about (their checksums differ)";
  return check_numbers(facts, proof);
}

Reason check_outcome(const Model& model, const Proof& proof) {
  if (!model.facts) return {};
  const TrainingFacts& facts = *model.facts;
  const std::vector<const ClassProof*> claims = claims_of_columns(model, proof);
  if (auto reason = check_brackets(facts, model, claims)) return reason;
  const auto badness = [](const std::string& status) {
    return std::find(from_best_to_worst.begin(), from_best_to_worst.end(), status) - from_best_to_worst.begin();
  };
  auto worst = badness(claims.size() > 1 ? "converged" : facts.status);
  for (std::size_t k = 0; k < claims.size(); ++k) {
    const std::string& status = claims.size() > 1 ? facts.classes[k].status : facts.status;
    if (auto reason = check_status(status, facts.tolerance, *claims[k])) return reason;
    worst = std::max(worst, badness(status));
  }
  if (badness(facts.status) == worst) return {};
  return fmt::format("the model says '{}' of all its classes, but '{}' of one", facts.status,
                     from_best_to_worst[static_cast<std::size_t>(worst)]);
}

}  // namespace smsvm
