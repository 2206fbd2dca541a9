#include "select/choose_points.hpp"

#include <cmath>
#include <limits>

namespace smsvm {
namespace {

/// The larger the better.
double merit(const MetricCurve& curve, std::size_t point) {
  const double mean = curve.mean[point];
  if (std::isnan(mean)) return -std::numeric_limits<double>::infinity();
  return curve.metric == Metric::hinge ? -mean : mean;
}

}  // namespace

void summarise(MetricCurve& curve, std::span<const double> fold_weight) {
  for (const std::vector<double>& values : curve.of_fold) {
    double weight = 0, sum = 0, squares = 0;
    int defined = 0;
    for (std::size_t f = 0; f < values.size(); ++f) {
      if (std::isnan(values[f])) continue;
      weight += fold_weight[f];
      sum += fold_weight[f] * values[f];
      ++defined;
    }
    const double mean = weight > 0 ? sum / weight : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t f = 0; f < values.size(); ++f)
      if (!std::isnan(values[f])) squares += fold_weight[f] * (values[f] - mean) * (values[f] - mean);
    curve.mean.push_back(mean);
    curve.standard_error.push_back(defined > 1 ? std::sqrt(squares / weight / (defined - 1)) : 0.0);
  }
}

std::pair<GridPoint, GridPoint> choose_points(std::span<const MetricCurve* const> curves) {
  GridPoint chosen;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t p = 0; p < curves.size(); ++p) {
    if (curves[chosen.path]->mean.empty()) chosen.path = p;  // a path that was stopped before its first point
    for (std::size_t point = 0; point < curves[p]->mean.size(); ++point) {
      if (!(merit(*curves[p], point) > best)) continue;
      best = merit(*curves[p], point);
      chosen = {p, point};
    }
  }
  const MetricCurve& curve = *curves[chosen.path];
  const double enough = best - curve.standard_error[chosen.point];
  GridPoint one_se = chosen;
  for (std::size_t point = 0; point < chosen.point; ++point) {
    if (merit(curve, point) < enough) continue;
    one_se.point = point;
    break;
  }
  return {chosen, one_se};
}

}  // namespace smsvm
