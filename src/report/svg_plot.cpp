#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "report/markup.hpp"
#include "report/number_text.hpp"
#include "report/paint.hpp"
#include "report/plot.hpp"
#include "report/svg_parts.hpp"

namespace smsvm::report {
namespace {

/// What a reader who does not see the plot is told.
std::string description(const Plot& plot) {
  std::string text = plot.title;
  if (!plot.y.label.empty() && !plot.x.label.empty())
    text += fmt::format(". {} against {}", plot.y.label, plot.x.label);
  std::string separator = ": ";
  for (const Series& series : plot.series) {
    if (series.name.empty() || series.background) continue;
    text += separator + series.name;
    separator = ", ";
  }
  for (const Guide& guide : plot.guides) text += fmt::format("; {} at {}", guide.name, short_number(guide.x));
  return text;
}

}  // namespace

std::string coordinate(double value) {
  assert(std::isfinite(value));
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svg_frame(const std::string& title, const std::string& description, double drawn_height,
                      const std::string& content) {
  const std::string width = coordinate(plot_width), height = coordinate(drawn_height);
  std::string drawing = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" )"
      R"(aria-label="{2}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" )"
      R"(font-size="{3}">)"
      "\n<title>{4}</title>\n",
      width, height, escape_xml(description), text_size, escape_xml(title));
  drawing +=
      fmt::format(R"(<rect class="paper" width="{}" height="{}" rx="6" {}/>)", width, height, fill(paper)) + "\n";
  return drawing + content + "</svg>\n";
}

std::string svg(const Plot& plot) {
  const PlotLayout layout(plot);
  return svg_frame(plot.title, description(plot), layout.height,
                   svg_axes(layout) + svg_data(plot, layout) + svg_legend(plot, layout));
}

}  // namespace smsvm::report
