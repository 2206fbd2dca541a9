#include "report/plot_layout.hpp"

#include <algorithm>
#include <cmath>

#include "report/text_width.hpp"

namespace smsvm::report {
namespace {

constexpr double data_height = 212;
constexpr double label_distance = 12;  ///< between two labels of the x axis
constexpr double legend_gap = 18;      ///< between two entries
constexpr double end_label_gap = 14;   ///< from the data to the names of lines
constexpr double end_label_height = 15;
constexpr double widest_end_label = 120;

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
    : x(plot.unit_square ? Scale::unit() : Scale(x_values(plot), plot.x.logarithmic, plot.x.reversed)),
      y(plot.unit_square ? Scale::unit() : Scale(y_values(plot), plot.y.logarithmic, plot.y.reversed)),
      y_ticks(y.ticks(7, plot.y.whole)) {
  constexpr double full_width = plot_width - 2 * border;
  title = wrapped(plot.title, full_width / 1.1, title_size);  // bold is wider
  y_label = wrapped(plot.y.label, full_width, text_size);
  x_label = wrapped(plot.x.label, full_width, text_size);
  if (!plot.top.marks.empty()) top_label = wrapped(plot.top.label, full_width, text_size);

  choose_end_labels(plot);
  place_sides(plot);
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
  bottom = top + (plot.unit_square ? right - left : data_height);
  place_end_labels(plot);
  x_label_baseline = bottom + tick_gap + line_height + text_size;
  height = x_label_baseline + lines_height(x_label) - text_size + border;
  place_legend(plot);
}

/// As many ticks on the x axis as have room, and room for the outermost of them and for the names of lines.
void PlotLayout::place_sides(const Plot& plot) {
  left = border + widest(y_ticks) + tick_gap;
  right = plot_width - border - 4;
  double names = 0;
  for (const EndLabel& label : end_labels) names = std::max(names, end_label_gap + text_width(label.text, text_size));
  right -= names;
  for (int at_most = 9; at_most > 1; --at_most) {
    x_ticks = x.ticks(at_most, plot.x.whole);
    if (!labels_collide(x_ticks, x, right - left)) break;
  }
  double beyond = 0;
  for (const Tick& tick : x_ticks) {
    beyond = std::max(beyond, across(x.share(tick)) + text_width(tick.label, text_size) / 2 - (plot_width - 4));
  }
  right -= beyond;
}

/// All lines or, where there are too many, none.
void PlotLayout::choose_end_labels(const Plot& plot) {
  if (!plot.named_at_ends) return;
  for (std::size_t index = 0; index < plot.series.size(); ++index) {
    const Series& series = plot.series[index];
    const bool drawn = std::ranges::any_of(series.points, [&](const Point& point) { return shows(point); });
    if (!series.line || series.background || series.name.empty() || !drawn) continue;
    end_labels.push_back({index, 0, 0, 0, shortened(series.name, widest_end_label, text_size)});
  }
  if (static_cast<double>(end_labels.size()) * end_label_height > data_height) end_labels.clear();
}

/// Beside the ends of their lines, and pushed apart where they would lie upon each other.
void PlotLayout::place_end_labels(const Plot& plot) {
  end_labels_x = right + end_label_gap;
  for (EndLabel& label : end_labels) {
    std::optional<double> furthest;
    for (const Point& point : plot.series[label.series].points) {
      if (!shows(point) || (furthest && x.share(point.x) < *furthest)) continue;
      furthest = x.share(point.x);
      label.line_x = across(*furthest);
      label.line_y = up(y.share(point.y));
    }
    label.y = label.line_y;
  }
  std::ranges::stable_sort(end_labels, {}, &EndLabel::line_y);
  double from = top;
  for (EndLabel& label : end_labels) {
    label.y = std::max(label.y, from);
    from = label.y + end_label_height;
  }
  double until = bottom;
  for (auto label = end_labels.rbegin(); label != end_labels.rend(); ++label) {
    label->y = std::min(label->y, until);
    until = label->y - end_label_height;
  }
}

bool PlotLayout::is_named_at_end(std::size_t series) const {
  return std::ranges::any_of(end_labels, [&](const EndLabel& label) { return label.series == series; });
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
    if (!series.name.empty() && !series.background && !is_named_at_end(index))
      add(index, std::nullopt, legend_text(series, *this));
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
