#include <fmt/format.h>

#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr int not_confirmed = 1;

constexpr const char* examples =
    "smsvm verify data.svm model proof             exit code 0 only if the proof holds\n"
    "smsvm verify --json - data.svm model proof    what was found, as JSON\n"
    "smsvm verify --exact data.svm model proof     a theorem about the decimals in the file: nothing is rounded";

struct VerifyOptions {
  std::string data, model, certificate;
  ReadOptions reading;
  ReportingOptions reporting;
  bool exact = false;
};

bool several(const Proof& proof) { return proof.classes.size() > 1; }

/// Which problem the proof is about: a true statement about another one proves nothing about this one.
std::string describe_problem(const Proof& proof) {
  const std::string classes = several(proof) ? counted(std::ssize(proof.classes), "class") + ", each"
                                             : printable(proof.classes.front().positive.text);
  std::string text =
      fmt::format("problem     {} against the rest, λ = {:.6g}, μ = {:.6g}, intercept {}, {} rows", classes,
                  proof.penalty.l2, proof.penalty.l1, word_for(intercepts, proof.penalty.intercept), proof.rows);
  if (!proof.row_weight.empty()) text += ", rows WEIGHTED";
  if (!proof.penalty.factor.empty()) text += ", features with PENALTY FACTORS";
  if (!proof.penalty.scale.empty()) text += ", features SCALED";
  return text + "\n";
}

std::string describe_class(const ClassVerdict& found, const ClassProof& claim, bool named) {
  std::string text = named ? fmt::format("class       {}\n", printable(claim.positive.text)) : "";
  text += fmt::format("objective   {:.12g} recomputed, {:.12g} claimed\n", found.primal, claim.primal);
  return text + fmt::format("bound       {:.12g} recomputed, {:.12g} claimed\n", found.dual, claim.dual);
}

std::string describe(const Verdict& verdict, const Proof& proof) {
  std::string text = describe_problem(proof);
  text += fmt::format("arithmetic  {}\n", verdict.exact ? "exact" : "extended precision");
  std::size_t weakest = 0;
  for (std::size_t k = 0; k < verdict.classes.size(); ++k) {
    const ClassVerdict& found = verdict.classes[k];
    text += describe_class(found, proof.classes[k], several(proof));
    if (found.relative_gap > verdict.classes[weakest].relative_gap) weakest = k;
  }
  if (!verdict.holds) return text + "NOT confirmed: " + verdict.reason;
  text += fmt::format("gap         {:.3e} relative{}\n", verdict.relative_gap, several(proof) ? ", the largest" : "");
  const ClassVerdict& least = verdict.classes[weakest];
  return text + (verdict.exact ? "confirmed   exactly; " : "confirmed   ") +
         (several(proof) ? describe_proof_of_classes(proof.classes[weakest].positive.text, least.primal, least.dual)
                         : describe_proof(least.primal, least.dual));
}

double sum_of(const Proof& proof, double ClassProof::*claimed) {
  double sum = 0;
  for (const ClassProof& claim : proof.classes) sum += claim.*claimed;
  return sum;
}

/// One entry per class that was examined, in the order of the proof.
Json class_list(const Verdict& verdict, const Proof& proof) {
  Json list = Json::array();
  for (std::size_t k = 0; k < verdict.classes.size(); ++k) {
    const ClassVerdict& found = verdict.classes[k];
    const ClassProof& claim = proof.classes[k];
    list.push_back({{"label", claim.positive.text},
                    {"primal", number_or_null(found.primal)},
                    {"dual", number_or_null(found.dual)},
                    {"relative_gap", number_or_null(found.relative_gap)},
                    {"claimed", {{"primal", claim.primal}, {"dual", claim.dual}}}});
  }
  return list;
}

int run_verify(VerifyOptions options, Log& log) {
  const Stopwatch watch;
  check_outputs({{"--json", options.reporting.json}}, {options.data, options.model, options.certificate});
  const Proof proof = load_proof(options.certificate);
  const Model model = load_model(options.model);
  if (options.exact && options.data == "-")
    throw OptionError("--exact: reads the data twice, which standard input does not allow");
  options.reading.precision = options.exact ? Precision::float64 : proof.precision;
  const LoadedData loaded = load_data(options.data, options.reading, log);
  const Verdict verdict = options.exact ? verify_exactly(options.data, options.reading, loaded.data, model, proof)
                                        : verify(loaded.data, model, proof);
  write_json(options.reporting.json,
             {{"confirmed", verdict.holds},
              {"exact", verdict.exact},
              {"reason", verdict.reason.empty() ? Json(nullptr) : Json(verdict.reason)},
              {"primal", number_or_null(verdict.primal)},
              {"dual", number_or_null(verdict.dual)},
              {"relative_gap", number_or_null(verdict.relative_gap)},
              {"claimed", {{"primal", sum_of(proof, &ClassProof::primal)}, {"dual", sum_of(proof, &ClassProof::dual)}}},
              {"classes", class_list(verdict, proof)},
              {"rows", loaded.data.rows},
              {"l1", proof.penalty.l1},
              {"l2", proof.penalty.l2},
              {"intercept", word_for(intercepts, proof.penalty.intercept)},
              {"row_weights", !proof.row_weight.empty()},
              {"penalty_factors", !proof.penalty.factor.empty()},
              {"scaled", !proof.penalty.scale.empty()},
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
  command->add_flag("--exact", options->exact, "Round nothing: decide about the decimals in the file, in fractions");
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_verify);
}

}  // namespace smsvm::cli
