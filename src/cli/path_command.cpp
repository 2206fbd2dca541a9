#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/output_files.hpp"
#include "cli/path_options.hpp"
#include "cli/path_run.hpp"
#include "cli/path_table.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_facts.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* examples =
    "smsvm path data.svm > path.csv                       100 values of μ, from where all weights are zero\n"
    "smsvm path --json path.json data.svm                 with the weights at each point\n"
    "smsvm path --l1-ratio 0.5 --points 50 data.svm       λ and μ fall together\n"
    "smsvm path --at 0.01 data.svm model                  and the model at the point nearest to μ = 0.01";

struct Options : PathCommandOptions {
  std::optional<double> at;
};

void check(const Options& options) {
  if (options.l1_ratios.size() > 1) throw OptionError("--l1-ratio: a path has one; 'smsvm cv' takes several");
  if (options.model.empty() == options.at.has_value()) {
    throw OptionError(options.at ? "--at chooses the point for a MODEL; name the file to write it to"
                                 : "a path has many models; --at NUMBER says which one to write to MODEL");
  }
  if (options.at && !(*options.at > 0))
    throw OptionError(fmt::format("--at must be a number > 0, not {}", *options.at));
}

/// By ratio.
const PathPoint& nearest(const Path& path, double strength) {
  const PathPoint* best = &path.front();
  const auto distance = [&](const PathPoint& point) { return std::abs(std::log(point.strength / strength)); };
  for (const PathPoint& point : path)
    if (distance(point) < distance(*best)) best = &point;
  return *best;
}

Json facts(const TrainingRun& run, const PathFit& fit, double total_seconds) {
  Json all = problem_json(run, "path");
  all["largest"] = largest_json(fit.group[0].largest);
  all["passes"] = fit.passes;
  all["seconds"] = {{"load", run.load_seconds}, {"path", fit.seconds}, {"total", total_seconds}};
  all.update(path_json(run, fit.group[0].path));
  return all;
}

std::string summary(const TrainingRun& run, const PathFit& fit, double total_seconds) {
  const GroupPaths& group = fit.group[0];
  std::size_t points = 0, proved = 0;
  double worst = 0;
  for (const Path& path : group.path) {
    points += path.size();
    for (const PathPoint& point : path) {
      proved += point.status == Status::converged;
      worst = std::max(worst, point.relative_gap().value_or(INFINITY));
    }
  }
  const PathPoint& first = group.path[0].front();
  const PathPoint& last = group.path[0].back();
  std::string text =
      fmt::format("path        {} of {} proved to {:g} (largest relative gap {:.1e})\n", proved,
                  counted(static_cast<std::int64_t>(points), "point"), run.options.stopping.tolerance, worst);
  text += fmt::format("strength    {:.6g} down to {:.6g}{}\n", first.strength, last.strength,
                      group.largest.upper > 0 ? ", the first being the least at which all weights are zero" : "");
  text += fmt::format("loss        {:.6g} down to {:.6g}\n", first.loss, last.loss);
  text += fmt::format("weights     {} to {} of {} nonzero\n", with_thousands(std::ssize(first.weights.feature)),
                      with_thousands(std::ssize(last.weights.feature)), with_thousands(run.data.features));
  text += fmt::format("effort      {:.1f} passes, {} for the path, {} in all", fit.passes, duration(fit.seconds),
                      duration(total_seconds));
  return text;
}

int run_path(Options options, Log& log) {
  const Stopwatch watch;
  options.complete();
  check(options);
  check_outputs({{"MODEL", options.model},
                 {"--csv", options.csv},
                 {"--certificate", options.certificate},
                 {"--json", options.reporting.json},
                 {"--report", options.reporting.report}},
                {options.data, options.penalty_factor, options.sample_weight});
  TrainingRun run = prepare(options, log);
  const DeferredSignals signals;
  const std::vector<Target> targets = targets_of(run);
  PathFit fit;
  {
    PathProgress progress(log, targets.size(), options.path.points);
    fit = fit_paths(run.data, {{options.paths()[0], targets, targets.size()}}, run.penalty, options.stopping,
                    [&](std::size_t problem, int point, const Progress& now) {
                      progress.update(problem, point, now);
                      return signals.received() == 0;
                    });
  }
  if (std::ranges::any_of(fit.group[0].path, [](const Path& path) { return path.empty(); }))
    return nothing_known(signals, log);
  write_text(options.csv, path_csv(run, fit.group[0].path));
  const Json all = facts(run, fit, watch.seconds());
  write_json(options.reporting.json, all);
  write_report(options.reporting.report, all);
  log.event(Verbosity::normal, "done", summary(run, fit, watch.seconds()), {{"passes", fit.passes}});
  if (options.at && signals.received() == 0) {
    const PathPoint& point = nearest(fit.group[0].path[0], *options.at);
    write_model_at(run, point.l1, point.l2, signals, log);
  }
  return signals.received() != 0 ? exit_code_of_signal(signals.received()) : 0;
}

}  // namespace

void add_path(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("path", "Fit for many strengths of the penalty, one after the other");
  command->group("Commands")->footer(examples);
  options->add_to(*command);
  command->add_option("MODEL", options->model, "The model at the point that --at chooses");
  command->add_option("--at", options->at, "Write the model at the point nearest to this strength")
      ->type_name("NUMBER")
      ->group("Path");
  run_when_chosen(*command, options, action, run_path);
}

}  // namespace smsvm::cli
