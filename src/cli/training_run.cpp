#include "cli/training_run.hpp"

#include <fmt/format.h>

#include "cli/loading.hpp"
#include "cli/penalty_factors.hpp"
#include "cli/resources.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "cli/weight_options.hpp"
#include "util/atomic_file.hpp"
#include "util/thread_pool.hpp"

namespace smsvm::cli {
namespace {

void say_what_is_left_out(const TrainingRun& run, Log& log) {
  if (run.problem.kept.empty()) return;
  const std::int64_t rows = run.problem.data->rows, left_out = run.problem.rows_given - rows;
  log.event(
      Verbosity::normal, "weights",
      fmt::format("weights: {} of weight 0 left out, {} to train on", counted(left_out, "row"), with_thousands(rows)),
      {{"rows_left_out", left_out}, {"rows", rows}});
}

std::vector<std::string> class_names(const TrainingRun& run) {
  std::vector<std::string> names;
  if (!run.problem.several()) return names;
  for (const Label& label : run.problem.model_labels) names.push_back(label.text);
  return names;
}

void announce(const TrainingRun& run, Log& log) {
  const TrainingProblem& problem = run.problem;
  const Penalty& penalty = problem.penalty;
  Json fields = {{"l2", penalty.l2},
                 {"l1", penalty.l1},
                 {"C", number_or_null(penalty.c(problem.total_weight))},
                 {"l1_ratio", penalty.l1_ratio()},
                 {"scale", word_for(scales, problem.options.scale)},
                 {"tolerance", problem.options.solver.tolerance},
                 {"threads", thread_count(problem.options.solver.threads)}};
  if (problem.several()) {
    fields["classes"] = class_names(run);
  } else {
    fields["positive"] = problem.model_labels[0].text;
    fields["negative"] = problem.model_labels[1].text;
  }
  log.event(Verbosity::normal, "train", describe_task("training", run, describe(penalty, problem.total_weight)),
            fields);
}

/// ", rows of 1 weigh 2", ", rows weigh what weights.txt says", or nothing.
std::string describe_weights(const TrainingRun& run) {
  std::string text;
  const TrainOptions& options = run.options;
  for (const ClassWeight& each : run.problem.class_weight)
    text += fmt::format(", rows of {} weigh {:.6g}", printable(each.label.text), each.weight);
  if (!options.sample_weight.empty()) text += fmt::format(", rows weigh what {} says", options.sample_weight);
  if (!options.reading.weight_column.empty())
    text += fmt::format(", rows weigh what column {} says", options.reading.weight_column);
  return text;
}

}  // namespace

std::string describe_task(std::string_view task, const TrainingRun& run, const std::string& penalty) {
  const TrainingOptions& options = run.problem.options;
  const std::vector<Label>& labels = run.problem.model_labels;
  const std::string problem = run.problem.several()
                                  ? fmt::format("{}, each against the rest", counted(std::ssize(labels), "class"))
                                  : fmt::format("{} against {}", labels[0].text, labels[1].text);
  return fmt::format("{}: {}, {}, intercept {}{}{}, tolerance {:g}, {}", task, problem, penalty,
                     word_for(intercepts, options.intercept),
                     options.scale == Scale::none ? "" : ", scale " + word_for(scales, options.scale),
                     describe_weights(run), options.solver.tolerance,
                     counted(thread_count(options.solver.threads), "thread"));
}

TrainingRun prepare(const TrainOptions& options, Log& log) {
  TrainingRun run(options);
  run.checkpointing = std::make_unique<Checkpointing>(options.checkpointing, log);  // before the long reading
  const auto& asked = options.training.positive;
  LoadedData loaded =
      load_data(options.data, options.reading, log, asked ? std::optional(Label::parse(*asked)) : std::nullopt);
  if (options.reading.precision == Precision::float64 && loaded.data.precision() == Precision::float32)
    log.warning("--precision double: the store holds floats, which are used as they are");
  run.load_seconds = loaded.seconds;
  TrainingOptions training = options.training;
  training.source = display_name(options.data);
  training.solver.checkpoint = run.checkpointing->checkpoint();
  if (!options.certificate.empty()) training.folder_for_proofs = folder_of(options.certificate);
  if (!options.sample_weight.empty())
    training.row_weight = read_sample_weights(options.sample_weight, loaded.data.rows);
  if (!options.penalty_factor.empty())
    training.penalty_factor = read_penalty_factors(options.penalty_factor, loaded.data, log);
  run.problem = smsvm::prepare(std::make_shared<const Dataset>(std::move(loaded.data)), std::move(training));
  run.nonzeros = run.problem.kept.empty() ? loaded.nonzeros : run.problem.data->nonzeros();
  say_what_is_left_out(run, log);
  return run;
}

void fit(TrainingRun& run, const DeferredSignals& signals, Log& log) {
  announce(run, log);
  TrainingProgress progress(log, run.problem.options.solver.tolerance, class_names(run));
  run.result = train(run.problem, [&](std::size_t problem, const Progress& now) {
    if (problem < run.problem.problems() && !run.checkpointing->is_replaying()) progress.update(problem, now);
    run.checkpointing->say_news(log);
    return signals.received() == 0;
  });
  run.checkpointing->say_news(log);
  run.calibration = rate_calibration(run, log);
}

}  // namespace smsvm::cli
