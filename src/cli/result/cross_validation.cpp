#include "cli/result/cross_validation.hpp"

#include <fmt/format.h>

#include <limits>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"

namespace smsvm::cli {
namespace {

double number_or_nothing(const FactView& value) {
  return value.is_number() ? value.number() : std::numeric_limits<double>::quiet_NaN();
}

std::string series_name(const FactView& path, std::size_t paths) {
  const auto ratio = path.find("l1_ratio");
  if (paths == 1) return "mean of the folds ± standard error";
  return ratio ? fmt::format("ρ = {:g}", ratio->number()) : "μ alone";
}

report::Series curve_of(const FactView& path, std::size_t metric, std::size_t paths) {
  const std::vector<FactView> points = paths_of(path).front().points.list();
  const std::vector<FactView> curves = path.at("curves").list();
  if (metric >= curves.size()) path.at("curves").complain("a curve for each metric");
  const std::vector<FactView> mean = curves[metric].at("mean").list(),
                              error = curves[metric].at("standard_error").list();
  if (mean.size() != points.size() || error.size() != points.size()) curves[metric].complain("a value for each point");
  report::Series series{series_name(path, paths), {}};
  for (std::size_t at = 0; at < points.size(); ++at)
    series.points.push_back(
        {points[at].at("strength").number(), number_or_nothing(mean[at]), number_or_nothing(error[at])});
  return series;
}

}  // namespace

std::vector<report::Guide> chosen_guides(const FactView& facts) {
  const double best = facts.at("best").at("strength").number(), one_se = facts.at("one_se").at("strength").number();
  if (best == one_se) return {{"min and 1se", best}};
  return {{"min", best}, {"1se", one_se}};
}

void add_curves(report::Document& document, const FactView& facts) {
  const std::vector<FactView> paths = facts.at("paths").list();
  const std::size_t chosen = chosen_path(facts);
  const FactView points = paths_of(paths[chosen]).front().points;
  const std::vector<FactView> curves = paths[chosen].at("curves").list();
  for (std::size_t metric = 0; metric < curves.size(); ++metric) {
    const std::string name = metric_words(curves[metric].at("metric").text());
    report::Plot plot{
        fmt::format("Cross-validated {}", name), strength_axis(points), {name + " on the rows left out"}, {}};
    for (const FactView& path : paths) plot.series.push_back(curve_of(path, metric, paths.size()));
    plot.guides = chosen_guides(facts);
    plot.top = nonzeros_axis(points);
    document.plot(fmt::format("curve-{}", metric + 1), std::move(plot));
  }
}

std::size_t chosen_path(const FactView& facts) {
  const FactView path = facts.at("best").at("path");
  const std::int64_t index = path.count();
  if (index >= std::ssize(facts.at("paths").list())) path.complain("the number of one of the paths");
  return static_cast<std::size_t>(index);
}

report::Table curves_table(const FactView& facts) {
  report::Table table{{"ρ", "strength", "nonzero weights"}, {}, "Every mean and standard error in figures", true};
  for (const FactView& path : facts.at("paths").list()) {
    const std::vector<FactView> points = paths_of(path).front().points.list();
    const std::vector<FactView> curves = path.at("curves").list();
    if (table.header.size() == 3) {
      for (const FactView& curve : curves) {
        table.header.push_back(report::Cell::literal(metric_words(curve.at("metric").text())));
        table.header.push_back(report::Cell::literal("± " + metric_words(curve.at("metric").text())));
      }
    }
    for (std::size_t at = 0; at < points.size(); ++at) {
      std::vector<report::Cell> cells = {number_cell(path.find("l1_ratio")), number_cell(points[at].at("strength")),
                                         count_cell(points[at].at("nonzero_weights"))};
      for (const FactView& curve : curves) {
        for (const char* key : {"mean", "standard_error"}) {
          const std::vector<FactView> values = curve.at(key).list();
          cells.push_back(at < values.size() && values[at].is_number() ? number_cell(values[at])
                                                                       : report::Cell(no_value));
        }
      }
      if (cells.size() != table.header.size()) path.at("curves").complain("the same metrics for every path");
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

}  // namespace smsvm::cli
