#pragma once

#include <string>
#include <vector>

namespace smsvm::report {

struct Point {
  double x = 0;
  double y = 0;
  double deviation = 0;  ///< half the length of the error bar, or half the width of the band; 0: none
};

struct Series {
  std::string name;
  std::vector<Point> points;  ///< joined in this order
  bool line = true;
  bool markers = true;
  bool background = false;  ///< a thin grey line below the others, without a name
  bool band = false;        ///< deviations as a band around the line
};

struct Axis {
  std::string label;
  bool logarithmic = false;
  bool reversed = false;  ///< large values at the left, or at the bottom
  bool whole = false;     ///< counts: no ticks between whole numbers
};

/// A dashed line across the data at one x; the legend names it.
struct Guide {
  std::string name;
  double x = 0;
};

/// Another reading of the x axis, above the data: texts at values of x, as many as there is room for.
struct TopAxis {
  struct Mark {
    double x = 0;
    std::string text;
  };
  std::string label;
  std::vector<Mark> marks;
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Guide> guides = {};
  TopAxis top = {};
  bool named_at_ends = false;  ///< lines have their names at their right ends, if there is room, not in the legend
  bool unit_square = false;    ///< both axes from 0 to 1, and as high as it is wide
};

/// The plot as one SVG element that is a file as well. Points without a place (not finite, or not positive on a
/// logarithmic axis) are left out, and the line is broken there. The page it stands in may set the colours:
/// --plot-paper, --plot-ink, --plot-muted, --plot-grid, and --plot-series-1 to --plot-series-10.
std::string svg(const Plot& plot);

}  // namespace smsvm::report
