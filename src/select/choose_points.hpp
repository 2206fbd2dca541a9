#pragma once

#include <span>
#include <utility>

#include "smsvm/cross_validation.hpp"

namespace smsvm {

/// Mean and standard error of each point. Folds count by these weights, and where a measure is not defined not at all.
void summarise(MetricCurve& curve, std::span<const double> fold_weight);

/// The best point of all paths, of equals the strongest penalty, and the strongest penalty on the same path that is
/// within one standard error of it. `curves`: of each path, of the metric that decides.
std::pair<GridPoint, GridPoint> choose_points(std::span<const MetricCurve* const> curves);

}  // namespace smsvm
