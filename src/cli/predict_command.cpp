#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>

#include "cli/commands.hpp"
#include "cli/evaluation.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/prediction.hpp"
#include "cli/ranks.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "smsvm/smsvm.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* predict_examples =
    "smsvm predict test.svm model labels.txt       last line on standard output: the accuracy\n"
    "smsvm predict --scores test.svm model         signed distances; > 0 is the model's first label\n"
    "smsvm predict --probability test.svm model    needs a model of 'train --calibrate platt'\n"
    "smsvm predict -q new.csv model | sort | uniq -c";

std::span<const double> row_of(const std::vector<double>& matrix, std::size_t row, std::size_t columns) {
  return {&matrix[row * columns], columns};
}

/// As LIBLINEAR writes it: which probability belongs to which label.
void write_header(AtomicFile& file, const Model& model) {
  file.write("labels");
  for (const Label& label : model.labels) file.write(" " + label.text);
  file.write("\n");
}

void write_predictions(const PredictOptions& options, const Model& model, const Predictions& predictions) {
  constexpr std::size_t rows_between_checks = 4096;
  const DeferredSignals signals;  // an interruption removes the temporary file
  AtomicFile file(options.output);
  if (options.probability) write_header(file, model);
  for (std::size_t row = 0; row < predictions.label.size(); ++row) {
    if (row % rows_between_checks == 0) signals.check();
    const std::string& label = model.labels[static_cast<std::size_t>(predictions.label[row])].text;
    if (options.scores) {
      file.write(fmt::format("{}\n", fmt::join(row_of(predictions.scores, row, model.columns()), " ")));
    } else if (options.probability) {
      file.write(
          fmt::format("{} {}\n", label, fmt::join(row_of(predictions.probabilities, row, model.labels.size()), " ")));
    } else {
      file.write(label + "\n");
    }
  }
  file.commit();
}

void report(const PredictOptions& options, const Evaluation& evaluation, Log& log) {
  if (evaluation.unknown > 0) {
    log.warning(fmt::format("{}: the model does not know their label, so they count as wrong",
                            counted(evaluation.unknown, "row")));
  }
  log.event(Verbosity::normal, "evaluation", describe(evaluation), to_json(evaluation));
  const std::string line = accuracy_line(evaluation);
  if (options.output == "-") {
    log.event(Verbosity::normal, "accuracy", line, {{"correct", evaluation.correct()}, {"rows", evaluation.rows()}});
  } else {
    log.result(line);
  }
}

/// The same keys with and without labels in the data.
/// What a page shows as it does rows that were left out.
Json held_out_of(const std::optional<Evaluation>& evaluation, const Json& facts) {
  if (!evaluation) return nullptr;
  return {{"confusion", evaluation->unknown > 0 ? Json(nullptr) : facts["confusion"]},
          {"roc", facts["roc"]},
          {"calibration_curve", facts["calibration_curve"]}};
}

}  // namespace

int run_predict(PredictOptions options, Log& log) {
  const Stopwatch watch;
  check_outputs(
      {{"OUTPUT", options.output}, {"--json", options.reporting.json}, {"--report", options.reporting.report}},
      {options.data, options.model});
  const Model model = load_model(options.model);
  if (options.probability && model.calibration.empty()) {
    throw OptionError(fmt::format(
        "--probability: {} turns no scores into probabilities; train it with --calibrate platt", options.model));
  }
  use_all_ranks(options.reading, options.ranks.timeout);
  options.reading.labels_required = false;
  options.reading.precision = Precision::float64;
  read_as_for(model, options.reading);
  const auto positive = model.labels.size() == 2 ? std::optional(model.labels.front()) : std::nullopt;
  const LoadedData loaded = load_data(options.data, options.reading, log, positive);
  Predictions predictions = predict(model, loaded.data, options.reading.threads);
  if (options.probability) add_probabilities(model, predictions);
  for (const std::string& warning : predictions.warnings) log.warning(warning);
  const std::optional<Evaluation> evaluation = evaluate(predictions, model, loaded.data);
  if (evaluation && options.reading.label_column.empty())
    refuse_other_places(*evaluation, model, loaded.data, display_name(options.data));
  write_predictions(options, model, predictions);
  Json facts = {{"command", "predict"}, {"data", display_name(options.data)}, {"rows", loaded.data.rows}};
  facts["labels"] = Json::array();
  for (const Label& label : model.labels) facts["labels"].push_back(label.text);
  facts.update(to_json(evaluation));
  facts["held_out"] = held_out_of(evaluation, facts);
  facts.update({{"seconds", {{"load", loaded.seconds}, {"total", watch.seconds()}}}, {"version", version}});
  write_json(options.reporting.json, facts);
  write_report(options.reporting.report, facts);
  if (evaluation) report(options, *evaluation, log);
  return 0;
}

void add_predict(CLI::App& app, Action& action) {
  const auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand("predict", "Label the rows of a file with a model");
  command->group("Commands")->footer(predict_examples);
  command->add_option("DATA", options->data, "Rows to label; labels in it are compared with the prediction")
      ->required();
  command->add_option("MODEL", options->model, "From 'smsvm train' or LIBLINEAR")->required();
  command->add_option("OUTPUT", options->output, "One line per row; default: standard output");
  command->add_flag("--scores", options->scores, "Scores rather than labels; one number for two classes");
  command->add_flag("--probability", options->probability, "Label and the probability of each class, below a header")
      ->excludes("--scores");
  add_reading_options(*command, options->reading);
  add_rank_options(*command, options->ranks);
  add_reporting_options(*command, options->reporting);
  add_report_option(*command, options->reporting);
  run_when_chosen(*command, options, action, run_predict);
}

}  // namespace smsvm::cli
