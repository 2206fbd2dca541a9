#include "cli/path_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cli/csv_text.hpp"
#include "cli/ranks.hpp"
#include "cli/resources.hpp"
#include "cli/run_facts.hpp"
#include "cli/training_report.hpp"
#include "smsvm/version.hpp"
#include "util/thread_pool.hpp"

namespace smsvm::cli {
namespace {

/// With all digits, or nothing.
std::string number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : "";
}
/// Of figures whose last digits tell nothing.
std::string short_number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{:.6g}", *value) : "";
}

constexpr const char* point_columns =
    "strength,l1,l2,C,l1_ratio,status,primal,dual,relative_gap,loss,nonzero_weights,intercept,passes";

std::string point_fields(const TrainingRun& run, const PathPoint& point) {
  const Penalty penalty = penalty_at(point);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}", point.strength, point.l1, point.l2,
                     number(penalty.c(run.problem.total_weight)), number(penalty.l1_ratio()), name(point.status),
                     point.primal, number(point.dual), short_number(point.relative_gap()), point.loss,
                     point.weights.feature.size(), point.intercept, short_number(point.passes));
}

/// With `more` fields, named by `more_columns`, at the end of each line.
template <class More>
std::string table(const TrainingRun& run, const std::vector<Path>& paths, const std::string& more_columns,
                  const More& more, bool header = true) {
  const bool several = run.problem.several();
  std::string text;
  if (header) text = fmt::format("point,{}{}{}\n", several ? "class," : "", point_columns, more_columns);
  for (std::size_t k = 0; k < paths.size(); ++k) {
    for (std::size_t point = 0; point < paths[k].size(); ++point) {
      text += fmt::format("{},{}{}{}\n", point + 1, several ? csv_field(run.problem.model_labels[k].text) + "," : "",
                          point_fields(run, paths[k][point]), more(point));
    }
  }
  return text;
}

constexpr std::size_t most_lines = 20;

/// A line of a short table, without what was measured.
std::string table_line(const TrainingRun& run, const std::vector<Path>& paths, std::size_t point) {
  std::int64_t nonzero = 0;
  double loss = 0;
  std::size_t classes = 0;
  for (const Path& path : paths) {
    if (point >= path.size()) continue;
    nonzero += std::ssize(path[point].weights.feature);
    loss += path[point].loss;
    ++classes;
  }
  const PathPoint& first = paths.front()[point];
  return fmt::format("{:>5} {:>9.4g} {:>9.4g} {:>9.4g} {:>8} {:>9.4g}", point + 1, first.l2, first.l1,
                     penalty_at(first).c(run.problem.total_weight), nonzero, loss / static_cast<double>(classes));
}
constexpr const char* table_titles = "point         λ         μ         C  weights      loss";

bool is_shown(std::size_t point, std::size_t points) {
  const std::size_t step = (points + most_lines - 1) / most_lines;
  return point % step == 0 || point + 1 == points;
}

Json points_json(const TrainingRun& run, const Path& path) {
  Json list = Json::array();
  for (const PathPoint& point : path) {
    const Penalty penalty = penalty_at(point);
    Json weights = Json::array();
    for (std::size_t k = 0; k < point.weights.feature.size(); ++k)
      weights.push_back({run.problem.data->feature_id(point.weights.feature[k]), point.weights.value[k]});
    list.push_back({{"strength", point.strength},
                    {"l1", point.l1},
                    {"l2", point.l2},
                    {"C", number_or_null(penalty.c(run.problem.total_weight))},
                    {"l1_ratio", penalty.l1_ratio()},
                    {"status", name(point.status)},
                    {"primal", point.primal},
                    {"dual", number_or_null(point.dual)},
                    {"relative_gap", number_or_null(point.relative_gap())},
                    {"loss", point.loss},
                    {"nonzero_weights", point.weights.feature.size()},
                    {"intercept", point.intercept},
                    {"passes", point.passes},
                    {"weights", std::move(weights)}});
  }
  return list;
}

}  // namespace

Penalty penalty_at(const PathPoint& point) {
  Penalty penalty;
  penalty.l1 = point.l1;
  penalty.l2 = point.l2;
  return penalty;
}

std::string path_csv(const TrainingRun& run, const std::vector<Path>& paths) {
  return table(run, paths, "", [](std::size_t) { return ""; });
}

std::string cross_validation_csv(const TrainingRun& run, const CrossValidation& validation) {
  std::string columns, text;
  for (const MetricCurve& curve : validation.path.front().curve)
    columns += fmt::format(",{0},{0}_standard_error", name(curve.metric));
  columns += ",chosen";
  for (std::size_t p = 0; p < validation.path.size(); ++p) {
    const CrossValidatedPath& path = validation.path[p];
    const auto more = [&](std::size_t point) {
      std::string fields;
      for (const MetricCurve& curve : path.curve)
        fields += fmt::format(",{},{}", number(curve.mean[point]), short_number(curve.standard_error[point]));
      const auto is = [&](const GridPoint& chosen) { return chosen.path == p && chosen.point == point; };
      fields += is(validation.best)     ? (is(validation.one_se) ? ",min 1se" : ",min")
                : is(validation.one_se) ? ",1se"
                                        : ",";
      return fields;
    };
    text += table(run, path.full, columns, more, p == 0);
  }
  return text;
}

std::string path_table(const TrainingRun& run, const std::vector<Path>& paths) {
  std::string text = fmt::format("{}\n", table_titles);
  for (std::size_t point = 0; point < paths.front().size(); ++point)
    if (is_shown(point, paths.front().size())) text += table_line(run, paths, point) + "\n";
  return text;
}

std::string cross_validation_table(const TrainingRun& run, const CrossValidation& validation) {
  std::string text;
  for (std::size_t p = 0; p < validation.path.size(); ++p) {
    const CrossValidatedPath& path = validation.path[p];
    const std::size_t points = path.full.front().size();
    if (points == 0) continue;
    const MetricCurve& curve = path.curve.front();
    text += fmt::format("{} {:>17}\n", table_titles, name(curve.metric));
    for (std::size_t point = 0; point < points; ++point) {
      const auto is = [&](const GridPoint& chosen) { return chosen.path == p && chosen.point == point; };
      const bool best = is(validation.best), one_se = is(validation.one_se);
      if (!is_shown(point, points) && !best && !one_se) continue;
      text += fmt::format("{} {:>8.4f} ± {:.4f}{}{}\n", table_line(run, path.full, point), curve.mean[point],
                          curve.standard_error[point], best ? " min" : "", one_se ? " 1se" : "");
    }
  }
  return text;
}

Json path_json(const TrainingRun& run, const std::vector<Path>& paths) {
  if (!run.problem.several()) return {{"points", points_json(run, paths.front())}};
  Json classes = Json::array();
  for (std::size_t k = 0; k < paths.size(); ++k)
    classes.push_back({{"label", run.problem.model_labels[k].text}, {"points", points_json(run, paths[k])}});
  return {{"classes", std::move(classes)}};
}

bool is_known(const LargestStrength& largest) { return largest.lower > 0; }

Json largest_json(const LargestStrength& largest) {
  if (!is_known(largest)) return nullptr;
  return {{"lower", largest.lower}, {"upper", largest.upper}};
}

Json problem_json(const TrainingRun& run, const char* command) {
  Json names = Json::object();
  for (std::size_t j = 0; j < run.problem.data->feature_names.size(); ++j)
    names[std::to_string(run.problem.data->feature_id(static_cast<std::int64_t>(j)))] =
        run.problem.data->feature_names[j];
  Json scale = Json::object();
  for (std::size_t j = 0; j < run.problem.penalty.scale.size(); ++j)
    scale[std::to_string(run.problem.data->feature_id(static_cast<std::int64_t>(j)))] = run.problem.penalty.scale[j];
  Json facts = run_facts(run, command);
  facts.update({{"feature_names", std::move(names)},
                {"feature_scale", std::move(scale)},
                {"intercept", word_for(intercepts, run.problem.options.intercept)},
                {"scale", word_for(scales, run.problem.options.scale)},
                {"rows", run.problem.data->rows},
                {"features", run.problem.data->features},
                {"nonzeros", run.nonzeros},
                {"total_weight", run.problem.total_weight},
                {"precision", word_for(precisions, run.problem.data->precision())},
                {"threads", thread_count(run.problem.options.solver.threads)},
                {"ranks", rank_count()},
                {"peak_memory_bytes", peak_memory_bytes()},
                {"version", version}});
  return facts;
}

}  // namespace smsvm::cli
