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

PathWeights read_weights(const std::vector<FactView>& points) {
  PathWeights weights;
  for (const FactView& point : points) {
    for (const auto& [feature, value] : point.at("weights").pairs())
      weights.of_feature[feature].push_back({weights.strength.size(), value});
    weights.strength.push_back(point.at("strength").number());
  }
  return weights;
}

/// By the largest weight anywhere on the path.
std::vector<std::int64_t> strongest_first(const PathWeights& weights) {
  std::vector<std::pair<double, std::int64_t>> order;
  for (const auto& [feature, values] : weights.of_feature) {
    double largest = 0;
    for (const auto& [point, value] : values) largest = std::max(largest, std::abs(value));
    if (largest > 0) order.emplace_back(-largest, feature);
  }
  std::ranges::sort(order);
  std::vector<std::int64_t> features;
  for (const auto& [size, feature] : order) features.push_back(feature);
  return features;
}

std::string name_of(std::int64_t feature, const std::optional<FactView>& names) {
  if (!names) return feature_name(feature, std::nullopt);
  const auto found = names->find(std::to_string(feature));
  return feature_name(feature, found ? std::optional(found->text()) : std::nullopt);
}

report::Plot weights_plot(const PathSection& section, const PathWeights& weights,
                          const std::vector<std::int64_t>& features) {
  report::Plot plot{section.title, strength_axis(section.points), {"weight"}, {}};
  plot.guides = section.guides;
  plot.top = nonzeros_axis(section.points);
  for (std::size_t rank = 0; rank < std::min(features.size(), most_drawn_paths); ++rank) {
    report::Series series{name_of(features[rank], section.feature_names), {}, true, false};
    series.background = rank >= most_coloured_paths;
    for (const double strength : weights.strength) series.points.push_back({strength, 0});
    for (const auto& [point, value] : weights.of_feature.at(features[rank])) series.points[point].y = value;
    plot.series.push_back(std::move(series));
  }
  return plot;
}

report::Plot loss_plot(const PathSection& section, const std::vector<FactView>& points) {
  report::Plot plot{
      "Loss and objective along the path", strength_axis(section.points), {"mean hinge loss, objective"}, {}};
  plot.guides = section.guides;
  report::Series loss{"mean hinge loss", {}, true, false}, objective{"objective, with the penalty", {}, true, false};
  for (const FactView& point : points) {
    const double strength = point.at("strength").number();
    loss.points.push_back({strength, point.at("loss").number()});
    objective.points.push_back({strength, point.at("primal").number()});
  }
  plot.series = {std::move(loss), std::move(objective)};
  return plot;
}

report::Table table_of(const std::vector<FactView>& points) {
  report::Table table{{"point", "strength", "μ", "λ", "status", "objective", "lower bound", "relative gap", "loss",
                       "nonzero weights", "intercept", "passes"},
                      {},
                      "Every point in figures",
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

std::string what_is_drawn(std::size_t features) {
  if (features == 0) return "No feature has a weight anywhere on this path.";
  std::string text =
      fmt::format("{} {} a weight somewhere on this path", counted_features(features), features == 1 ? "has" : "have");
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

report::TopAxis nonzeros_axis(const FactView& points) {
  report::TopAxis axis{"nonzero weights", {}};
  for (const FactView& point : points.list())
    axis.marks.push_back({point.at("strength").number(), with_thousands(point.at("nonzero_weights").count())});
  return axis;
}

void add_path(report::Document& document, const PathSection& section) {
  const std::vector<FactView> points = section.points.list();
  const PathWeights weights = read_weights(points);
  const std::vector<std::int64_t> features = strongest_first(weights);
  document.plot(section.name + "-weights", weights_plot(section, weights, features));
  document.plot(section.name + "-loss", loss_plot(section, points));
  document.paragraph(what_is_drawn(features.size()));
  document.table(table_of(points));
}

}  // namespace smsvm::cli
