#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace smsvm::report {

struct Bar {
  std::string name;
  double value = 0;
  std::optional<std::size_t> colour = {};  ///< as that series of a plot; none: by its sign
};

/// What is the same in charts that are compared: where zero is, and how long a bar of some value.
struct BarFrame {
  double least = 0;  ///< values that there is room for, as is the next
  double greatest = 0;
  double names_width = 0;
  double values_width = 0;
};

/// Horizontal bars to both sides of zero, one below the other, each with its name and its value.
struct BarChart {
  std::string title;
  std::string positive;  ///< what a bar to the right means; shown if there is one
  std::string negative;  ///< likewise to the left
  std::vector<Bar> bars;
  BarFrame frame = {};  ///< at least this
};

/// Gives all charts one frame.
void align(std::vector<BarChart>& charts);

/// As svg of a Plot: one element that is a file as well.
std::string svg(const BarChart& chart);

}  // namespace smsvm::report
