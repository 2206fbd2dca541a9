#pragma once

#include <string>
#include <vector>

namespace smsvm::report {

struct Bar {
  std::string name;
  double value = 0;
};

/// Horizontal bars to both sides of zero, one below the other, each with its name and its value.
struct BarChart {
  std::string title;
  std::string positive;  ///< what a bar to the right means; shown if there is one
  std::string negative;  ///< likewise to the left
  std::vector<Bar> bars;
};

/// As svg of a Plot: one element that is a file as well.
std::string svg(const BarChart& chart);

}  // namespace smsvm::report
