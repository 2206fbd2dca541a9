#include "cli/training_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/training_outcome.hpp"
#include "smsvm/model.hpp"
#include "smsvm/proof.hpp"

namespace smsvm::cli {
namespace {

TrainingFacts facts_of(const TrainingRun& run) {
  const Outcome outcome = outcome_of(run.result);
  TrainingFacts facts{.status = std::string(name(outcome.status)),
                      .l2 = run.penalty.l2,
                      .l1 = run.penalty.l1,
                      .c = run.penalty.c(run.total_weight),
                      .l1_ratio = run.penalty.l1_ratio(),
                      .intercept = word_for(intercepts, run.penalty.intercept),
                      .precision = word_for(precisions, run.data.precision()),
                      .tolerance = run.options.stopping.tolerance,
                      .primal = outcome.primal,
                      .dual = outcome.dual,
                      .rows = run.data.rows,
                      .total_weight = run.total_weight,
                      .passes = outcome.passes,
                      .data_checksum = run.checksum,
                      .classes = {},
                      .class_weights = run.weights.of_class,
                      .scale = word_for(scales, run.options.scale),
                      .feature_scale = run.penalty.scale};
  if (!run.classes.several()) return facts;
  for (const Fit& fit : run.result.fit)
    facts.classes.push_back({std::string(name(fit.status)), fit.primal, fit.dual, fit.passes});
  return facts;
}

Model make_model(const TrainingRun& run) {
  const std::vector<Fit>& fits = run.result.fit;
  Model model;
  model.labels = run.classes.labels;
  model.features = run.data.feature_ids.empty() ? run.data.features : run.data.width;
  model.feature_ids = run.data.feature_ids;
  model.feature_names = run.data.feature_names;
  model.table = run.data.table;
  model.weights.reserve(static_cast<std::size_t>(run.data.features) * fits.size());
  for (std::size_t j = 0; j < static_cast<std::size_t>(run.data.features); ++j) {
    for (const Fit& fit : fits) model.weights.push_back(fit.weights[j]);
  }
  for (const Fit& fit : fits) model.intercept.push_back(fit.intercept);
  model.has_intercept = run.penalty.intercept != Intercept::none;
  if (run.calibration) model.calibration = run.calibration->of_column;
  model.facts = facts_of(run);
  return model;
}

/// The dual point in terms of the rows as read, where those left out have 0.
std::vector<double> dual_point_of_all_rows(const TrainingRun& run, const Fit& fit) {
  if (run.weights.positive.empty()) return fit.dual_point;
  std::vector<double> all(static_cast<std::size_t>(run.rows_read), 0.0);
  for (std::size_t i = 0; i < fit.dual_point.size(); ++i)
    all[static_cast<std::size_t>(run.weights.positive[i])] = fit.dual_point[i];
  return all;
}

Proof make_proof(const TrainingRun& run) {
  Proof proof{.data_checksum = run.checksum,
              .rows = run.rows_read,
              .precision = run.data.precision(),
              .penalty = run.penalty,
              .row_weight = run.weights.weight,
              .classes = {}};
  for (std::size_t k = 0; k < run.result.fit.size(); ++k) {
    const Fit& fit = run.result.fit[k];
    proof.classes.push_back({run.classes.labels[k], fit.primal, fit.dual.value(), dual_point_of_all_rows(run, fit)});
  }
  return proof;
}

}  // namespace

bool has_proof(const TrainingRun& run) {
  return std::ranges::all_of(run.result.fit, [](const Fit& fit) { return fit.dual && !fit.dual_point.empty(); });
}

void write_training_files(const TrainingRun& run, Log& log) {
  save_model(make_model(run), run.options.model);
  const std::string& certificate = run.options.certificate;
  if (certificate.empty()) return;
  if (has_proof(run)) {
    save_proof(make_proof(run), certificate);
  } else {
    log.warning(fmt::format("{} was not written: no bound on the optimum{} was found, so there is nothing to prove",
                            certificate, run.classes.several() ? " of every class" : ""));
  }
}

}  // namespace smsvm::cli
