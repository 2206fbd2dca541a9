#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/plot.hpp"
#include "report/scale.hpp"

namespace smsvm::report {

/// Units of the drawing. A page shows it between 0.75 and 1.3 times this size, so no text may be smaller than it is.
inline constexpr double plot_width = 480;
inline constexpr double text_size = 13;
inline constexpr double title_size = 15;
inline constexpr double line_height = 18;
inline constexpr double border = 12;                      ///< around everything
inline constexpr double tick_gap = 8;                     ///< between an axis and its labels
inline constexpr double below_middle = 0.35 * text_size;  ///< from the middle of a line of text to its baseline
inline constexpr double legend_sample = 26;               ///< length of the piece of line beside a name

struct LegendEntry {
  std::optional<std::size_t> series;  ///< either this
  std::optional<std::size_t> guide;   ///< or this
  double x = 0;
  double y = 0;      ///< its middle
  std::string text;  ///< cut short if it is wider than the drawing
};

/// The name of a line, at its right end.
struct EndLabel {
  std::size_t series = 0;
  double line_x = 0, line_y = 0;  ///< where the line ends
  double y = 0;                   ///< the middle of the text, which begins at PlotLayout::end_labels_x
  std::string text;
};

/// A text of the axis above the data.
struct TopText {
  double x = 0;
  std::string text;
};

/// Where everything goes: from top to bottom the title, the labels of the y axis and of the axis above the data, the
/// texts of the latter, the data with names of lines to their right, the ticks and the label of the x axis, the legend.
/// Nothing but data stands among the data.
struct PlotLayout {
  explicit PlotLayout(const Plot& plot);

  double across(double x_share) const { return left + x_share * (right - left); }
  double up(double y_share) const { return bottom - y_share * (bottom - top); }
  bool shows(const Point& point) const { return x.shows(point.x) && y.shows(point.y); }

  Scale x;
  Scale y;
  std::vector<Tick> x_ticks;
  std::vector<Tick> y_ticks;
  std::vector<std::string> title;
  std::vector<std::string> x_label;
  std::vector<std::string> y_label;
  std::vector<std::string> top_label;
  std::vector<TopText> top_texts;
  std::vector<LegendEntry> legend;
  std::vector<EndLabel> end_labels;
  double left = 0;  ///< of the data, as are the next three
  double right = 0;
  double top = 0;
  double bottom = 0;
  double end_labels_x = 0;
  double height = 0;          ///< of the whole drawing
  double title_baseline = 0;  ///< of its first line, as are the next three
  double y_label_baseline = 0;
  double top_label_baseline = 0;
  double x_label_baseline = 0;

 private:
  void place_sides(const Plot& plot);
  void choose_end_labels(const Plot& plot);
  void place_end_labels(const Plot& plot);
  bool is_named_at_end(std::size_t series) const;
  void place_top_texts(const TopAxis& top);
  void place_legend(const Plot& plot);
};

}  // namespace smsvm::report
