#include "solver/step/line_search.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm {
namespace {

struct Breakpoint {
  double at;    ///< t_k = −w_k / d_k > 0
  double jump;  ///< μ_k |d_k|: half of what the derivative jumps by
  std::size_t coordinate;
};

std::vector<Breakpoint> sorted_breakpoints(std::span<const double> w, std::span<const double> d,
                                           std::span<const double> mu) {
  std::vector<Breakpoint> points;
  for (std::size_t k = 0; k < w.size(); ++k) {
    if (mu[k] == 0 || w[k] == 0 || d[k] == 0 || (w[k] > 0) == (d[k] > 0)) continue;
    const double at = -w[k] / d[k];
    if (std::isfinite(at)) points.push_back({at, mu[k] * std::abs(d[k]), k});
  }
  std::sort(points.begin(), points.end(), [](const Breakpoint& a, const Breakpoint& b) {
    return a.at != b.at ? a.at < b.at : a.coordinate < b.coordinate;
  });
  return points;
}

}  // namespace

ExactStep exact_step(std::span<const double> w, std::span<const double> d, std::span<const double> mu, double alpha1,
                     double alpha2) {
  // j'(0⁺), eq. 13: a zero coordinate pays for moving in either direction.
  double slope = alpha1;
  for (std::size_t k = 0; k < w.size(); ++k)
    slope += w[k] == 0 ? mu[k] * std::abs(d[k]) : std::copysign(mu[k], w[k]) * d[k];

  ExactStep result;
  if (slope >= 0) return result;
  const auto points = sorted_breakpoints(w, d, mu);

  // Prefix sums of the jumps turn eq. 14 into a lookup: the slope right of point i, without the quadratic, is
  // slope + 2 · prefix[i + 1].
  std::vector<double> prefix(points.size() + 1, 0.0);
  for (std::size_t i = 0; i < points.size(); ++i) prefix[i + 1] = prefix[i] + points[i].jump;
  const auto slope_right = [&](std::size_t i) { return slope + 2 * alpha2 * points[i].at + 2 * prefix[i + 1]; };
  // The derivative increases along the list: binary search for the first breakpoint right of which it is not negative.
  std::size_t low = 0, high = points.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (slope_right(middle) >= 0)
      high = middle;
    else
      low = middle + 1;
  }
  // Equal breakpoints are one kink: go back to the first of the tie.
  while (low > 0 && low < points.size() && points[low - 1].at == points[low].at) --low;

  const double base = slope + 2 * prefix[low];  // slope left of the kink, without the quadratic
  const double unconstrained = alpha2 > 0 ? -base / (2 * alpha2) : INFINITY;
  if (low == points.size()) {
    result.crossed = low > 0;
    result.bounded = alpha2 > 0;
    result.step = result.bounded ? unconstrained : (points.empty() ? 0.0 : points.back().at);
    return result;
  }
  if (unconstrained < points[low].at) {
    result.step = unconstrained;
    result.crossed = low > 0;
    return result;
  }
  result.step = points[low].at;
  result.crossed = true;
  for (std::size_t i = low; i < points.size() && points[i].at == result.step; ++i)
    result.zeros.push_back(points[i].coordinate);
  return result;
}

}  // namespace smsvm
