#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "smsvm/smsvm.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* examples =
    "smsvm predict test.svm model labels.txt       last line on standard output: the accuracy\n"
    "smsvm predict --scores test.svm model         signed distances; > 0 is the model's first label\n"
    "smsvm predict -q new.csv model | sort | uniq -c";

struct PredictOptions {
  std::string data, model, output = "-";
  bool scores = false;
  ReadOptions reading;
  ReportingOptions reporting;
};

struct Accuracy {
  std::int64_t correct = 0, rows = 0;
  std::int64_t unknown = 0;  ///< rows with a label that the model does not know; they count as wrong
  double share() const { return rows == 0 ? 0 : static_cast<double>(correct) / static_cast<double>(rows); }
};

/// None if the data have no labels.
std::optional<Accuracy> accuracy_of(const Predictions& predictions, const Model& model, const Dataset& data) {
  if (data.labels.of_row.empty()) return {};
  std::vector<std::int32_t> in_model;  // of each label of the data; -1: unknown
  for (const Label& label : data.labels.distinct) {
    const auto found = std::ranges::find(model.labels, label);
    in_model.push_back(found == model.labels.end() ? -1 : static_cast<std::int32_t>(found - model.labels.begin()));
  }
  Accuracy accuracy;
  accuracy.rows = data.rows;
  for (std::size_t row = 0; row < data.labels.of_row.size(); ++row) {
    const auto truth = static_cast<std::size_t>(data.labels.of_row[row]);
    if (predictions.label[row] == in_model[truth]) ++accuracy.correct;
    if (in_model[truth] < 0) ++accuracy.unknown;
  }
  return accuracy;
}

/// As LIBLINEAR prints it, for scripts that look for it.
std::string accuracy_line(const Accuracy& accuracy) {
  return fmt::format("Accuracy = {:g}% ({}/{})", 100 * accuracy.share(), accuracy.correct, accuracy.rows);
}

void write_predictions(const PredictOptions& options, const Model& model, const Predictions& predictions) {
  constexpr std::size_t rows_between_checks = 4096;
  const DeferredSignals signals;  // an interruption removes the temporary file
  AtomicFile file(options.output);
  std::string line;
  const std::size_t columns = model.columns();
  for (std::size_t row = 0; row < predictions.label.size(); ++row) {
    if (row % rows_between_checks == 0) signals.check();
    line.clear();
    if (options.scores) {
      const auto first = predictions.scores.begin() + static_cast<std::ptrdiff_t>(row * columns);
      fmt::format_to(std::back_inserter(line), "{}\n",
                     fmt::join(first, first + static_cast<std::ptrdiff_t>(columns), " "));
    } else {
      line = model.labels[static_cast<std::size_t>(predictions.label[row])].text + "\n";
    }
    file.write(line);
  }
  file.commit();
}

void report_accuracy(const PredictOptions& options, const Accuracy& accuracy, Log& log) {
  if (accuracy.unknown > 0) {
    log.warning(fmt::format("{}: the model does not know their label, so they count as wrong",
                            counted(accuracy.unknown, "row")));
  }
  const std::string line = accuracy_line(accuracy);
  if (options.output == "-") {
    log.event(Verbosity::normal, "accuracy", line, {{"correct", accuracy.correct}, {"rows", accuracy.rows}});
  } else {
    log.result(line);
  }
}

int run_predict(PredictOptions options, Log& log) {
  const Stopwatch watch;
  check_outputs({{"OUTPUT", options.output}, {"--json", options.reporting.json}}, {options.data, options.model});
  const Model model = load_model(options.model);
  options.reading.labels_required = false;
  options.reading.precision = Precision::float64;
  const LoadedData loaded = load_data(options.data, options.reading, log);
  const Predictions predictions = predict(model, loaded.data, options.reading.threads);
  for (const std::string& warning : predictions.warnings) log.warning(warning);
  write_predictions(options, model, predictions);
  const std::optional<Accuracy> accuracy = accuracy_of(predictions, model, loaded.data);
  write_json(options.reporting.json, {{"rows", loaded.data.rows},
                                      {"correct", accuracy ? Json(accuracy->correct) : Json(nullptr)},
                                      {"accuracy", accuracy ? Json(accuracy->share()) : Json(nullptr)},
                                      {"seconds", {{"load", loaded.seconds}, {"total", watch.seconds()}}},
                                      {"version", version}});
  if (accuracy) report_accuracy(options, *accuracy, log);
  return 0;
}

}  // namespace

void add_predict(CLI::App& app, Action& action) {
  const auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand("predict", "Label the rows of a file with a model");
  command->group("Commands")->footer(examples);
  command->add_option("DATA", options->data, "Rows to label; labels in it are compared with the prediction")
      ->required();
  command->add_option("MODEL", options->model, "From 'smsvm train' or LIBLINEAR")->required();
  command->add_option("OUTPUT", options->output, "One line per row; default: standard output");
  command->add_flag("--scores", options->scores, "Scores rather than labels; one number for two classes");
  add_reading_options(*command, options->reading);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_predict);
}

}  // namespace smsvm::cli
