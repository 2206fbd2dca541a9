#include "report/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/markup.hpp"
#include "report/number_text.hpp"
#include "report/plot_layout.hpp"
#include "report/series_style.hpp"
#include "report/svg_parts.hpp"
#include "report/text_width.hpp"

namespace smsvm::report {
namespace {

constexpr double row_height = 20;
constexpr double thickness = 13;
constexpr double widest_name = 190;
constexpr double shortest_bar = 1.5;  ///< what is not zero is seen
constexpr double swatch = 11;

// Blue and vermilion stay apart for every kind of colour blindness, and side and sign say the same.
const Paint& paint_of(bool negative) { return series_paints.at(negative ? 1 : 0); }
const Paint& paint_of(const Bar& bar) {
  return bar.colour ? series_paints.at(*bar.colour % series_paints.size()) : paint_of(bar.value < 0);
}

std::string value_text(double value) {
  const std::string text = fmt::format("{:.4g}", std::abs(value));
  return value < 0 ? "−" + text : text;
}

/// Room for the bars of a chart, and for what is asked for besides.
BarFrame frame_of(const BarChart& chart) {
  BarFrame frame = chart.frame;
  for (const Bar& bar : chart.bars) {
    frame.least = std::min(frame.least, bar.value);
    frame.greatest = std::max(frame.greatest, bar.value);
    frame.names_width = std::max(frame.names_width, text_width(shortened(bar.name, widest_name, text_size), text_size));
    frame.values_width = std::max(frame.values_width, text_width(value_text(bar.value), text_size));
  }
  return frame;
}

bool any(const BarChart& chart, bool negative) {
  return std::ranges::any_of(chart.bars, [&](const Bar& bar) { return negative ? bar.value < 0 : bar.value > 0; });
}

/// Columns from left to right: names, bars, values.
struct Columns {
  double names_end = border;
  double zero = 0;
  double half_span = 0;  ///< halves, since the difference of two huge numbers need not be a double
  double width = 0;      ///< of the bars
  double values_end = plot_width - border;
  std::vector<std::string> name;

  explicit Columns(const BarChart& chart) {
    for (const Bar& bar : chart.bars) name.push_back(shortened(bar.name, widest_name, text_size));
    const BarFrame frame = frame_of(chart);
    names_end = border + frame.names_width;
    const double left = names_end + tick_gap, right = values_end - frame.values_width - tick_gap;
    width = right - left;
    half_span = frame.greatest / 2 - frame.least / 2;
    zero = left + length(frame.least);
  }

  double length(double value) const { return half_span > 0 ? std::abs(value) / 2 / half_span * width : 0; }
};

std::string bars(const BarChart& chart, const Columns& columns, double top) {
  std::string names, values, drawn;
  for (std::size_t row = 0; row < chart.bars.size(); ++row) {
    const Bar& bar = chart.bars[row];
    const double middle = top + (static_cast<double>(row) + 0.5) * row_height;
    const double length = bar.value == 0 ? 0 : std::max(shortest_bar, columns.length(bar.value));
    const std::string exact = fmt::format("{}: {}", bar.name, bar.value);
    names += fmt::format("<text x=\"{}\" y=\"{}\"><title>{}</title>{}</text>\n", coordinate(columns.names_end),
                         coordinate(middle + below_middle), escape_xml(bar.name), escape_xml(columns.name[row]));
    drawn += fmt::format(
        "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}><title>{}</title></rect>\n",
        coordinate(bar.value < 0 ? columns.zero - length : columns.zero), coordinate(middle - thickness / 2),
        coordinate(length), coordinate(thickness), fill(paint_of(bar)), escape_xml(exact));
    values += fmt::format("<text x=\"{}\" y=\"{}\"><title>{}</title>{}</text>\n", coordinate(columns.values_end),
                          coordinate(middle + below_middle), bar.value, value_text(bar.value));
  }
  return fmt::format("<g class=\"bar-names\" text-anchor=\"end\" {}>\n{}</g>\n", fill(ink), names) + drawn +
         fmt::format("<g class=\"bar-values\" text-anchor=\"end\" {}>\n{}</g>\n", fill(muted), values);
}

/// What a side means: beside its colour or, where colours are those of the bars, beside an arrow.
std::string legend_entry(const BarChart& chart, bool negative, double middle) {
  const std::string& text = negative ? chart.negative : chart.positive;
  if (std::ranges::any_of(chart.bars, [](const Bar& bar) { return bar.colour.has_value(); })) {
    const std::string line = (negative ? "← " : "→ ") + text;
    return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", coordinate(border), coordinate(middle + below_middle),
                       fill(ink), escape_xml(shortened(line, plot_width - 2 * border, text_size)));
  }
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/><text x=\"{}\" y=\"{}\" {}>{}</text>\n",
                     coordinate(border), coordinate(middle - swatch / 2), coordinate(swatch), coordinate(swatch),
                     fill(paint_of(negative)), coordinate(border + swatch + 7), coordinate(middle + below_middle),
                     fill(ink), escape_xml(shortened(text, plot_width - 2 * border - swatch - 7, text_size)));
}

std::string description(const BarChart& chart) {
  constexpr std::size_t most_read_aloud = 5;
  std::string text = chart.title;
  for (std::size_t row = 0; row < std::min(most_read_aloud, chart.bars.size()); ++row)
    text += fmt::format("{} {} {}", row == 0 ? ":" : ",", chart.bars[row].name, value_text(chart.bars[row].value));
  return text +
         (chart.bars.size() > most_read_aloud ? fmt::format(" and {} more", chart.bars.size() - most_read_aloud) : "");
}

}  // namespace

void align(std::vector<BarChart>& charts) {
  BarFrame all;
  for (const BarChart& chart : charts) {
    const BarFrame frame = frame_of(chart);
    all.least = std::min(all.least, frame.least);
    all.greatest = std::max(all.greatest, frame.greatest);
    all.names_width = std::max(all.names_width, frame.names_width);
    all.values_width = std::max(all.values_width, frame.values_width);
  }
  for (BarChart& chart : charts) chart.frame = all;
}

std::string svg(const BarChart& chart) {
  const std::vector<std::string> title = wrapped(chart.title, (plot_width - 2 * border) / 1.1, title_size);
  const Columns columns(chart);
  std::string content;
  double below = border + title_size;
  for (const std::string& line : title) {
    content +=
        fmt::format("<text class=\"title\" x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\" {}>{}</text>\n",
                    coordinate(border), coordinate(below), title_size, fill(ink), escape_xml(line));
    below += line_height;
  }
  if (chart.bars.empty()) {
    content += fmt::format("<text class=\"no-data\" x=\"{}\" y=\"{}\" {}>none</text>\n", coordinate(border),
                           coordinate(below), fill(muted));
    return svg_frame(chart.title, chart.title + ": none", below + border, content);
  }
  const double top = below - title_size + tick_gap;
  const double bottom = top + static_cast<double>(chart.bars.size()) * row_height;
  content += bars(chart, columns, top);
  content += fmt::format("<path class=\"zero\" d=\"M{} {}V{}\" {}/>\n", coordinate(columns.zero), coordinate(top),
                         coordinate(bottom), stroke(muted));
  double height = bottom + tick_gap;
  for (const bool negative : {false, true}) {
    if (!any(chart, negative)) continue;
    content += legend_entry(chart, negative, height + line_height / 2);
    height += line_height;
  }
  return svg_frame(chart.title, description(chart), height + border, content);
}

}  // namespace smsvm::report
