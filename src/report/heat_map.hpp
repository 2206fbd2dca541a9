#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace smsvm::report {

/// A field of coloured cells: how strong each value is tells its shade, its sign the hue. For what is too large for a
/// table.
struct HeatMap {
  struct Cell {
    std::size_t row = 0;
    std::size_t column = 0;
    double value = 0;
    std::string exact;  ///< what a pointer is told, unless there are too many cells
  };
  std::string title;
  std::string row_label;     ///< what the rows are
  std::string column_label;  ///< likewise
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<Cell> cells;  ///< all others are blank
  std::string positive;     ///< what values above zero mean; shown if there are any
  std::string negative;     ///< likewise below
  bool percent = false;     ///< values are shares
};

/// As svg of a Plot: one element that is a file as well.
std::string svg(const HeatMap& map);

}  // namespace smsvm::report
