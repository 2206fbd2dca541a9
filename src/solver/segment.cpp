#include "solver/segment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace smsvm {

std::vector<double> Segment::at(double step) const {
  std::vector<double> point(from_.size());
  for (std::size_t j = 0; j < point.size(); ++j) point[j] = from_[j] + step * (to_[j] - from_[j]);
  return point;
}

Segment::Minimum Segment::exact_minimum() const { return search(1.5, 0, 3); }
Segment::Minimum Segment::smoothed_minimum(double epsilon) const { return search(1.0, epsilon, 4); }

// Both functions are convex along the segment: several points at a time, then again around the best of them.
Segment::Minimum Segment::search(double longest, double epsilon, int rounds) const {
  constexpr std::size_t count = 7;
  std::array<double, count> steps{}, losses{};
  Minimum best{0, INFINITY};
  double low = 0, high = longest;
  for (int round = 0; round < rounds; ++round) {
    const double spacing = (high - low) / (count + 1);
    for (std::size_t k = 0; k < count; ++k) steps[k] = low + spacing * static_cast<double>(k + 1);
    problem_.pass.along(problem_.index, epsilon, steps, losses);
    for (std::size_t k = 0; k < count; ++k) {
      const double value = problem_.objective.penalty(at(steps[k])) + losses[k] / problem_.total_weight();
      if (value < best.value) best = {steps[k], value};
    }
    low = std::max(0.0, best.step - spacing);
    high = best.step + spacing;
  }
  return best;
}

}  // namespace smsvm
