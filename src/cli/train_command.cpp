#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/evaluation.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/ranks.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/train_options.hpp"
#include "cli/training_facts.hpp"
#include "cli/training_files.hpp"
#include "cli/training_run.hpp"
#include "cli/training_summary.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* train_examples =
    "smsvm train data.svm                                 LIBLINEAR's C = 1, proved to 0.01 %\n"
    "smsvm train --l2 1e-4 --l1 1e-4 data.svm.xz model    few nonzero weights; compressed data\n"
    "smsvm train --certificate proof data.svm model       then: smsvm verify data.svm model proof\n"
    "smsvm train digits.csv model                         ten classes: each against the rest, together\n"
    "smsvm train --positive 3 --json - digits.csv model   class 3 alone; facts as JSON\n"
    "smsvm train --class-weight balanced data.svm model   a rare class counts as much as a common one\n"
    "smsvm train --test test.svm train.svm model          and its accuracy on other rows\n"
    "smsvm train --checkpoint run.ckp data.svm model      keep the run; then, whatever ended it:\n"
    "smsvm train --resume run.ckp                         go on, to the same bits\n"
    "zcat data.gz | smsvm train - model                   from a pipe";

void report(const TrainingRun& run, bool written, Json fields, double total_seconds, Log& log) {
  // The passes were events of their own; the others are long.
  const auto shorten = [](Json& facts) {
    for (const char* key : {"history", "weights", "held_out"}) facts.erase(key);
  };
  shorten(fields);
  if (fields.contains("classes")) {
    for (Json& of_class : fields["classes"]) shorten(of_class);
  }
  log.event(Verbosity::normal, "done", training_summary(run, written, total_seconds), fields);
  log.event(Verbosity::debug, "memory", fmt::format("memory      {} at most", byte_count(peak_memory_bytes())),
            {{"peak_memory_bytes", peak_memory_bytes()}});
}

/// Says how the model does on the rows of --test; what a program is told of it.
Json judge_on_test(const TrainingRun& run, Log& log) {
  const TrainOptions& options = run.options;
  const Model model = model_of(run.problem, run.result);
  ReadOptions reading = options.reading;  // the rows of the training data have labels and columns of their own
  reading.labels_file.clear();
  if (model.table) reading.label_column.clear(), reading.ignore_columns.clear(), reading.weight_column.clear();
  reading.precision = Precision::float64;
  read_as_for(model, reading);
  const auto positive = model.labels.size() == 2 ? std::optional(model.labels.front()) : std::nullopt;
  const LoadedData loaded = load_data(options.test, reading, log, positive);
  Predictions predictions = predict(model, loaded.data, options.training.solver.threads);
  if (!model.calibration.empty()) add_probabilities(model, predictions);
  for (const std::string& warning : predictions.warnings) log.warning(warning);
  const std::optional<Evaluation> evaluation = evaluate(predictions, model, loaded.data);
  if (!evaluation) throw Error(ErrorKind::bad_data, options.test + ": --test needs rows with labels");
  refuse_other_places(*evaluation, model, loaded.data, options.test);
  log.event(Verbosity::normal, "evaluation", describe(*evaluation), to_json(*evaluation));
  log.event(Verbosity::normal, "accuracy", accuracy_line(*evaluation),
            {{"correct", evaluation->correct()}, {"rows", evaluation->rows()}});
  return to_json(evaluation);
}

bool ended_early(Status status) {
  return status == Status::interrupted || status == Status::max_passes || status == Status::max_seconds;
}

/// Whether the gap stays open because values were stored as floats although nobody asked for that.
bool needs_doubles(const TrainingRun& run) {
  return run.options.reading.precision == Precision::automatic && run.problem.data->precision() == Precision::float32 &&
         !run.problem.data->rounded.empty() && run.options.checkpointing.file.empty() &&
         outcome_of(run.result).status == Status::stalled;
}

int run_train(TrainOptions options, Log& log) {
  const Stopwatch watch;
  options.complete();
  options.name_model();
  check_outputs({{"MODEL", options.model},
                 {"--certificate", options.certificate},
                 {"--checkpoint", options.checkpointing.file},
                 {"--json", options.reporting.json},
                 {"--report", options.reporting.report}},
                {options.data, options.test, options.penalty_factor, options.sample_weight});
  check_input(options.test);
  std::optional<TrainingRun> last(prepare(options, log));
  const DeferredSignals signals;  // from here on Ctrl-C keeps the best model so far
  fit(*last, signals, log);
  if (needs_doubles(*last) && signals.received() == 0) {
    log.event(Verbosity::normal, "precision",
              "stored as floats, the values do not allow the proof asked for: once more as doubles",
              {{"precision", "double"}});
    options.reading.precision = Precision::float64;
    last.emplace(prepare(options, log));
    fit(*last, signals, log);
  }
  const TrainingRun& run = *last;
  const Outputs outputs = write_training_files(run, log);
  const double seconds = watch.seconds();
  Json facts = training_facts(run, seconds);
  report(run, outputs == Outputs::written, facts, seconds, log);
  const auto write_facts = [&] {
    write_json(options.reporting.json, facts);
    write_report(options.reporting.report, facts);
  };
  try {
    if (!options.test.empty() && outputs == Outputs::written) facts["test"] = judge_on_test(run, log);
  } catch (const Error&) {  // whatever is wrong with other rows, what is known of the training is not lost
    write_facts();
    throw;
  }
  write_facts();
  const Status status = outcome_of(run.result).status;
  if (ended_early(status)) run.checkpointing->say_how_to_go_on(log);
  if (const int signal = signals.received(); signal != 0) return run.checkpointing->exit_code(signal);
  if (outputs == Outputs::worthless) return nothing_better;
  return options.strict && status != Status::converged ? not_converged : 0;
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
  const auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "Fit a linear SVM and prove how near to the optimum it is");
  command->group("Commands")->footer(train_examples);
  options->add_to(*command);
  run_when_chosen(*command, options, action, [command](TrainOptions& given, Log& log) {
    given.checkpointing.complete(*command);
    return run_train(given, log);
  });
}

}  // namespace smsvm::cli
