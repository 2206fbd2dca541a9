#include <fmt/format.h>

#include <memory>
#include <vector>

#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/penalty_factors.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/train_options.hpp"
#include "cli/training_classes.hpp"
#include "cli/training_report.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr int not_converged = 3;

constexpr const char* examples =
    "smsvm train data.svm                                 LIBLINEAR's C = 1, proved to 0.01 %\n"
    "smsvm train --l2 1e-4 --l1 1e-4 data.svm.xz model    few nonzero weights; compressed data\n"
    "smsvm train --certificate proof data.svm model       then: smsvm verify data.svm model proof\n"
    "smsvm train --positive 3 --json - digits.csv model   class 3 against the rest; facts as JSON\n"
    "zcat data.gz | smsvm train - model                   from a pipe";

/// What one run is about, from the data to the result; filled from top to bottom.
struct Run {
  explicit Run(const TrainOptions& given) : options(given) {}

  const TrainOptions& options;
  Dataset data;
  std::int64_t nonzeros = 0;
  double load_seconds = 0;
  std::uint64_t checksum = 0;
  TrainingClasses classes;
  Penalty penalty;
  double total_weight = 0;
  Fit fit;
};

Run prepare(const TrainOptions& options, Log& log) {
  LoadedData loaded = load_data(options.data, options.reading, log);
  Run run(options);
  run.data = std::move(loaded.data);
  run.nonzeros = loaded.nonzeros;
  run.load_seconds = loaded.seconds;
  run.checksum = run.data.checksum(options.stopping.threads);
  run.classes = choose_classes(run.data.labels, options.positive, display_name(options.data));
  return run;
}

void fit(Run& run, const DeferredSignals& signals, Log& log) {
  const TrainOptions& options = run.options;
  const Target target = Target::one_against_rest(run.data, run.classes.positive);
  run.total_weight = target.total_weight();
  run.penalty = options.penalty(run.total_weight);
  if (!options.penalty_factor.empty()) {
    run.penalty.factor = read_penalty_factors(options.penalty_factor, run.data, log);
  }
  run.penalty.check(run.data.features);
  log.event(Verbosity::normal, "train",
            fmt::format("training: {} against {}, {}, intercept {}, tolerance {:g}, {}",
                        run.classes.positive_label.text, run.classes.negative_label.text,
                        describe(run.penalty, run.total_weight), word_for(intercepts, options.intercept),
                        options.stopping.tolerance, counted(actual_threads(options.stopping.threads), "thread")),
            {{"positive", run.classes.positive_label.text},
             {"negative", run.classes.negative_label.text},
             {"l2", run.penalty.l2},
             {"l1", run.penalty.l1},
             {"C", number_or_null(run.penalty.c(run.total_weight))},
             {"l1_ratio", run.penalty.l1_ratio()},
             {"tolerance", options.stopping.tolerance},
             {"threads", actual_threads(options.stopping.threads)}});
  TrainingProgress progress(log, options.stopping.tolerance);
  run.fit = train(run.data, target, run.penalty, options.stopping, [&](const Progress& now) {
    progress.update(now);
    return signals.received() == 0;
  });
}

Model make_model(const Run& run) {
  Model model;
  model.labels = {run.classes.positive_label, run.classes.negative_label};
  model.features = run.data.feature_ids.empty() ? run.data.features : run.data.width;
  model.feature_ids = run.data.feature_ids;
  model.weights = run.fit.weights;
  model.intercept = {run.fit.intercept};
  model.has_intercept = run.penalty.intercept != Intercept::none;
  model.facts = TrainingFacts{.status = std::string(name(run.fit.status)),
                              .l2 = run.penalty.l2,
                              .l1 = run.penalty.l1,
                              .c = run.penalty.c(run.total_weight),
                              .l1_ratio = run.penalty.l1_ratio(),
                              .intercept = word_for(intercepts, run.penalty.intercept),
                              .precision = word_for(precisions, run.data.precision()),
                              .tolerance = run.options.stopping.tolerance,
                              .primal = run.fit.primal,
                              .dual = run.fit.dual,
                              .rows = run.data.rows,
                              .passes = run.fit.passes,
                              .data_checksum = run.checksum};
  return model;
}

Proof make_proof(const Run& run) {
  return {.data_checksum = run.checksum,
          .rows = run.data.rows,
          .precision = run.data.precision(),
          .penalty = run.penalty,
          .positive = run.classes.positive_label,
          .row_weight = {},
          .primal = run.fit.primal,
          .dual = run.fit.dual.value(),
          .dual_point = run.fit.dual_point};
}

Json history(const Fit& fit) {
  Json list = Json::array();
  for (const Progress& at : fit.history) {
    list.push_back({{"passes", at.passes},
                    {"seconds", at.seconds},
                    {"primal", at.primal},
                    {"dual", number_or_null(at.dual)},
                    {"epsilon", at.epsilon},
                    {"nonzero_weights", at.nonzero_weights}});
  }
  return list;
}

Json facts(const Run& run, double total_seconds) {
  const Fit& fit = run.fit;
  return {{"status", name(fit.status)},
          {"primal", fit.primal},
          {"dual", number_or_null(fit.dual)},
          {"relative_gap", number_or_null(fit.relative_gap())},
          {"passes", fit.passes},
          {"hessian_rows", fit.hessian_rows},
          {"iterations", fit.iterations},
          {"nonzero_weights", fit.nonzero_weights},
          {"intercept", fit.intercept},
          {"rows", run.data.rows},
          {"features", run.data.features},
          {"nonzeros", run.nonzeros},
          {"l1", run.penalty.l1},
          {"l2", run.penalty.l2},
          {"C", number_or_null(run.penalty.c(run.total_weight))},
          {"l1_ratio", run.penalty.l1_ratio()},
          {"solver", word_for(solvers, run.options.stopping.solver)},
          {"device", "cpu"},
          {"threads", actual_threads(run.options.stopping.threads)},
          {"ranks", 1},
          {"precision", word_for(precisions, run.data.precision())},
          {"seconds", {{"load", run.load_seconds}, {"train", fit.seconds}, {"total", total_seconds}}},
          {"peak_memory_bytes", peak_memory_bytes()},
          {"version", version},
          {"history", history(fit)}};
}

bool has_proof(const Fit& fit) { return fit.dual && !fit.dual_point.empty(); }

void write_certificate(const Run& run, Log& log) {
  if (run.options.certificate.empty()) return;
  if (has_proof(run.fit)) {
    save_proof(make_proof(run), run.options.certificate);
  } else {
    log.warning(fmt::format("{} was not written: no bound on the optimum was found, so there is nothing to prove",
                            run.options.certificate));
  }
}

std::string verdict(const Run& run) {
  const Fit& fit = run.fit;
  std::string text = describe_proof(fit.primal, fit.dual);
  if (const auto gap = fit.relative_gap()) {
    text += fmt::format(" (relative gap {:.1e}, asked for {:g})", *gap, run.options.stopping.tolerance);
  }
  if (fit.status == Status::stalled && run.data.precision() == Precision::float32) text += "; try --precision double";
  return text;
}

void summarise(const Run& run, double total_seconds, Log& log) {
  const Fit& fit = run.fit;
  const bool certified = !run.options.certificate.empty() && has_proof(fit);
  const std::string files =
      display_name(run.options.model) + (certified ? ", proof in " + run.options.certificate : "");
  std::string text = fmt::format("{:<11} {}\n", name(fit.status), verdict(run));
  text += fmt::format("objective   {:.9g} with {}\n", fit.primal, describe(run.penalty, run.total_weight));
  text += fmt::format("effort      {:.1f} passes, {} iterations, {} training, {} in all\n", fit.passes, fit.iterations,
                      duration(fit.seconds), duration(total_seconds));
  text += fmt::format("weights     {} of {} nonzero, intercept {:.6g}\n", with_thousands(fit.nonzero_weights),
                      with_thousands(run.data.features), fit.intercept);
  text += fmt::format("model       {}", files);
  Json fields = facts(run, total_seconds);
  fields.erase("history");  // the passes were events of their own
  log.event(Verbosity::normal, "done", text, fields);
  log.event(Verbosity::debug, "memory", fmt::format("memory      {} at most", byte_count(peak_memory_bytes())),
            {{"peak_memory_bytes", peak_memory_bytes()}});
}

int run_train(TrainOptions options, Log& log) {
  const Stopwatch watch;
  options.complete();
  check_outputs({{"MODEL", options.model}, {"--certificate", options.certificate}, {"--json", options.reporting.json}},
                {options.data, options.penalty_factor});
  Run run = prepare(options, log);
  const DeferredSignals signals;  // from here on Ctrl-C keeps the best model so far
  fit(run, signals, log);
  save_model(make_model(run), options.model);
  write_certificate(run, log);
  write_json(options.reporting.json, facts(run, watch.seconds()));
  summarise(run, watch.seconds(), log);
  if (const int signal = signals.received(); signal != 0) return exit_code_of_signal(signal);
  return options.strict && run.fit.status != Status::converged ? not_converged : 0;
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
  const auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "Fit a linear SVM and prove how near to the optimum it is");
  command->group("Commands")->footer(examples);
  options->add_to(*command);
  run_when_chosen(*command, options, action, run_train);
}

}  // namespace smsvm::cli
