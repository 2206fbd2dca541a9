#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/result/fact_text.hpp"
#include "cli/result/parts.hpp"
#include "cli/text.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_coloured_paths = 10, most_drawn_paths = 30;

/// Only what is not zero is kept: with every feature at every point, a small file could ask for much memory.
struct PathWeights {
  struct Weight {
    std::size_t point = 0;
    double value = 0;
  };
  std::vector<double> strength;
  std::map<std::int64_t, std::vector<Weight>> of_feature;
};

PathWeights read_weights(const std::vector<FactView>& points, const Features& features) {
  PathWeights weights;
  for (const FactView& point : points) {
    for (const auto& [feature, value] : point.at("weights").pairs())
      weights.of_feature[feature].push_back({weights.strength.size(), value * features.scale(feature)});
    weights.strength.push_back(point.at("strength").number());
  }
  return weights;
}

/// By the largest weight anywhere on any of the paths.
std::vector<std::int64_t> strongest_first(const std::vector<PathWeights>& paths) {
  std::map<std::int64_t, double> largest;
  for (const PathWeights& weights : paths) {
    for (const auto& [feature, values] : weights.of_feature)
      for (const auto& [point, value] : values) largest[feature] = std::max(largest[feature], std::abs(value));
  }
  std::vector<std::pair<double, std::int64_t>> order;
  for (const auto& [feature, size] : largest)
    if (size > 0) order.emplace_back(-size, feature);
  std::ranges::sort(order);
  std::vector<std::int64_t> features;
  for (const auto& [size, feature] : order) features.push_back(feature);
  return features;
}

report::Plot weights_plot(std::string title, const NamedPath& path, const PathsSection& section,
                          const PathWeights& weights, const std::vector<std::int64_t>& strongest,
                          const Features& features) {
  report::Plot plot{std::move(title), strength_axis(path.points), {"weight"}, {}};
  plot.guides = section.guides;
  plot.top = nonzeros_axis({path});
  plot.named_at_ends = true;
  for (std::size_t rank = 0; rank < std::min(strongest.size(), most_drawn_paths); ++rank) {
    const auto values = weights.of_feature.find(strongest[rank]);
    if (values == weights.of_feature.end()) {  // in another class: its colour is not to be another feature's here
      plot.series.emplace_back();
      continue;
    }
    report::Series series{features.name(strongest[rank]), {}, true, false};
    series.background = rank >= most_coloured_paths;
    for (const double strength : weights.strength) series.points.push_back({strength, 0});
    for (const auto& [point, value] : values->second) series.points[point].y = value;
    plot.series.push_back(std::move(series));
  }
  return plot;
}

report::Table table_of(const std::vector<FactView>& points, std::string caption) {
  report::Table table{{"point", "strength", "μ", "λ", "status", "objective", "lower bound", "relative gap", "loss",
                       "nonzero weights", "intercept", "passes"},
                      {},
                      std::move(caption),
                      true};
  for (std::size_t at = 0; at < points.size(); ++at) {
    const FactView& point = points[at];
    table.rows.push_back({std::to_string(at + 1), number_cell(point.at("strength")), number_cell(point.at("l1")),
                          number_cell(point.at("l2")), report::Cell::literal(point.at("status").text()),
                          number_cell(point.at("primal"), 9), number_cell(point.find("dual"), 9),
                          number_cell(point.find("relative_gap"), 3), number_cell(point.at("loss")),
                          count_cell(point.at("nonzero_weights")), number_cell(point.at("intercept")),
                          number_cell(point.at("passes"), 4)});
  }
  return table;
}

std::string counted_features(std::size_t count) { return counted(static_cast<std::int64_t>(count), "feature"); }

std::string what_is_drawn(std::size_t features, const std::string& of_which) {
  if (features == 0) return fmt::format("No feature has a weight anywhere on this path{}.", of_which);
  std::string text = fmt::format("{} {} a weight somewhere on this path{}", counted_features(features),
                                 features == 1 ? "has" : "have", of_which);
  if (features > most_coloured_paths)
    text += fmt::format("; the {} strongest are in colour, the next {} in grey", most_coloured_paths,
                        std::min(features, most_drawn_paths) - most_coloured_paths);
  if (features > most_drawn_paths)
    text += fmt::format(", the other {} are not drawn", counted_features(features - most_drawn_paths));
  return text + ".";
}

}  // namespace

report::Axis strength_axis(const FactView& points) {
  const std::vector<FactView> all = points.list();
  const bool l1_alone = std::ranges::all_of(
      all, [](const FactView& point) { return point.at("strength").number() == point.at("l1").number(); });
  return {l1_alone ? "ℓ1 penalty μ, falling" : "strength of the penalty, λ + μ, falling", true, true};
}

report::TopAxis nonzeros_axis(const std::vector<NamedPath>& paths) {
  std::vector<std::pair<double, std::int64_t>> all;
  for (const NamedPath& path : paths) {
    const std::vector<FactView> points = path.points.list();
    if (all.empty()) all.resize(points.size());
    for (std::size_t at = 0; at < std::min(all.size(), points.size()); ++at) {
      all[at].first = points[at].at("strength").number();
      all[at].second += points[at].at("nonzero_weights").count();
    }
  }
  report::TopAxis axis{"nonzero weights", {}};
  for (const auto& [strength, count] : all) axis.marks.push_back({strength, with_thousands(count)});
  return axis;
}

std::vector<NamedPath> paths_of(const FactView& facts) {
  if (const auto points = facts.find("points")) return {{"", *points}};
  std::vector<NamedPath> paths;
  for (const FactView& each : facts.at("classes").list()) paths.push_back({each.at("label").text(), each.at("points")});
  if (paths.empty()) facts.at("classes").complain("at least one class");
  return paths;
}

std::vector<NamedWeights> weights_at(const std::vector<NamedPath>& paths, std::size_t point,
                                     const std::vector<std::string>& labels, const Features& features) {
  std::vector<NamedWeights> charts;
  for (const NamedPath& path : paths) {
    const std::vector<FactView> points = path.points.list();
    if (point >= points.size()) path.points.complain("as many points for every class");
    NamedWeights weights{"Class " + path.label, path.label, path.label, "the rest", {}};
    if (path.label.empty())
      weights = {"The largest weights", "", labels.empty() ? "" : labels[0], labels.size() > 1 ? labels[1] : "", {}};
    for (const auto& [feature, value] : points[point].at("weights").pairs())
      weights.bars.push_back({features.name(feature), value * features.scale(feature)});
    charts.push_back(std::move(weights));
  }
  return charts;
}

void add_paths(report::Document& document, const std::vector<NamedPath>& paths, const PathsSection& section,
               const Features& features) {
  if (paths.size() > most_classes_apart) return;
  std::vector<PathWeights> weights;
  for (const NamedPath& path : paths) weights.push_back(read_weights(path.points.list(), features));
  const std::vector<std::int64_t> strongest = strongest_first(weights);
  if (strongest.empty()) return;
  std::vector<std::string> without;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    if (weights[k].of_feature.empty()) {
      without.push_back(paths[k].label);
      continue;
    }
    const std::string of_class = paths[k].label.empty() ? "" : fmt::format(", class {}", paths[k].label);
    document.plot(fmt::format("{}-{}", section.name, k + 1),
                  weights_plot(section.title + of_class, paths[k], section, weights[k], strongest, features));
  }
  if (without.empty()) return;
  document.paragraph(fmt::format("All weights of {} {} are zero at every point of this path.",
                                 without.size() == 1 ? "class" : "the classes", fmt::join(without, ", ")));
}

void add_path_figures(report::Document& document, const std::vector<NamedPath>& paths, const std::string& of_which) {
  if (paths.size() > most_classes_apart) return;
  std::vector<PathWeights> weights;
  for (const NamedPath& path : paths) weights.push_back(read_weights(path.points.list(), {}));
  const std::size_t features = strongest_first(weights).size();
  if (of_which.empty() || features == 0 || features > most_coloured_paths)
    document.paragraph(what_is_drawn(features, of_which));
  for (const NamedPath& path : paths) {
    const std::string of_class = path.label.empty() ? "" : fmt::format(" of class {}", path.label);
    document.table(table_of(path.points.list(), fmt::format("Every point{}{} in figures", of_class, of_which)));
  }
}

}  // namespace smsvm::cli
