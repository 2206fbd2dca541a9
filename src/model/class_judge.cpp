#include "model/class_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "model/model_shape.hpp"
#include "model/verify_model.hpp"
#include "model/verify_problem.hpp"

namespace smsvm {
namespace {

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

/// The column of the model whose positive score means the proof's positive label.
std::optional<std::size_t> column_of(const Model& model, const Label& positive) {
  const auto found = std::find(model.labels.begin(), model.labels.end(), positive);
  const auto column = static_cast<std::size_t>(found - model.labels.begin());
  return column < model.columns() ? std::optional(column) : std::nullopt;
}

ModelPoint point_of(const Model& model, std::size_t column, const std::vector<std::int64_t>& position) {
  ModelPoint point;
  point.intercept = model.intercept[column];
  point.weight.reserve(position.size());
  for (const std::int64_t stored : position) {
    const std::size_t at = static_cast<std::size_t>(stored) * model.columns() + column;
    point.weight.push_back(stored < 0 ? 0.0 : model.weights[at]);
  }
  return point;
}

Reason examine_class(const ClassJudge& judge, const Submission& submission, const std::vector<std::int64_t>& position,
                     const ClassProof& claim, ClassVerdict& verdict) {
  if (auto reason = check_positive(submission.data, claim)) return reason;
  if (auto reason = check_dual_point(submission.data, claim)) return reason;
  const auto column = column_of(submission.model, claim.positive);
  if (!column) return fmt::format("a positive score of the model does not mean the label '{}'", claim.positive.text);
  const ModelPoint point = point_of(submission.model, *column, position);
  if (submission.proof.penalty.intercept == Intercept::none && point.intercept != 0) {
    return "the model has an intercept, the proof is about none";
  }
  return judge(claim, point, verdict);
}

Reason examine_problem(const Submission& submission, std::vector<std::int64_t>& position,
                       std::vector<std::string>& taken) {
  const auto& [data, model, proof, known] = submission;
  if (auto reason = check_data(data, proof)) return reason;
  if (auto reason = check_numbers_of_problem(data, proof)) return reason;
  if (!model.facts) taken.emplace_back("the problem from the proof: the model does not say how it was trained");
  if (auto reason = check_training(model, proof)) return reason;
  if (auto reason = check_row_weights(submission, taken)) return reason;
  if (auto reason = check_penalty_factors(submission, taken)) return reason;
  if (auto reason = check_labels(data, model, proof)) return reason;
  if (auto reason = match_columns(data, model, position)) return reason;
  return check_scales(submission, position, taken);
}

Reason examine(const ClassJudge& judge, const Submission& submission, Verdict& verdict) {
  std::vector<std::int64_t> position;
  if (auto reason = examine_problem(submission, position, verdict.taken)) return reason;
  const std::vector<ClassProof>& claims = submission.proof.classes;
  for (const ClassProof& claim : claims) {
    if (verdict.classes.empty()) verdict.primal = verdict.dual = verdict.relative_gap = 0;
    ClassVerdict& found = verdict.classes.emplace_back();
    const auto reason = examine_class(judge, submission, position, claim, found);
    verdict.primal += found.primal;
    verdict.dual += found.dual;
    verdict.relative_gap = std::max(verdict.relative_gap, found.relative_gap);
    if (reason) return claims.size() > 1 ? fmt::format("class '{}': {}", claim.positive.text, *reason) : reason;
  }
  if (auto reason = check_complete(submission.model, submission.proof)) return reason;
  return check_outcome(submission.model, submission.proof);
}

}  // namespace

Verdict verify_with(const ClassJudge& judge, bool exact, const Submission& submission) {
  check_shape(submission.model);
  Verdict verdict;
  verdict.exact = exact;
  const Reason reason = examine(judge, submission, verdict);
  verdict.holds = !reason;
  verdict.reason = reason.value_or("");
  return verdict;
}

}  // namespace smsvm
