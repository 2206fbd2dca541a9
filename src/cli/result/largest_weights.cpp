#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/result/parts.hpp"

namespace smsvm::cli {
namespace {

constexpr std::size_t most_bars_alone = 30, most_bars_each = 12, most_charts = 12;

}  // namespace

std::string feature_name(std::int64_t feature, const std::optional<std::string>& name) {
  return name && !name->empty() ? *name : fmt::format("feature {}", feature);
}

void add_weights(report::Document& document, const std::vector<NamedWeights>& charts, const std::string& remark) {
  if (std::ranges::all_of(charts, [](const NamedWeights& chart) { return chart.bars.empty(); })) return;
  document.heading("Largest weights");
  document.paragraph(remark);
  const std::size_t most = charts.size() == 1 ? most_bars_alone : most_bars_each;
  for (std::size_t index = 0; index < std::min(charts.size(), most_charts); ++index) {
    const NamedWeights& weights = charts[index];
    report::BarChart chart{weights.title, "speaks for " + weights.positive, "speaks for " + weights.negative,
                           weights.bars};
    std::ranges::stable_sort(chart.bars, std::greater{}, [](const report::Bar& bar) { return std::abs(bar.value); });
    std::erase_if(chart.bars, [](const report::Bar& bar) { return bar.value == 0; });
    if (chart.bars.size() > most) chart.bars.resize(most);
    document.plot(fmt::format("weights-{}", index + 1), std::move(chart));
  }
  if (charts.size() > most_charts)
    document.paragraph(fmt::format("The first {} of {} classes are shown.", most_charts, charts.size()));
}

}  // namespace smsvm::cli
