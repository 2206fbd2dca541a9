#include <fmt/format.h>

#include "report/markup.hpp"
#include "report/series_style.hpp"
#include "report/svg_marks.hpp"
#include "report/svg_parts.hpp"

namespace smsvm::report {
namespace {

std::string line_sample(const LegendEntry& entry, const std::string& attributes) {
  return fmt::format("<path d=\"M{} {}h{}\" {}/>", coordinate(entry.x), coordinate(entry.y), coordinate(legend_sample),
                     attributes);
}

std::string sample(const Plot& plot, const LegendEntry& entry) {
  if (entry.guide) return line_sample(entry, guide_attributes(*entry.guide));
  const Series& series = plot.series[*entry.series];
  const SeriesStyle style = series_style(*entry.series);
  std::string drawn;
  if (series.line) drawn += line_sample(entry, line_attributes(style, series));
  if (series.markers) {
    drawn += fmt::format("<path d=\"{}\" {}/>", marker_path(style, entry.x + legend_sample / 2, entry.y),
                         marker_attributes(style));
  }
  return drawn;
}

}  // namespace

std::string svg_legend(const Plot& plot, const PlotLayout& layout) {
  if (layout.legend.empty()) return {};
  std::string entries;
  for (const LegendEntry& entry : layout.legend) {
    const std::string& name = entry.guide ? plot.guides[*entry.guide].name : plot.series[*entry.series].name;
    // The whole name, should the text be cut short.
    entries += fmt::format("<g><title>{}</title>{}<text x=\"{}\" y=\"{}\">{}</text></g>\n", escape_xml(name),
                           sample(plot, entry), coordinate(entry.x + legend_sample + 7),
                           coordinate(entry.y + below_middle), escape_xml(entry.text));
  }
  return fmt::format("<g class=\"legend\" {}>\n{}</g>\n", fill(ink), entries);
}

}  // namespace smsvm::report
