#include "cli/training_run.hpp"

#include <fmt/format.h>

#include "cli/loading.hpp"
#include "cli/penalty_factors.hpp"
#include "cli/resources.hpp"
#include "cli/text.hpp"
#include "cli/training_groups.hpp"
#include "cli/training_report.hpp"
#include "util/thread_pool.hpp"

namespace smsvm::cli {
namespace {

void drop_rows_without_weight(TrainingRun& run, Log& log) {
  if (run.weights.positive.empty()) return;
  run.data = keep_rows(run.data, run.weights.positive);
  run.nonzeros = run.data.nonzeros();
  const std::int64_t dropped = run.rows_read - run.data.rows;
  log.event(Verbosity::normal, "weights",
            fmt::format("weights: {} of weight 0 left out, {} to train on", counted(dropped, "row"),
                        with_thousands(run.data.rows)),
            {{"rows_left_out", dropped}, {"rows", run.data.rows}});
}

std::vector<std::string> class_names(const TrainingRun& run) {
  std::vector<std::string> names;
  if (!run.classes.several()) return names;
  for (const Label& label : run.classes.labels) names.push_back(label.text);
  return names;
}

void announce(const TrainingRun& run, Log& log) {
  const TrainOptions& options = run.options;
  const std::vector<Label>& labels = run.classes.labels;
  Json fields = {{"l2", run.penalty.l2},
                 {"l1", run.penalty.l1},
                 {"C", number_or_null(run.penalty.c(run.total_weight))},
                 {"l1_ratio", run.penalty.l1_ratio()},
                 {"scale", word_for(scales, options.scale)},
                 {"tolerance", options.stopping.tolerance},
                 {"threads", thread_count(options.stopping.threads)}};
  if (run.classes.several()) {
    fields["classes"] = class_names(run);
  } else {
    fields["positive"] = labels[0].text;
    fields["negative"] = labels[1].text;
  }
  log.event(Verbosity::normal, "train", describe_task("training", run, describe(run.penalty, run.total_weight)),
            fields);
}

/// None without a calibration.
FoldAssignment folds_of(const TrainingRun& run) {
  const CalibrationOptions& asked = run.options.calibration;
  if (!asked.method) return {};
  check_folds("--calibration-folds", asked.folds, run.data.rows);
  return stratified_folds(run.data.labels.of_row, asked.folds, run.options.stopping.seed);
}

}  // namespace

std::string describe_task(std::string_view task, const TrainingRun& run, const std::string& penalty) {
  const TrainOptions& options = run.options;
  const std::vector<Label>& labels = run.classes.labels;
  const std::string problem = run.classes.several()
                                  ? fmt::format("{}, each against the rest", counted(std::ssize(labels), "class"))
                                  : fmt::format("{} against {}", labels[0].text, labels[1].text);
  return fmt::format("{}: {}, {}, intercept {}{}, tolerance {:g}, {}", task, problem, penalty,
                     word_for(intercepts, options.intercept),
                     options.scale == Scale::none ? "" : ", scale " + word_for(scales, options.scale),
                     options.stopping.tolerance, counted(thread_count(options.stopping.threads), "thread"));
}

Target target_of(const TrainingRun& run, std::size_t problem) {
  Target target = Target::one_against_rest(run.data, run.classes.positive[run.cross_fit.problem_of(problem)]);
  target.weight = run.weights.of_positive();
  return run.cross_fit.target(problem, std::move(target));
}

SolverOptions solver_options(const TrainingRun& run) {
  return run.checkpointing->with_checkpoint(run.options.stopping);
}

TrainingRun prepare(const TrainOptions& options, Log& log) {
  TrainingRun run(options);
  run.checkpointing = std::make_unique<Checkpointing>(options.checkpointing, log);  // before the long reading
  const auto positive = options.positive ? std::optional(Label::parse(*options.positive)) : std::nullopt;
  LoadedData loaded = load_data(options.data, options.reading, log, positive);
  run.data = std::move(loaded.data);
  if (options.reading.precision == Precision::float64 && run.data.precision() == Precision::float32)
    log.warning("--precision double: the store holds floats, which are used as they are");
  run.rows_read = run.data.rows;
  run.nonzeros = loaded.nonzeros;
  run.load_seconds = loaded.seconds;
  run.checksum = run.data.checksum(options.stopping.threads);
  run.checkpointing->know_data(run.checksum);
  run.weights = choose_row_weights(run.data, options.sample_weight, options.class_weights());
  drop_rows_without_weight(run, log);
  run.classes = choose_classes(run.data.labels, options.positive, display_name(options.data));

  run.cross_fit = CrossFit(run.classes.positive.size(), folds_of(run));
  const Target any = target_of(run, 0);
  run.total_weight = any.total_weight();
  run.penalty = options.penalty(run.total_weight);
  if (!options.penalty_factor.empty()) {
    run.penalty.factor = read_penalty_factors(options.penalty_factor, run.data, log);
  }
  run.penalty.scale = feature_scale(run.data, options.scale, any.weight);
  run.penalty.check(run.data.features);
  return run;
}

void fit(TrainingRun& run, const DeferredSignals& signals, Log& log) {
  announce(run, log);
  TrainingProgress progress(log, run.options.stopping.tolerance, class_names(run));
  run.result = train_in_groups(run, [&](std::size_t problem, const Progress& now) {
    if (run.cross_fit.is_whole(problem) && !run.checkpointing->is_replaying()) progress.update(problem, now);
    run.checkpointing->say_news(log);
    return signals.received() == 0;
  });
  run.checkpointing->say_news(log);
  if (signals.received() == 0) {
    run.calibration = learn_calibration(run, run.result.fit, log);
  } else if (run.options.calibration.method) {  // half-trained models tell nothing, and a stop must be prompt
    log.warning("--calibrate: interrupted, so the model is without probabilities");
  }
  run.result.fit.resize(run.classes.positive.size());
}

}  // namespace smsvm::cli
