#include "baselines/step_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace smsvm {

// Convex in s, so it has one minimum in log s too: several points at a time, then again around the best of them.
Segment::Minimum smoothed_minimum(const Problem& problem, const Segment& segment, double epsilon, double shortest,
                                  double longest) {
  constexpr std::size_t count = 7;
  constexpr double near_enough = 0.02;  // of s itself
  std::array<double, count> steps{}, losses{};
  Segment::Minimum best{0, INFINITY};
  double low = std::log(shortest), high = std::log(longest);
  for (double spacing = INFINITY; spacing > near_enough;) {
    spacing = (high - low) / (count - 1);
    for (std::size_t k = 0; k < count; ++k) steps[k] = std::exp(low + spacing * static_cast<double>(k));
    problem.pass.along(problem.index, epsilon, steps, losses);
    for (std::size_t k = 0; k < count; ++k) {
      const double value = problem.objective.penalty(segment.at(steps[k])) + losses[k] / problem.total_weight();
      if (value < best.value) best = {steps[k], value};
    }
    low = std::max(low, std::log(best.step) - spacing);
    high = std::min(high, std::log(best.step) + spacing);
  }
  return best;
}

}  // namespace smsvm
