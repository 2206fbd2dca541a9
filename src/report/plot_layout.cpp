#include "report/plot_layout.hpp"

#include <algorithm>
#include <cmath>

#include "report/text_width.hpp"

namespace smsvm::report {
namespace {

constexpr double data_height = 212;
constexpr double label_distance = 12;  ///< between two labels of the x axis
constexpr double legend_gap = 18;      ///< between two entries

std::vector<double> x_values(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series) {
    for (const Point& point : series.points) values.push_back(point.x);
  }
  for (const Guide& guide : plot.guides) values.push_back(guide.x);
  return values;
}

std::vector<double> y_values(const Plot& plot) {
  std::vector<double> values;
  for (const Series& series : plot.series) {
    for (const Point& point : series.points) {
      values.push_back(point.y);
      if (!(point.deviation > 0) || !std::isfinite(point.y)) continue;
      values.push_back(point.y - point.deviation);
      values.push_back(point.y + point.deviation);
    }
  }
  return values;
}

bool labels_collide(const std::vector<Tick>& ticks, const Scale& scale, double length) {
  double last_middle = 0, last_half = -2 * length;  // none so far
  for (const Tick& tick : ticks) {
    if (tick.label.empty()) continue;
    const double middle = scale.share(tick) * length;
    const double half = text_width(tick.label, text_size) / 2;
    if (std::abs(middle - last_middle) < half + last_half + label_distance) return true;
    last_middle = middle;
    last_half = half;
  }
  return false;
}

double lines_height(const std::vector<std::string>& lines) { return static_cast<double>(lines.size()) * line_height; }

double widest(const std::vector<Tick>& ticks) {
  double width = 0;
  for (const Tick& tick : ticks) width = std::max(width, text_width(tick.label, text_size));
  return width;
}

std::string legend_text(const Series& series, const PlotLayout& layout) {
  const bool drawn =
      std::any_of(series.points.begin(), series.points.end(), [&](const Point& point) { return layout.shows(point); });
  return drawn ? series.name : series.name + " (no data)";
}

}  // namespace

PlotLayout::PlotLayout(const Plot& plot)
    : x(x_values(plot), plot.x.logarithmic, plot.x.reversed),
      y(y_values(plot), plot.y.logarithmic, plot.y.reversed),
      y_ticks(y.ticks(7, plot.y.whole)) {
  constexpr double full_width = plot_width - 2 * border;
  title = wrapped(plot.title, full_width / 1.1, title_size);  // bold is wider
  y_label = wrapped(plot.y.label, full_width, text_size);
  x_label = wrapped(plot.x.label, full_width, text_size);
  if (!plot.top.marks.empty()) top_label = wrapped(plot.top.label, full_width, text_size);

  place_sides(plot.x.whole);
  title_baseline = border + title_size;
  y_label_baseline = title_baseline + lines_height(title) + (title.empty() ? 0 : 3);
  // Side by side, if they are short enough.
  const bool beside =
      y_label.size() == 1 && top_label.size() == 1 &&
      text_width(y_label[0], text_size) + text_width(top_label[0], text_size) + 2 * label_distance < full_width;
  top_label_baseline = y_label_baseline + (beside ? 0 : lines_height(y_label));
  top = std::max(y_label_baseline + lines_height(y_label), top_label_baseline + lines_height(top_label)) - text_size +
        tick_gap + 3;
  place_top_texts(plot.top);
  if (!top_texts.empty()) top += line_height;
  bottom = top + data_height;
  x_label_baseline = bottom + tick_gap + line_height + text_size;
  height = x_label_baseline + lines_height(x_label) - text_size + border;
  place_legend(plot);
}

/// As many ticks on the x axis as have room, and room for the outermost of them.
void PlotLayout::place_sides(bool whole_x) {
  left = border + widest(y_ticks) + tick_gap;
  right = plot_width - border - 4;
  for (int at_most = 9; at_most > 1; --at_most) {
    x_ticks = x.ticks(at_most, whole_x);
    if (!labels_collide(x_ticks, x, right - left)) break;
  }
  double beyond = 0;
  for (const Tick& tick : x_ticks) {
    beyond = std::max(beyond, across(x.share(tick)) + text_width(tick.label, text_size) / 2 - (plot_width - 4));
  }
  right -= beyond;
}

/// From one end to the other, each text that the last one leaves room for.
void PlotLayout::place_top_texts(const TopAxis& axis) {
  for (const auto& [at, text] : axis.marks) {
    if (!x.shows(at)) continue;
    const double middle = across(x.share(at)), half = text_width(text, text_size) / 2;
    const bool inside = middle - half >= 4 && middle + half <= plot_width - 4;
    const bool free = std::ranges::all_of(top_texts, [&](const TopText& other) {
      return std::abs(middle - other.x) >= half + text_width(other.text, text_size) / 2 + label_distance;
    });
    if (inside && free) top_texts.push_back({middle, text});
  }
}

void PlotLayout::place_legend(const Plot& plot) {
  constexpr double sample = legend_sample + 7;
  constexpr double full_width = plot_width - 2 * border;
  double entry_width = 0;
  const auto add = [&](std::optional<std::size_t> series, std::optional<std::size_t> guide, const std::string& name) {
    std::string text = shortened(name, full_width - sample, text_size);
    entry_width = std::max(entry_width, sample + text_width(text, text_size) + legend_gap);
    legend.push_back({series, guide, 0, 0, std::move(text)});
  };
  for (std::size_t index = 0; index < plot.series.size(); ++index) {
    const Series& series = plot.series[index];
    if (!series.name.empty() && !series.background) add(index, std::nullopt, legend_text(series, *this));
  }
  for (std::size_t index = 0; index < plot.guides.size(); ++index) add(std::nullopt, index, plot.guides[index].name);
  if (legend.empty()) return;

  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>((full_width + legend_gap) / entry_width));
  for (std::size_t entry = 0; entry < legend.size(); ++entry) {
    const std::size_t row = entry / columns, column = entry % columns;
    legend[entry].x = border + static_cast<double>(column) * entry_width;
    legend[entry].y = height + (static_cast<double>(row) + 0.5) * line_height;
  }
  height = legend.back().y + line_height / 2 + border;
}

}  // namespace smsvm::report
