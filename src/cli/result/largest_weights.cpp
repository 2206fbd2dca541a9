#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cli/result/parts.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_bars_alone = 30, most_bars_each = 12, most_features_in_map = 30, most_classes_in_map = 300;
constexpr std::size_t most_coloured_features = 9, grey = 9;

/// All features that some chart has, by the largest weight in any of them.
std::vector<std::string> strongest_first(const std::vector<NamedWeights>& charts) {
  std::map<std::string, double> largest;
  for (const NamedWeights& chart : charts)
    for (const report::Bar& bar : chart.bars)
      if (bar.value != 0) largest[bar.name] = std::max(largest[bar.name], std::abs(bar.value));
  std::vector<std::string> names;
  for (const auto& [name, size] : largest) names.push_back(name);
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& name) { return largest.at(name); });
  return names;
}

report::BarChart chart_of(const NamedWeights& weights, std::size_t most) {
  report::BarChart chart{weights.title, "speaks for " + weights.positive, "speaks for " + weights.negative,
                         weights.bars};
  std::ranges::stable_sort(chart.bars, std::greater{}, [](const report::Bar& bar) { return std::abs(bar.value); });
  std::erase_if(chart.bars, [](const report::Bar& bar) { return bar.value == 0 || !std::isfinite(bar.value); });
  if (chart.bars.size() > most) chart.bars.resize(most);
  return chart;
}

/// One colour for each of the strongest features, whichever class it stands in; grey for the others.
void add_charts(report::Document& document, const std::vector<NamedWeights>& charts) {
  std::map<std::string, std::size_t> colour;
  const std::vector<std::string> features = strongest_first(charts);
  for (std::size_t rank = 0; rank < std::min(features.size(), most_coloured_features); ++rank)
    colour[features[rank]] = rank;
  std::vector<report::BarChart> drawn;
  for (const NamedWeights& weights : charts) {
    drawn.push_back(chart_of(weights, most_bars_each));
    for (report::Bar& bar : drawn.back().bars) {
      const auto found = colour.find(bar.name);
      bar.colour = found == colour.end() ? grey : found->second;
    }
  }
  align(drawn);
  for (std::size_t index = 0; index < drawn.size(); ++index)
    document.plot(fmt::format("weights-{}", index + 1), std::move(drawn[index]));
}

report::HeatMap map_of(const std::vector<NamedWeights>& charts) {
  report::HeatMap map{"The largest weights",  "features",         "classes", strongest_first(charts), {}, {},
                      "speaks for the class", "speaks against it"};
  if (map.rows.size() > most_features_in_map) map.rows.resize(most_features_in_map);
  for (std::size_t column = 0; column < std::min(charts.size(), most_classes_in_map); ++column) {
    map.columns.push_back(charts[column].label);
    for (const report::Bar& bar : charts[column].bars) {
      const auto row = std::ranges::find(map.rows, bar.name);
      if (row == map.rows.end() || bar.value == 0) continue;
      map.cells.push_back({static_cast<std::size_t>(row - map.rows.begin()), column, bar.value,
                           fmt::format("{}, class {}: {}", bar.name, charts[column].label, bar.value)});
    }
  }
  return map;
}

}  // namespace

void add_weights(report::Document& document, const std::vector<NamedWeights>& charts, const std::string& remark) {
  if (std::ranges::all_of(charts, [](const NamedWeights& chart) { return chart.bars.empty(); })) return;
  document.heading("Weights");
  document.paragraph(remark);
  if (charts.size() == 1) {
    document.plot("weights-1", chart_of(charts.front(), most_bars_alone));
  } else if (charts.size() <= most_classes_apart) {
    add_charts(document, charts);
  } else {
    document.plot("weights", map_of(charts));
  }
}

}  // namespace smsvm::cli
