#include <fmt/format.h>

#include <memory>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/penalty_factors.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "cli/weight_options.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr int not_confirmed = 1;

constexpr const char* verify_examples =
    "smsvm verify data.svm model proof             exit code 0 only if the proof holds\n"
    "smsvm verify --json - data.svm model proof    what was found, as JSON\n"
    "smsvm verify --exact data.svm model proof     a theorem about the decimals in the file: nothing is rounded\n"
    "smsvm verify --sample-weight w data.svm model proof\n"
    "                                              nor are the rows' weights taken from the proof";

struct VerifyOptions {
  std::string data, model, certificate;
  std::string sample_weight, penalty_factor;  ///< files; empty: not given
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

std::string verdict_text(const Verdict& verdict, const Proof& proof) {
  std::string text = describe_problem(proof);
  text += fmt::format("arithmetic  {}\n", verdict.exact ? "exact" : "extended precision");
  std::size_t weakest = 0;
  for (std::size_t k = 0; k < verdict.classes.size(); ++k) {
    const ClassVerdict& found = verdict.classes[k];
    text += describe_class(found, proof.classes[k], several(proof));
    if (found.relative_gap > verdict.classes[weakest].relative_gap) weakest = k;
  }
  if (!verdict.holds) return text + "NOT confirmed: " + verdict.reason;
  for (const std::string& what : verdict.taken) text += fmt::format("taken       {}\n", what);
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

Json facts_of(const Verdict& verdict, const Proof& proof, std::int64_t rows) {
  return {{"confirmed", verdict.holds},
          {"exact", verdict.exact},
          {"reason", verdict.reason.empty() ? Json(nullptr) : Json(verdict.reason)},
          {"primal", number_or_null(verdict.primal)},
          {"dual", number_or_null(verdict.dual)},
          {"relative_gap", number_or_null(verdict.relative_gap)},
          {"claimed", {{"primal", sum_of(proof, &ClassProof::primal)}, {"dual", sum_of(proof, &ClassProof::dual)}}},
          {"classes", class_list(verdict, proof)},
          {"rows", rows},
          {"l1", proof.penalty.l1},
          {"l2", proof.penalty.l2},
          {"intercept", word_for(intercepts, proof.penalty.intercept)},
          {"row_weights", !proof.row_weight.empty()},
          {"penalty_factors", !proof.penalty.factor.empty()},
          {"scaled", !proof.penalty.scale.empty()},
          {"taken_from_the_proof", verdict.taken}};
}

KnownProblem known_problem(const VerifyOptions& options, const Dataset& data, Log& log) {
  KnownProblem known;
  if (!options.sample_weight.empty()) known.row_weight = read_sample_weights(options.sample_weight, data.rows);
  if (!options.penalty_factor.empty()) known.penalty_factor = read_penalty_factors(options.penalty_factor, data, log);
  return known;
}

void check_options(const VerifyOptions& options) {
  check_outputs({{"--json", options.reporting.json}},
                {options.data, options.model, options.certificate, options.sample_weight, options.penalty_factor});
  if (!options.sample_weight.empty() && !options.reading.weight_column.empty())
    throw OptionError("--sample-weight and --weight-column both say what rows weigh; give one of them");
  if (options.exact && options.data == "-")
    throw OptionError("--exact: reads the data twice, which standard input does not allow");
}

int run_verify(VerifyOptions options, Log& log) {
  const Stopwatch watch;
  check_options(options);
  const Proof proof = load_proof(options.certificate);
  const Model model = load_model(options.model);
  options.reading.table = model.table;
  options.reading.precision = Precision::float64;  // of the data as they are, not as they were stored for training
  const auto positive = model.labels.size() == 2 ? std::optional(model.labels.front()) : std::nullopt;
  const LoadedData loaded = load_data(options.data, options.reading, log, positive);
  const KnownProblem known = known_problem(options, loaded.data, log);
  const Verdict verdict = options.exact
                              ? verify_exactly(options.data, options.reading, loaded.data, model, proof, known)
                              : verify(loaded.data, model, proof, known);
  Json facts = facts_of(verdict, proof, loaded.data.rows);
  facts["seconds"] = {{"load", loaded.seconds}, {"total", watch.seconds()}};
  facts["version"] = version;
  write_json(options.reporting.json, facts);
  log.result(verdict_text(verdict, proof));
  return verdict.holds ? 0 : not_confirmed;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify", "Check the proof that a model is near the optimum");
  command->group("Commands")->footer(verify_examples);
  command->add_option("DATA", options->data, "What the model was trained on, in any format")->required();
  command->add_option("MODEL", options->model, "From 'smsvm train'")->required();
  command->add_option("CERTIFICATE", options->certificate, "From 'smsvm train --certificate'")->required();
  command->add_option("--sample-weight", options->sample_weight, "What each row weighs, as for 'smsvm train'")
      ->type_name("FILE");
  command->add_option("--penalty-factor", options->penalty_factor, "Factors of features, as for 'smsvm train'")
      ->type_name("FILE");
  add_reading_options(*command, options->reading);
  command->add_flag("--exact", options->exact, "Round nothing: decide about the decimals in the file, in fractions");
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_verify);
}

}  // namespace smsvm::cli
