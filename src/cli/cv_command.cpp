#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "cli/commands.hpp"
#include "cli/fold_file.hpp"
#include "cli/held_out.hpp"
#include "cli/output_files.hpp"
#include "cli/path_options.hpp"
#include "cli/path_progress.hpp"
#include "cli/path_table.hpp"
#include "cli/ranks.hpp"
#include "cli/report_file.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "cli/training_report.hpp"
#include "select/folds.hpp"
#include "smsvm/cross_validation.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* cv_examples =
    "smsvm cv data.svm model                              ℓ2, ℓ1 and a mixture; the model at the best\n"
    "smsvm cv --over C data.svm model                     LIBLINEAR's C alone\n"
    "smsvm cv --rule 1se --metric auc data.svm model      the sparsest that is hardly worse, by its AUC\n"
    "smsvm cv --l1-ratio 0.1 --l1-ratio 0.9 data.svm      a grid\n"
    "smsvm cv --folds-file folds.txt --json - data.svm    folds of your own; figures of every fold";

enum class Rule { best, one_se };
constexpr std::array rules = {Choice{"min", Rule::best}, Choice{"1se", Rule::one_se}};
constexpr std::array metrics = {Choice{"accuracy", Metric::accuracy},
                                Choice{"balanced-accuracy", Metric::balanced_accuracy}, Choice{"auc", Metric::auc},
                                Choice{"f1", Metric::f1}, Choice{"hinge", Metric::hinge}};

enum class Over { penalty, c };
constexpr std::array overs = {Choice{"penalty", Over::penalty}, Choice{"C", Over::c}};

struct CvOptions : PathCommandOptions {
  Over over = Over::penalty;
  bool strengths_given = false, all_kinds = false;
  int folds = 10;
  std::string folds_file;
  std::vector<Metric> metric;  ///< none: accuracy
  Rule rule = Rule::best;

  void add_to(CLI::App& command);
  void complete();
  CrossValidationOptions validation(const TrainingRun& run) const;
};

void CvOptions::complete() {
  strengths_given = !path.strengths.empty();
  all_kinds = over == Over::penalty && !training.l2 && l1_ratios.empty() && !strengths_given;
  if (over == Over::c) {
    if (training.l2) throw OptionError("--over C: C takes the place of --l2");
    if (min_ratio) throw OptionError("--over C: --min-ratio has no part in it; name the values of C with --strengths");
    if (l1_ratios.empty()) l1_ratios = {0};
    if (!strengths_given) path.strengths = usual_values_of_c();
  } else if (all_kinds) {
    const bool is_usual = path.points == PathOptions().points;
    for (const PathOptions& each : usual_paths()) {
      l1_ratios.push_back(each.l1_ratio.value());
      if (is_usual) path.points = each.points;
    }
  }
  PathCommandOptions::complete();
}

void CvOptions::add_to(CLI::App& command) {
  const char* group = "Cross-validation";
  PathCommandOptions::add_to(command);
  command.add_option("MODEL", model, "The model at the point chosen, trained on all rows");
  CLI::Option* number = command.add_option("--folds", folds, "How many, stratified, drawn by --seed")
                            ->type_name("N")
                            ->default_str("10")
                            ->group(group);
  command.add_option("--folds-file", folds_file, "The number of each row's fold, one a line")
      ->type_name("FILE")
      ->excludes(number)
      ->group(group);
  add_choice(command, "--over", over, overs, "What --strengths are: of the penalty, or values of LIBLINEAR's C")
      ->group(group);
  add_choices(command, "--metric", metric, metrics, "What to measure; may be given again, the first decides")
      ->default_str("accuracy")
      ->group(group);
  add_choice(command, "--rule", rule, rules,
             "Which point MODEL is: the best, or the strongest within one standard error")
      ->group(group);
}

CrossValidationOptions CvOptions::validation(const TrainingRun& run) const {
  CrossValidationOptions options;
  options.paths = paths();
  options.extend = !strengths_given;
  for (std::size_t p = 0; p < options.paths.size(); ++p) {
    if (all_kinds) options.paths[p].values_of_c = usual_paths()[p].values_of_c;
    if (over == Over::c) options.paths[p].values_of_c = std::exchange(options.paths[p].strengths, {});
  }
  options.folds = folds;
  if (!folds_file.empty()) {
    const GivenFolds given = read_folds(folds_file, run);
    options.folds = given.folds;
    options.fold_of_row = given.of_row;
  }
  if (!metric.empty()) options.metrics = metric;
  return options;
}

Json chosen_json(const CrossValidation& validation, const GridPoint& at) {
  const CrossValidatedPath& path = validation.path[at.path];
  const PathPoint& point = path.full[0][at.point];
  std::size_t nonzero_weights = 0;  // of all classes
  for (const Path& of_class : path.full) nonzero_weights += of_class[at.point].weights.feature.size();
  Json scores = Json::object();
  for (const MetricCurve& curve : path.curve)
    scores[std::string(name(curve.metric))] = {{"mean", number_or_null(curve.mean[at.point])},
                                               {"standard_error", number_or_null(curve.standard_error[at.point])}};
  return {{"path", at.path}, {"point", at.point + 1}, {"strength", point.strength},
          {"l1", point.l1},  {"l2", point.l2},        {"nonzero_weights", nonzero_weights},
          {"scores", scores}};
}

Json curve_json(const MetricCurve& curve) {
  const auto list = [](const std::vector<double>& values) {
    Json all = Json::array();
    for (const double value : values) all.push_back(number_or_null(value));
    return all;
  };
  Json folds = Json::array();
  for (const auto& of_point : curve.of_fold) folds.push_back(list(of_point));
  return {{"metric", name(curve.metric)},
          {"mean", list(curve.mean)},
          {"standard_error", list(curve.standard_error)},
          {"folds", std::move(folds)}};
}

Json facts(const TrainingRun& run, const CvOptions& options, const CrossValidation& validation, double total_seconds) {
  Json all = problem_json(run, "cv");
  all["rule"] = word_for(rules, options.rule);
  all["best"] = chosen_json(validation, validation.best);
  all["one_se"] = chosen_json(validation, validation.one_se);
  all["passes"] = validation.passes;
  all["sweeps"] = validation.sweeps;
  all["seconds"] = {{"load", run.load_seconds}, {"cv", validation.seconds}, {"total", total_seconds}};
  all["held_out"] =
      validation.held_out_scores.empty() ? Json(nullptr) : held_out_json(judge_scores(run, validation.held_out_scores));
  all["fold_of_row"] = validation.fold_of_row;
  Json paths = Json::array();
  for (std::size_t p = 0; p < validation.path.size(); ++p) {
    Json path = path_json(run, validation.path[p].full);
    path["largest"] = largest_json(validation.path[p].largest);
    path["l1_ratio"] = options.l1_ratios.empty() ? Json(nullptr) : Json(options.l1_ratios[p]);
    path["curves"] = Json::array();
    for (const MetricCurve& curve : validation.path[p].curve) path["curves"].push_back(curve_json(curve));
    paths.push_back(std::move(path));
  }
  all["paths"] = std::move(paths);
  return all;
}

std::string grid_point_text(const CrossValidation& validation, const GridPoint& at, double total_weight) {
  const CrossValidatedPath& path = validation.path[at.path];
  const MetricCurve& curve = path.curve[0];
  const PathPoint& point = path.full[0][at.point];
  std::int64_t nonzero = 0;
  for (const Path& full : path.full) nonzero += std::ssize(full[at.point].weights.feature);
  return fmt::format("{} {:.6g} ± {:.2g} at {}, {} (point {} of {})", name(curve.metric), curve.mean[at.point],
                     curve.standard_error[at.point], describe(penalty_at(point), total_weight),
                     counted(nonzero, "nonzero weight"), at.point + 1, path.full[0].size());
}

std::string summary(const CrossValidation& validation, double total_weight, double total_seconds) {
  std::string text = fmt::format("min         {}\n", grid_point_text(validation, validation.best, total_weight));
  text += fmt::format("1se         {}\n", grid_point_text(validation, validation.one_se, total_weight));
  text += fmt::format("effort      {:.1f} passes for all folds and points together, {}, {} in all", validation.passes,
                      duration(validation.seconds), duration(total_seconds));
  return text;
}

/// Where nothing is left of a class, the models cannot know it.
void warn_of_missing_classes(const TrainingRun& run, const GivenFolds& folds, Log& log) {
  for (std::size_t k = 0; k < run.problem.problems(); ++k) {
    const std::vector<std::int8_t> sign = run.problem.signs(k);
    std::vector<std::int64_t> positive(static_cast<std::size_t>(folds.folds)), rows(positive);
    for (std::size_t i = 0; i < folds.of_row.size(); ++i) {
      ++rows[static_cast<std::size_t>(folds.of_row[i])];
      positive[static_cast<std::size_t>(folds.of_row[i])] += sign[i] > 0;
    }
    const auto all = std::reduce(positive.begin(), positive.end());
    const auto others = run.problem.data->rows - all;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const bool none = positive[f] == all, no_others = rows[f] - positive[f] == others;
      if (!none && !no_others) continue;
      const std::string which = none                    ? run.problem.model_labels[k].text
                                : run.problem.several() ? "any other class"
                                                        : run.problem.model_labels[1].text;
      log.warning(fmt::format("fold {} has every row of {}: what is trained without it does not know that class", f + 1,
                              which));
    }
  }
}

/// The first metric decides; it must be defined somewhere.
void check_that_something_was_measured(const CrossValidation& validation) {
  const MetricCurve& curve = validation.path[validation.best.path].curve[0];
  if (!std::isnan(curve.mean[validation.best.point])) return;
  throw Error(ErrorKind::bad_data,
              fmt::format("{} cannot be measured: no fold has rows of several classes", name(curve.metric)));
}

int run_cv(CvOptions options, Log& log) {
  const Stopwatch watch;
  options.complete();
  check_folds("--folds", options.folds, std::numeric_limits<std::int64_t>::max());
  check_outputs({{"MODEL", options.model},
                 {"--csv", options.csv},
                 {"--certificate", options.certificate},
                 {"--checkpoint", options.checkpointing.file},
                 {"--json", options.reporting.json},
                 {"--report", options.reporting.report}},
                {options.data, options.penalty_factor, options.sample_weight, options.folds_file});
  TrainingRun run = prepare(options, log);
  const CrossValidationOptions how = options.validation(run);
  announce_path("cv", run, options, log);
  const DeferredSignals signals;
  CrossValidation validation;
  {
    const std::size_t problems = how.paths.size() * run.problem.problems() * static_cast<std::size_t>(1 + how.folds);
    PathProgress progress(log, problems, options.points());
    validation = cross_validate(run.problem, how, [&](std::size_t problem, int point, const Progress& now) {
      if (!run.checkpointing->is_replaying()) progress.update(problem, point, now);
      run.checkpointing->say_news(log);
      return signals.received() == 0;
    });
  }
  if (!validation.complete) return nothing_known(run, signals, log);
  if (validation.stopped) warn_of_stop(signals, log);
  check_that_something_was_measured(validation);
  warn_of_missing_classes(run, {how.folds, validation.fold_of_row}, log);
  if (validation.best_is_last && !validation.stopped) {
    log.warning("the best point is the last of its path: a weaker penalty may be better still; " +
                std::string(options.strengths_given ? "add smaller --strengths, or larger values of C"
                                                    : "give a smaller --min-ratio"));
  }
  write_text(options.csv,
             options.shows_table ? cross_validation_table(run, validation) : cross_validation_csv(run, validation));
  const Json all = facts(run, options, validation, watch.seconds());
  write_json(options.reporting.json, all);
  write_report(options.reporting.report, all);
  log.event(Verbosity::normal, "done", summary(validation, run.problem.total_weight, watch.seconds()),
            {{"best", chosen_json(validation, validation.best)},
             {"one_se", chosen_json(validation, validation.one_se)},
             {"passes", validation.passes}});
  if (!options.model.empty() && may_train_the_model(validation.stopped, signals)) {
    const GridPoint at = options.rule == Rule::best ? validation.best : validation.one_se;
    if (!write_model_at(run, validation.path[at.path].full[0][at.point], signals, log)) return nothing_better;
  }
  std::vector<Path> paths;
  for (const CrossValidatedPath& path : validation.path) paths.insert(paths.end(), path.full.begin(), path.full.end());
  return exit_code(run, paths, signals, log);
}

}  // namespace

void add_cv(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CvOptions>();
  CLI::App* command = app.add_subcommand("cv", "Choose the strength of the penalty by cross-validation");
  command->group("Commands")->footer(cv_examples);
  options->add_to(*command);
  run_when_chosen(*command, options, action, [command](CvOptions& given, Log& log) {
    given.checkpointing.complete(*command);
    return run_cv(given, log);
  });
}

}  // namespace smsvm::cli
