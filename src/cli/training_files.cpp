#include "cli/training_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "cli/loading.hpp"
#include "cli/training_outcome.hpp"
#include "smsvm/error.hpp"
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

/// Whether w = 0 is all that was found, of some class, and nothing says that it is the answer.
bool found_nothing(const Fit& fit) {
  return fit.nonzero_weights == 0 && fit.status != Status::converged && fit.status != Status::stationary;
}

/// The facts of the model that is there already, if it is one of ours.
std::optional<TrainingFacts> facts_of_file(const std::string& path, const std::vector<Label>& labels) {
  if (path == "-" || !std::filesystem::is_regular_file(path)) return std::nullopt;
  try {
    const Model model = load_model(path);
    return model.labels == labels ? model.facts : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Whether the objectives of two models can be compared.
bool is_same_problem(const TrainingFacts& one, const TrainingFacts& other) {
  const auto problem = [](const TrainingFacts& facts) {
    return std::tie(facts.data_checksum, facts.l2, facts.l1, facts.intercept, facts.rows, facts.total_weight,
                    facts.scale, facts.feature_scale);
  };
  const auto same_weight = [](const ClassWeight& a, const ClassWeight& b) {
    return a.label == b.label && a.weight == b.weight;
  };
  return problem(one) == problem(other) && std::ranges::equal(one.class_weights, other.class_weights, same_weight);
}

/// Whether the model that is there solves the same problem better than this run, which ended early.
bool older_is_better(const TrainingRun& run) {
  const TrainingFacts facts = facts_of(run);
  const bool is_finished = facts.status == "converged" || facts.status == "stationary";
  if (is_finished || !run.penalty.factor.empty() || !run.weights.of_samples.empty()) return false;
  const auto before = facts_of_file(run.options.model, run.classes.labels);
  return before && is_same_problem(*before, facts) && before->primal < facts.primal;
}

}  // namespace

Model make_model(const TrainingRun& run) {
  const std::vector<Fit>& fits = run.result.fit;
  Model model;
  model.labels = run.classes.labels;
  model.features = run.data.feature_ids.empty() ? run.data.features : run.data.width;
  model.feature_ids = run.data.feature_ids;
  model.feature_names = run.data.feature_names;
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

bool has_proof(const TrainingRun& run) {
  return std::ranges::all_of(run.result.fit, [](const Fit& fit) { return fit.dual && !fit.dual_point.empty(); });
}

Outputs write_training_files(const TrainingRun& run, Log& log) {
  const std::string name = output_name(run.options.model);
  if (std::ranges::any_of(run.result.fit, found_nothing)) {
    log.warning(fmt::format("nothing better than w = 0 was found before the run ended; {} is not written", name));
    return Outputs::worthless;
  }
  if (older_is_better(run)) {
    log.warning(fmt::format("{} stays as it was: it is a better model of the same problem", name));
    return Outputs::older_are_better;
  }
  save_model(make_model(run), run.options.model);
  const std::string& certificate = run.options.certificate;
  if (certificate.empty()) return Outputs::written;
  if (has_proof(run)) {
    save_proof(make_proof(run), certificate);
  } else {
    log.warning(fmt::format("{} was not written: no bound on the optimum{} was found, so there is nothing to prove",
                            certificate, run.classes.several() ? " of every class" : ""));
  }
  return Outputs::written;
}

}  // namespace smsvm::cli
