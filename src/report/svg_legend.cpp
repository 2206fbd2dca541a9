#include <fmt/format.h>

#include "report/markup.hpp"
#include "report/series_style.hpp"
#include "report/svg_marks.hpp"
#include "report/svg_parts.hpp"

namespace smsvm::report {
namespace {

std::string sample(const Series& series, const SeriesStyle& style, const LegendEntry& entry) {
  std::string drawn;
  if (series.line) {
    drawn += fmt::format("<path d=\"M{} {}h{}\" {}/>", coordinate(entry.x), coordinate(entry.y),
                         coordinate(legend_sample), line_attributes(style, series.markers));
  }
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
    const Series& series = plot.series[entry.series];
    // The whole name, should the text be cut short.
    entries += fmt::format("<g><title>{}</title>{}<text x=\"{}\" y=\"{}\">{}</text></g>\n", escape_xml(series.name),
                           sample(series, series_style(entry.series), entry), coordinate(entry.x + legend_sample + 7),
                           coordinate(entry.y + below_middle), escape_xml(entry.text));
  }
  return fmt::format("<g class=\"legend\" {}>\n{}</g>\n", fill(ink), entries);
}

}  // namespace smsvm::report
