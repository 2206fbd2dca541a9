#pragma once

#include <string>
#include <vector>

namespace smsvm::report {

struct Point {
  double x = 0;
  double y = 0;
  double deviation = 0;  ///< half the length of the error bar; 0: none
};

struct Series {
  std::string name;
  std::vector<Point> points;  ///< joined in this order
  bool line = true;
  bool markers = true;
};

struct Axis {
  std::string label;
  bool logarithmic = false;
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
};

/// The plot as one SVG element that is a file as well. Points without a place (not finite, or not positive on a
/// logarithmic axis) are left out, and the line is broken there. The page it stands in may set the colours:
/// --plot-paper, --plot-ink, --plot-muted, --plot-grid, and --plot-series-1 to --plot-series-10.
std::string svg(const Plot& plot);

}  // namespace smsvm::report
