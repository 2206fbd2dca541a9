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
  if (paths == 1) return "";
  return ratio ? fmt::format("ρ = {:g}", ratio->number()) : "μ alone";
}

report::Series curve_of(const FactView& path, std::size_t metric, std::size_t paths) {
  const std::vector<FactView> points = paths_of(path).front().points.list();
  const std::vector<FactView> curves = path.at("curves").list();
  if (metric >= curves.size()) path.at("curves").complain("a curve for each metric");
  const std::vector<FactView> mean = curves[metric].at("mean").list(),
                              error = curves[metric].at("standard_error").list();
  if (mean.size() != points.size() || error.size() != points.size()) curves[metric].complain("a value for each point");
  report::Series series{series_name(path, paths), {}, true, false};
  series.band = true;
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

std::string edge_of_path(const FactView& facts) {
  const FactView path = facts.at("paths").list()[chosen_path(facts)];
  const std::int64_t point = facts.at("best").at("point").count();
  const auto points = std::ssize(paths_of(path).front().points.list());
  if (point == points) return "last";
  return point == 1 ? "first" : "";
}

void add_curves(report::Document& document, const FactView& facts) {
  const std::vector<FactView> paths = facts.at("paths").list();
  const std::size_t chosen = chosen_path(facts);
  const FactView best = facts.at("best");
  const std::vector<NamedPath> of_classes = paths_of(paths[chosen]);
  const std::vector<FactView> curves = paths[chosen].at("curves").list();
  const std::string edge = edge_of_path(facts);
  for (std::size_t metric = 0; metric < curves.size(); ++metric) {
    const std::string key = curves[metric].at("metric").text(), name = metric_words(key);
    report::Plot plot{fmt::format("Cross-validated {}", name),
                      strength_axis(of_classes.front().points),
                      {name + " on the rows left out ± standard error"},
                      {}};
    for (const FactView& path : paths) plot.series.push_back(curve_of(path, metric, paths.size()));
    if (const auto mean = best.at("scores").at(key).find("mean")) {
      report::Series mark{edge.empty() ? "best" : "best, " + edge + " of its path", {}, false, true};
      mark.points.push_back({best.at("strength").number(), mean->number()});
      plot.series.push_back(std::move(mark));
    }
    plot.guides = chosen_guides(facts);
    plot.named_at_ends = true;
    if (paths.size() == 1) plot.top = nonzeros_axis(of_classes);
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
    const std::vector<NamedPath> of_classes = paths_of(path);
    const std::vector<FactView> points = of_classes.front().points.list();
    const std::vector<report::TopAxis::Mark> nonzeros = nonzeros_axis(of_classes).marks;
    const std::vector<FactView> curves = path.at("curves").list();
    if (table.header.size() == 3) {
      for (const FactView& curve : curves)
        table.header.push_back(report::Cell::literal(metric_words(curve.at("metric").text()) + " ± standard error"));
    }
    for (std::size_t at = 0; at < points.size(); ++at) {
      std::vector<report::Cell> cells = {number_cell(path.find("l1_ratio")), number_cell(points[at].at("strength")),
                                         nonzeros[at].text};
      for (const FactView& curve : curves) {
        const std::vector<FactView> mean = curve.at("mean").list(), error = curve.at("standard_error").list();
        const bool both = at < mean.size() && at < error.size();
        cells.push_back(both ? score_cell(mean[at], error[at]) : report::Cell(no_value));
      }
      if (cells.size() != table.header.size()) path.at("curves").complain("the same metrics for every path");
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

}  // namespace smsvm::cli
