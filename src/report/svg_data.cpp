#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "report/markup.hpp"
#include "report/number_text.hpp"
#include "report/polyline.hpp"
#include "report/series_style.hpp"
#include "report/svg_marks.hpp"
#include "report/svg_parts.hpp"

namespace smsvm::report {
namespace {

constexpr double cap = 3.5;                   ///< half the width of the ends of an error bar
constexpr std::size_t crowded = 40;           ///< a line with more points does not show every marker,
constexpr double marker_distance = 14;        ///< but one every so often
constexpr std::size_t most_tooltips = 2'000;  ///< a page must open quickly

Place place(const Point& point, const PlotLayout& layout) {
  return {layout.across(layout.x.share(point.x)), layout.up(layout.y.share(point.y))};
}

/// Broken where a point has no place: a line there would be an invention.
std::string line_path(const Series& series, const PlotLayout& layout) {
  constexpr double invisible = 0.15;  // how far from its place a line may be drawn
  std::string path;
  std::vector<Place> joined;
  const auto finish = [&] {
    char command = 'M';
    for (const auto& [x, y] : simplified(joined, invisible)) {
      path += fmt::format("{}{} {}", command, coordinate(x), coordinate(y));
      command = 'L';
    }
    if (joined.size() == 1) path += "h0";  // a point alone is a dot, by the round ends of the line
    joined.clear();
  };
  for (const Point& point : series.points) {
    if (layout.shows(point)) {
      joined.push_back(place(point, layout));
    } else {
      finish();
    }
  }
  finish();
  return path;
}

/// An end that has no place, as zero on a logarithmic axis, lies beyond the edge: no cap there.
std::string error_bar(const Point& point, const PlotLayout& layout) {
  const auto x = place(point, layout).x;
  const double low = point.y - point.deviation, high = point.y + point.deviation;
  if (!layout.y.shows(high)) return {};
  const double upper = layout.up(layout.y.share(high));
  const bool capped = layout.y.shows(low);
  const double lower = capped ? layout.up(layout.y.share(low)) : layout.bottom;
  std::string path = fmt::format("M{0} {1}h{2}M{3} {1}V{4}", coordinate(x - cap), coordinate(upper),
                                 coordinate(2 * cap), coordinate(x), coordinate(lower));
  if (capped) path += fmt::format("M{} {}h{}", coordinate(x - cap), coordinate(lower), coordinate(2 * cap));
  return path;
}

/// From the line and its deviations upwards, and back from below; broken where the line is.
std::string band(const Series& series, const SeriesStyle& style, const PlotLayout& layout) {
  std::string path, there, back;
  const auto finish = [&] {
    if (!there.empty()) path += "M" + there.substr(1) + back + "z";
    there.clear();
    back.clear();
  };
  const auto height = [&](double value, double otherwise) {
    return coordinate(layout.y.shows(value) ? layout.up(layout.y.share(value)) : otherwise);
  };
  for (const Point& point : series.points) {
    if (!layout.shows(point)) {
      finish();
      continue;
    }
    const double deviation = point.deviation > 0 ? point.deviation : 0;
    const std::string x = coordinate(layout.across(layout.x.share(point.x)));
    there += fmt::format("L{} {}", x, height(point.y + deviation, layout.top));
    back = fmt::format("L{} {}", x, height(point.y - deviation, layout.bottom)) + back;
  }
  finish();
  return path.empty()
             ? ""
             : fmt::format("<path class=\"band\" d=\"{}\" {} fill-opacity=\"0.18\"/>\n", path, fill(style.paint));
}

std::string lines(const Series& series, const SeriesStyle& style, const PlotLayout& layout, bool many) {
  std::string drawn;
  const std::string path = series.line ? line_path(series, layout) : "";
  if (!path.empty()) {
    drawn += fmt::format("<path class=\"line\" d=\"{}\" {}><title>{}</title></path>\n", path,
                         series.background ? background_attributes(many) : line_attributes(style, series),
                         escape_xml(series.name));
  }
  if (series.band) return band(series, style, layout) + drawn;
  std::string bars;
  for (const Point& point : series.points) {
    if (point.deviation > 0 && layout.shows(point)) bars += error_bar(point, layout);
  }
  if (!bars.empty()) {
    drawn += fmt::format("<path class=\"error-bars\" d=\"{}\" {} stroke-width=\"1.3\"/>\n", bars, stroke(style.paint));
  }
  return drawn;
}

std::string tooltip(const Plot& plot, const Series& series, const Point& point) {
  const auto named = [](const std::string& label, const char* otherwise) { return label.empty() ? otherwise : label; };
  std::string text = series.name.empty() ? "" : series.name + "\n";
  text += fmt::format("{}: {}\n{}: {}", named(plot.x.label, "x"), short_number(point.x), named(plot.y.label, "y"),
                      short_number(point.y));
  if (point.deviation > 0) text += fmt::format(" ± {}", short_number(point.deviation));
  return escape_xml(text);
}

std::string markers_of(const Plot& plot, const Series& series, const SeriesStyle& style, const PlotLayout& layout) {
  const bool thinned = series.line && series.points.size() > crowded;
  std::string drawn;
  std::size_t tooltips = 0;
  std::optional<Place> last;
  for (const Point& point : series.points) {
    if (!layout.shows(point)) continue;
    const Place at = place(point, layout);
    if (thinned && last && std::hypot(at.x - last->x, at.y - last->y) < marker_distance) continue;
    last = at;
    drawn += fmt::format("<path d=\"{}\"", marker_path(style, at.x, at.y));
    drawn +=
        ++tooltips > most_tooltips ? "/>\n" : fmt::format("><title>{}</title></path>\n", tooltip(plot, series, point));
  }
  return drawn.empty() ? "" : fmt::format("<g class=\"markers\" {}>\n{}</g>\n", marker_attributes(style), drawn);
}

/// The names of lines, each tied to the end of its line.
std::string end_labels(const Plot& plot, const PlotLayout& layout) {
  std::string ties, names;
  for (const EndLabel& label : layout.end_labels) {
    const std::string& name = plot.series[label.series].name;
    // Level as far as the data go: a line that ends early neither rises nor falls after that.
    ties +=
        fmt::format("<path class=\"tie\" d=\"M{} {}H{}L{} {}\" {} stroke-opacity=\"0.7\" stroke-dasharray=\"1 3\"/>\n",
                    coordinate(label.line_x), coordinate(label.line_y), coordinate(layout.right),
                    coordinate(layout.end_labels_x - 3), coordinate(label.y), stroke(series_style(label.series).paint));
    names += fmt::format("<text x=\"{}\" y=\"{}\"><title>{}</title>{}</text>\n", coordinate(layout.end_labels_x),
                         coordinate(label.y + below_middle), escape_xml(name), escape_xml(label.text));
  }
  return names.empty() ? "" : ties + fmt::format("<g class=\"end-labels\" {}>\n{}</g>\n", fill(ink), names);
}

std::string guides(const Plot& plot, const PlotLayout& layout) {
  std::string drawn;
  for (std::size_t index = 0; index < plot.guides.size(); ++index) {
    const auto& [name, x] = plot.guides[index];
    if (!layout.x.shows(x)) continue;
    drawn += fmt::format("<path class=\"guide\" d=\"M{} {}V{}\" {}><title>{}: {}</title></path>\n",
                         coordinate(layout.across(layout.x.share(x))), coordinate(layout.bottom),
                         coordinate(layout.top), guide_attributes(index), escape_xml(name), short_number(x));
  }
  return drawn;
}

}  // namespace

std::string svg_data(const Plot& plot, const PlotLayout& layout) {
  constexpr std::ptrdiff_t most_apart = 30;
  const bool many = std::ranges::count_if(plot.series, &Series::background) > most_apart;
  std::string background, below, above;
  for (std::size_t index = 0; index < plot.series.size(); ++index) {
    const Series& series = plot.series[index];
    const SeriesStyle style = series_style(index);
    (series.background ? background : below) += lines(series, style, layout, many);
    if (series.markers) above += markers_of(plot, series, style, layout);
  }
  if (!background.empty() || !below.empty() || !above.empty())
    return background + guides(plot, layout) + below + end_labels(plot, layout) + above;
  return fmt::format("<text class=\"no-data\" x=\"{}\" y=\"{}\" text-anchor=\"middle\" {}>no data</text>\n",
                     coordinate(layout.across(0.5)), coordinate(layout.up(0.5)), fill(muted));
}

}  // namespace smsvm::report
