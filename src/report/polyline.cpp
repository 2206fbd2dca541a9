#include "report/polyline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace smsvm::report {
namespace {

double distance_to_segment(const Place& at, const Place& from, const Place& to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double squared = dx * dx + dy * dy;
  const double share = squared > 0 ? std::clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / squared, 0.0, 1.0) : 0;
  return std::hypot(at.x - from.x - share * dx, at.y - from.y - share * dy);
}

}  // namespace

// Ramer, Douglas and Peucker: the corner furthest from the straight line is kept, then each side by itself.
std::vector<Place> simplified(std::span<const Place> line, double tolerance) {
  if (line.size() < 3) return {line.begin(), line.end()};
  std::vector<bool> kept(line.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, line.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    std::size_t furthest = first;
    double distance = tolerance;
    for (std::size_t at = first + 1; at < last; ++at) {
      const double its_own = distance_to_segment(line[at], line[first], line[last]);
      if (its_own <= distance) continue;
      distance = its_own;
      furthest = at;
    }
    if (furthest == first) continue;
    kept[furthest] = true;
    open.emplace_back(first, furthest);
    open.emplace_back(furthest, last);
  }
  std::vector<Place> result;
  for (std::size_t at = 0; at < line.size(); ++at)
    if (kept[at]) result.push_back(line[at]);
  return result;
}

}  // namespace smsvm::report
