#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/output_files.hpp"
#include "cli/path_options.hpp"
#include "cli/path_progress.hpp"
#include "cli/path_table.hpp"
#include "cli/ranks.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_facts.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* path_examples =
    "smsvm path data.svm > path.csv                       100 values of μ, from where all weights are zero\n"
    "smsvm path --json path.json data.svm                 with the weights at each point\n"
    "smsvm path --l1-ratio 0.5 --points 50 data.svm       λ and μ fall together\n"
    "smsvm path --at 0.01 data.svm model                  and the model at the point nearest to μ = 0.01";

struct PathOnlyOptions : PathCommandOptions {
  std::optional<double> at;
};

void check(const PathOnlyOptions& options) {
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

/// Where the path does not come so far, the nearest point may be quite another one.
void warn_if_beyond_the_end(const Path& path, double strength, Log& log) {
  constexpr double about = 0.999;
  if (strength >= about * path.back().strength) return;
  log.warning(fmt::format("--at {:.6g} lies beyond the end of the path: the model is the one at {:.6g}", strength,
                          path.back().strength));
}

Json facts(const TrainingRun& run, const PathFit& fit, double total_seconds) {
  Json all = problem_json(run, "path");
  all["largest"] = largest_json(fit.group[0].largest);
  all["passes"] = fit.passes;
  all["sweeps"] = fit.sweeps;
  all["seconds"] = {{"load", run.load_seconds}, {"path", fit.seconds}, {"total", total_seconds}};
  all.update(path_json(run, fit.group[0].path));
  return all;
}

/// "44 points, each proved to 0.0001 (largest relative gap 9.8e-05)"
std::string what_is_proved(const std::vector<Path>& paths, double tolerance) {
  std::int64_t points = 0, proved = 0, unknown = 0;
  double largest_gap = 0;
  for (const Path& path : paths) {
    points += std::ssize(path);
    for (const PathPoint& point : path) {
      proved += point.status == Status::converged;
      unknown += !point.dual;
      largest_gap = std::max(largest_gap, point.relative_gap().value_or(0));
    }
  }
  std::string text = counted(points, "point");
  if (unknown == points) return text + ", nothing is proved";
  text += proved == points ? fmt::format(", {}proved to {:g}", points == 1 ? "" : "each ", tolerance)
                           : fmt::format(", {} of them proved to {:g}", with_thousands(proved), tolerance);
  text += fmt::format(" (largest relative gap {:.1e})", largest_gap);
  if (unknown > 0) text += fmt::format(", nothing about {}", with_thousands(unknown));
  return text;
}

std::string from_to(const std::string& first, const std::string& last) {
  return first == last ? first : fmt::format("{} to {}", first, last);
}

/// The first and the last points of all classes together.
struct End {
  double loss = 0;
  std::int64_t nonzero = 0;
  void add(const PathPoint& point) {
    loss += point.loss;
    nonzero += std::ssize(point.weights.feature);
  }
};

std::string summary(const TrainingRun& run, const PathFit& fit, double total_seconds) {
  const GroupPaths& group = fit.group[0];
  const auto classes = std::ssize(group.path);
  End first, last;
  for (const Path& path : group.path) {
    if (path.empty()) continue;  // stopped before its first point
    first.add(path.front());
    last.add(path.back());
  }
  const auto strength = [](const PathPoint& point) { return fmt::format("{:.6g}", point.strength); };
  const auto loss = [&](const End& end) { return fmt::format("{:.6g}", end.loss / static_cast<double>(classes)); };
  std::string text = fmt::format("path        {}\n", what_is_proved(group.path, run.problem.options.solver.tolerance));
  text += fmt::format("strength    {}{}\n", from_to(strength(group.path[0].front()), strength(group.path[0].back())),
                      is_known(group.largest) ? ", the first being the least at which all weights are zero" : "");
  text += fmt::format("loss        {}{}\n", from_to(loss(first), loss(last)), classes > 1 ? " per class" : "");
  text += fmt::format("weights     {} of {} nonzero\n",
                      from_to(with_thousands(first.nonzero), with_thousands(last.nonzero)),
                      with_thousands(classes * run.problem.data->features));
  text += fmt::format("effort      {:.1f} passes, {} for the path, {} in all", fit.passes, duration(fit.seconds),
                      duration(total_seconds));
  return text;
}

int run_path(PathOnlyOptions options, Log& log) {
  const Stopwatch watch;
  options.complete();
  check(options);
  check_outputs({{"MODEL", options.model},
                 {"--csv", options.csv},
                 {"--certificate", options.certificate},
                 {"--checkpoint", options.checkpointing.file},
                 {"--json", options.reporting.json},
                 {"--report", options.reporting.report}},
                {options.data, options.penalty_factor, options.sample_weight});
  TrainingRun run = prepare(options, log);
  announce_path("path", run, options, log);
  const DeferredSignals signals;
  PathFit fit;
  {
    PathProgress progress(log, run.problem.problems(), options.points());
    fit = fit_paths(run.problem, options.paths(), {}, [&](std::size_t problem, int point, const Progress& now) {
      if (!run.checkpointing->is_replaying()) progress.update(problem, point, now);
      run.checkpointing->say_news(log);
      return signals.received() == 0;
    });
  }
  if (std::ranges::all_of(fit.group[0].path, [](const Path& path) { return path.empty(); }))
    return nothing_known(run, signals, log);
  if (fit.stopped) warn_of_stop(signals, log);
  write_text(options.csv, options.shows_table ? path_table(run, fit.group[0].path) : path_csv(run, fit.group[0].path));
  const Json all = facts(run, fit, watch.seconds());
  write_json(options.reporting.json, all);
  write_report(options.reporting.report, all);
  log.event(Verbosity::normal, "done", summary(run, fit, watch.seconds()), {{"passes", fit.passes}});
  if (options.at && may_train_the_model(fit.stopped, signals)) {
    const Path& path = fit.group[0].path[0];
    warn_if_beyond_the_end(path, *options.at, log);
    if (!write_model_at(run, nearest(path, *options.at), signals, log)) return nothing_better;
  }
  return exit_code(run, fit.group[0].path, signals, log);
}

}  // namespace

void add_path(CLI::App& app, Action& action) {
  const auto options = std::make_shared<PathOnlyOptions>();
  CLI::App* command = app.add_subcommand("path", "Fit for many strengths of the penalty, one after the other");
  command->group("Commands")->footer(path_examples);
  options->add_to(*command);
  command->add_option("MODEL", options->model, "The model at the point that --at chooses");
  command->add_option("--at", options->at, "Write the model at the point nearest to this strength")
      ->type_name("NUMBER")
      ->group("Path");
  run_when_chosen(*command, options, action, [command](PathOnlyOptions& given, Log& log) {
    given.checkpointing.complete(*command);
    return run_path(given, log);
  });
}

}  // namespace smsvm::cli
