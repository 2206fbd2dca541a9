#include "cli/training_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "cli/loading.hpp"
#include "smsvm/error.hpp"
#include "smsvm/model.hpp"
#include "smsvm/proof.hpp"

namespace smsvm::cli {
namespace {

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
  const TrainingFacts facts = *model_of(run.problem, run.result).facts;
  const bool is_finished = facts.status == "converged" || facts.status == "stationary";
  if (is_finished || !run.problem.penalty.factor.empty() || !run.problem.sample_weight_given.empty()) return false;
  const auto before = facts_of_file(run.options.model, run.problem.model_labels);
  return before && is_same_problem(*before, facts) && before->primal < facts.primal;
}

}  // namespace

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
  save_model(model_of(run.problem, run.result), run.options.model);
  const std::string& certificate = run.options.certificate;
  if (certificate.empty()) return Outputs::written;
  if (const auto proof = proof_of(run.problem, run.result)) {
    save_proof(*proof, certificate);
  } else {
    log.warning(fmt::format("{} was not written: no bound on the optimum{} was found, so there is nothing to prove",
                            certificate, run.problem.several() ? " of every class" : ""));
  }
  return Outputs::written;
}

}  // namespace smsvm::cli
