#include "cli/path_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/loading.hpp"
#include "cli/proof_text.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_files.hpp"
#include "cli/training_report.hpp"
#include "cli/training_summary.hpp"

namespace smsvm::cli {

void announce_path(std::string_view name, const TrainingRun& run, const PathCommandOptions& options, Log& log) {
  const std::string what = options.l1_ratios.empty()
                               ? fmt::format("μ falls, λ = {:g}", run.problem.penalty.l2)
                               : fmt::format("λ + μ falls, ρ = {}", fmt::join(options.l1_ratios, " and "));
  const std::string penalty =
      fmt::format("{}, {}{}", what, options.path.ends_early() ? "at most " : "", counted(options.points(), "point"));
  Json labels = Json::array();
  for (const Label& label : run.problem.model_labels) labels.push_back(label.text);
  log.event(Verbosity::normal, name, describe_task(name, run, penalty),
            {{"labels", std::move(labels)},
             {"l2", options.l1_ratios.empty() ? Json(run.problem.penalty.l2) : Json(nullptr)},
             {"l1_ratio", options.l1_ratios.empty() ? Json(nullptr) : Json(options.l1_ratios)},
             {"points", options.points()},
             {"tolerance", options.training.solver.tolerance}});
}

void PathProgress::update(std::size_t problem, int point, const Progress& now) {
  OfProblem& its = problems_[problem];
  if (its.point != point || its.passes != now.passes) {
    its = {point, now.passes};
    log_pass(problem, now);
  }
  if (!log_.interactive()) return;
  const double done = share();
  const double left = done > 0 ? watch_.seconds() * (1 - done) / done : 0;
  const int of_all = static_cast<int>(done * points_);  // the problems are at different points
  const std::string what =
      done == 0 ? "where the path begins" : fmt::format("point {} of {}", std::min(of_all + 1, points_), points_);
  bar_.show(done, fmt::format("{}  gap {}  ε {:.1e}  nonzeros {}{}", what, gap_text(now), now.epsilon,
                              with_thousands(now.nonzero_weights), left > 0 ? "  ETA " + duration(left) : ""));
}

double PathProgress::share() const {
  double points = 0;
  for (const OfProblem& each : problems_) points += std::max(0, each.point);
  return std::min(1.0, points / (static_cast<double>(points_) * static_cast<double>(problems_.size())));
}

void PathProgress::log_pass(std::size_t problem, const Progress& now) {
  const Verbosity level = log_.format() == LogFormat::json ? Verbosity::normal : Verbosity::detailed;
  if (!log_.shows(level)) return;
  const int point = problems_[problem].point + 1;
  Json fields = {{"problem", problem + 1}, {"point", point}};
  fields.update(progress_json(now));
  log_.event(level, "pass",
             fmt::format("problem {}  point {}  pass {:.2f}  objective {:<12.9g}  gap {:>8}  ε {:.1e}  nonzeros {}",
                         problem + 1, point, now.passes, now.primal, gap_text(now), now.epsilon,
                         with_thousands(now.nonzero_weights)),
             fields);
}

int nothing_known(const TrainingRun& run, const DeferredSignals& signals, Log& log) {
  log.warning("stopped before the first point of the path was known; nothing was written");
  run.checkpointing->say_how_to_go_on(log);
  return signals.received() != 0 ? run.checkpointing->exit_code(signals.received()) : not_converged;
}

void warn_of_stop(const DeferredSignals& signals, Log& log) {
  log.warning(fmt::format("{} before the end: what follows is about the points reached so far",
                          signals.received() != 0 ? "interrupted" : "stopped by --max-seconds"));
}

bool may_train_the_model(bool path_was_stopped, const DeferredSignals& signals) {
  return !path_was_stopped || signals.received() == 0;
}

bool write_model_at(TrainingRun& run, const PathPoint& point, const DeferredSignals& signals, Log& log) {
  run.problem.move_to(point);
  fit(run, signals, log);
  const Outputs outputs = write_training_files(run, log);
  if (outputs != Outputs::written) return outputs == Outputs::older_are_better || signals.received() != 0;
  const Outcome outcome = outcome_of(run.result);
  const bool certified = !run.options.certificate.empty() && run.result.is_proved();
  log.event(Verbosity::normal, "model",
            fmt::format("model       {}{}: {}, {} of {} nonzero, {}{}", output_name(run.options.model),
                        certified ? ", proof in " + run.options.certificate : "", how_it_ended(outcome),
                        with_thousands(outcome.nonzero_weights),
                        counted(run.problem.data->features * std::ssize(run.result.fit), "weight"),
                        run.problem.several() ? "in all: " : "", describe_proof(outcome.primal, outcome.dual)),
            {{"file", run.options.model}, {"l1", run.problem.penalty.l1}, {"l2", run.problem.penalty.l2}});
  return true;
}

int exit_code(const TrainingRun& run, const std::vector<Path>& paths, const DeferredSignals& signals, Log& log) {
  if (const int signal = signals.received(); signal != 0) {
    run.checkpointing->say_how_to_go_on(log);
    return run.checkpointing->exit_code(signal);
  }
  if (!run.options.strict) return 0;
  const auto converged = [](const auto& solved) { return solved.status == Status::converged; };
  const bool all = std::ranges::all_of(paths, [&](const Path& path) { return std::ranges::all_of(path, converged); }) &&
                   std::ranges::all_of(run.result.fit, converged);
  return all ? 0 : not_converged;
}

}  // namespace smsvm::cli
