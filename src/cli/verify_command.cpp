#include <fmt/format.h>

#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/training_report.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr int not_confirmed = 1;

constexpr const char* examples =
    "smsvm verify data.svm model proof             exit code 0 only if the proof holds\n"
    "smsvm verify --json - data.svm model proof    what was found, as JSON";

struct VerifyOptions {
  std::string data, model, certificate;
  ReadOptions reading;
  ReportingOptions reporting;
};

/// Which problem the proof is about: a true statement about another one proves nothing about this one.
std::string describe_problem(const Proof& proof) {
  std::string text =
      fmt::format("problem     {} against the rest, λ = {:.6g}, μ = {:.6g}, intercept {}, {} rows", proof.positive.text,
                  proof.penalty.l2, proof.penalty.l1, word_for(intercepts, proof.penalty.intercept), proof.rows);
  if (!proof.row_weight.empty()) text += ", rows WEIGHTED";
  if (!proof.penalty.factor.empty()) text += ", features with PENALTY FACTORS";
  return text + "\n";
}

std::string describe(const Verdict& verdict, const Proof& proof) {
  std::string text = describe_problem(proof);
  text += fmt::format("objective   {:.12g} recomputed, {:.12g} claimed\n", verdict.primal, proof.primal);
  text += fmt::format("bound       {:.12g} recomputed, {:.12g} claimed\n", verdict.dual, proof.dual);
  if (!verdict.holds) return text + "NOT confirmed: " + verdict.reason;
  text += fmt::format("gap         {:.3e} relative\n", verdict.relative_gap);
  return text + "confirmed   " + describe_proof(verdict.primal, verdict.dual);
}

int run_verify(VerifyOptions options, Log& log) {
  const Stopwatch watch;
  check_outputs({{"--json", options.reporting.json}}, {options.data, options.model, options.certificate});
  const Proof proof = load_proof(options.certificate);
  const Model model = load_model(options.model);
  options.reading.precision = proof.precision;
  const LoadedData loaded = load_data(options.data, options.reading, log);
  const Verdict verdict = verify(loaded.data, model, proof);
  write_json(options.reporting.json, {{"confirmed", verdict.holds},
                                      {"reason", verdict.reason.empty() ? Json(nullptr) : Json(verdict.reason)},
                                      {"primal", number_or_null(verdict.primal)},
                                      {"dual", number_or_null(verdict.dual)},
                                      {"relative_gap", number_or_null(verdict.relative_gap)},
                                      {"claimed", {{"primal", proof.primal}, {"dual", proof.dual}}},
                                      {"rows", loaded.data.rows},
                                      {"l1", proof.penalty.l1},
                                      {"l2", proof.penalty.l2},
                                      {"intercept", word_for(intercepts, proof.penalty.intercept)},
                                      {"row_weights", !proof.row_weight.empty()},
                                      {"penalty_factors", !proof.penalty.factor.empty()},
                                      {"seconds", {{"load", loaded.seconds}, {"total", watch.seconds()}}},
                                      {"version", version}});
  log.result(describe(verdict, proof));
  return verdict.holds ? 0 : not_confirmed;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify", "Check the proof that a model is near the optimum");
  command->group("Commands")->footer(examples);
  command->add_option("DATA", options->data, "What the model was trained on, in any format")->required();
  command->add_option("MODEL", options->model, "From 'smsvm train'")->required();
  command->add_option("CERTIFICATE", options->certificate, "From 'smsvm train --certificate'")->required();
  add_reading_options(*command, options->reading);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_verify);
}

}  // namespace smsvm::cli
