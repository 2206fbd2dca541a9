#include <algorithm>

#include "smsvm/estimate.hpp"
#include "util/words.hpp"

namespace smsvm {
namespace {

TrainingFacts facts_of(const TrainingProblem& problem, const Training& training) {
  const Outcome outcome = outcome_of(training);
  const Penalty& penalty = problem.penalty;
  TrainingFacts facts{.status = std::string(name(outcome.status)),
                      .l2 = penalty.l2,
                      .l1 = penalty.l1,
                      .c = penalty.c(problem.total_weight),
                      .l1_ratio = penalty.l1_ratio(),
                      .intercept = word_for(intercepts, penalty.intercept),
                      .precision = word_for(precisions, problem.data->precision()),
                      .tolerance = problem.options.solver.tolerance,
                      .primal = outcome.primal,
                      .dual = outcome.dual,
                      .rows = problem.data->rows,
                      .total_weight = problem.total_weight,
                      .passes = outcome.passes,
                      .data_checksum = problem.checksum,
                      .classes = {},
                      .class_weights = problem.class_weight,
                      .scale = word_for(scales, problem.options.scale),
                      .feature_scale = penalty.scale};
  if (!problem.several()) return facts;
  for (const Fit& fit : training.fit)
    facts.classes.push_back({std::string(name(fit.status)), fit.primal, fit.dual, fit.passes});
  return facts;
}

}  // namespace

bool Training::is_proved() const {
  if (!dual_points.empty()) return std::ranges::all_of(fit, [](const Fit& each) { return each.dual.has_value(); });
  return std::ranges::all_of(fit, [](const Fit& each) { return each.dual && !each.dual_point.empty(); });
}

Model model_of(const TrainingProblem& problem, const Training& training) {
  const Dataset& data = *problem.data;
  Model model;
  model.labels = problem.model_labels;
  model.features = data.feature_ids.empty() ? data.features : data.width;
  model.feature_ids = data.feature_ids;
  model.feature_names = data.feature_names;
  model.table = data.table;
  model.weights.reserve(static_cast<std::size_t>(data.features) * training.fit.size());
  for (std::size_t j = 0; j < static_cast<std::size_t>(data.features); ++j) {
    for (const Fit& fit : training.fit) model.weights.push_back(fit.weights[j]);
  }
  for (const Fit& fit : training.fit) model.intercept.push_back(fit.intercept);
  model.has_intercept = problem.penalty.intercept != Intercept::none;
  model.calibration = training.calibration;
  model.facts = facts_of(problem, training);
  return model;
}

std::optional<Proof> proof_of(const TrainingProblem& problem, const Training& training) {
  if (!training.is_proved()) return {};
  Proof proof{.data_checksum = problem.checksum,
              .rows = problem.rows_given,
              .precision = problem.data->precision(),
              .penalty = problem.penalty,
              .row_weight = problem.weight_given,
              .classes = {}};
  for (std::size_t k = 0; k < training.fit.size(); ++k) {
    const Fit& fit = training.fit[k];
    proof.classes.push_back(
        {problem.model_labels[k], fit.primal, fit.dual.value(), problem.for_rows_given(fit.dual_point)});
    if (!training.dual_points.empty()) proof.classes.back().dual_point_source = training.dual_points[k];
  }
  return proof;
}

}  // namespace smsvm
