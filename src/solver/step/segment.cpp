#include "solver/step/segment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace smsvm {

std::vector<double> Segment::at(double step) const {
  std::vector<double> point(from_.size());
  for (std::size_t j = 0; j < point.size(); ++j) point[j] = from_[j] + step * (to_[j] - from_[j]);
  return point;
}

std::vector<double> Segment::reach(double step) const {
  std::vector<double> reach(from_.size());
  for (std::size_t j = 0; j < reach.size(); ++j) reach[j] = (1 + step) * std::abs(from_[j]) + step * std::abs(to_[j]);
  return reach;
}

Segment::Minimum Segment::exact_minimum() const { return search(0, 2.5, 0, 3); }
Segment::Minimum Segment::smoothed_minimum(double epsilon) const { return search(0, 1.0, epsilon, 4); }

Segment::Minimum Segment::ray_minimum() const {
  std::array<double, 10> steps{};
  for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = std::ldexp(64.0, -2 * static_cast<int>(k));
  const Minimum coarse = best_of(steps, 0), fine = search(coarse.step / 4, std::min(64.0, 4 * coarse.step), 0, 5);
  return fine.value < coarse.value ? fine : coarse;
}

template <std::size_t count>
Segment::Minimum Segment::best_of(const std::array<double, count>& steps, double epsilon) const {
  std::array<double, count> losses{};
  problem_.pass.along(problem_.index, epsilon, steps, losses);
  Minimum best{0, INFINITY};
  for (std::size_t k = 0; k < count; ++k) {
    const double value = problem_.objective.penalty(at(steps[k])) + losses[k] / problem_.total_weight();
    if (value < best.value) best = {steps[k], value};
  }
  return best;
}

// All functions are convex along the segment: several points at a time, then again around the best of them.
Segment::Minimum Segment::search(double low, double high, double epsilon, int rounds) const {
  const double least = low;
  Minimum best{0, INFINITY};
  for (int round = 0; round < rounds; ++round) {
    std::array<double, 7> steps{};
    const double spacing = (high - low) / (steps.size() + 1);
    for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = low + spacing * static_cast<double>(k + 1);
    const Minimum found = best_of(steps, epsilon);
    if (found.value < best.value) best = found;
    low = std::max(least, best.step - spacing);
    high = best.step + spacing;
  }
  return best;
}

}  // namespace smsvm
