#pragma once

#include <span>
#include <vector>

namespace smsvm::report {

/// A place in a drawing.
struct Place {
  double x = 0;
  double y = 0;
};

/// The line with fewer corners; no corner left out lies further from it than `tolerance`. The ends are kept.
std::vector<Place> simplified(std::span<const Place> line, double tolerance);

}  // namespace smsvm::report
