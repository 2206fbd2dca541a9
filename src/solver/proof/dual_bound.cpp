#include "solver/proof/dual_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace smsvm {
namespace {

constexpr double double_epsilon = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();

using Coordinates = std::vector<Eigen::Index>;

/// Those where |v_j|, rounding included, exceeds what costs nothing at one of the points, or is no number.
Coordinates that_matter(const DualLimits& limits, const Rounding::OfMoments& rounding,
                        std::initializer_list<const DualSums*> points) {
  constexpr double nearly = 1 - 1e-12;  // for the rounding of mixtures
  double sum = 0;
  for (const DualSums* point : points) sum = std::max(sum, point->sum);
  Coordinates found;
  for (Eigen::Index j = 0; j < limits.l1.size(); ++j) {
    // v of a free intercept is zero by its repair, not by its sums.
    if (limits.l2[j] == 0 && limits.l1[j] == 0) continue;
    const double limit = nearly * limits.l1[j] - rounding.at(j, sum);
    const auto is_beyond = [&](const DualSums* point) { return !(std::abs(point->v[j]) < limit); };
    if (std::any_of(points.begin(), points.end(), is_beyond)) found.push_back(j);
  }
  return found;
}

}  // namespace

DualSums moved(const DualSums& from, const DualSums& along, double step) {
  return {from.sum + step * along.sum, from.v + step * along.v};
}

DualLimits::DualLimits(const Objective& objective) {
  const auto dimension = static_cast<Eigen::Index>(objective.dimension());
  l1 = Eigen::Map<const Eigen::ArrayXd>(objective.l1.data(), dimension);
  l2 = Eigen::Map<const Eigen::ArrayXd>(objective.l2.data(), dimension);
  threshold = (l2 > 0).select((1 - 4 * double_epsilon) * l1, infinity);  // l1 is rounded
  divisor = (l2 > 0).select(l2, 1.0);
  for (Eigen::Index j = 0; j < dimension; ++j) {
    if (l2[j] > 0) continue;
    const bool is_intercept = objective.has_intercept && j + 1 == dimension;
    if (l1[j] > 0)
      linear = true;
    else if (is_intercept)
      equality = true;
    else
      possible = false;
  }
}

DualBound::DualBound(const DualLimits& limits, const Rounding& rounding, double drift,
                     std::initializer_list<const DualSums*> points)
    : dimension_(static_cast<double>(limits.l1.size())),
      of_duals_(rounding.of_duals(drift)),
      linear_(limits.linear),
      rounding_(rounding.of_moments(drift)) {
  if (points.size() > 1 && (limits.l1 == 0).all() && !limits.linear) {
    keep_products(limits, points);
    return;
  }
  const Coordinates some = that_matter(limits, rounding_, points);
  for (const DualSums* point : points) point_.push_back({point->sum, point->v(some)});
  threshold_ = limits.threshold(some);
  divisor_ = limits.divisor(some);
  if (linear_) limit_ = (limits.l2(some) > 0).select(infinity, limits.l1(some));
  rounding_ = rounding_.only(some);
}

void DualBound::keep_products(const DualLimits& limits, std::initializer_list<const DualSums*> points) {
  const auto size = static_cast<Eigen::Index>(points.size());
  const Eigen::ArrayXd inverse = (limits.l2 > 0).select(1 / limits.divisor, 0.0);
  Eigen::MatrixXd root =
      Eigen::MatrixXd::Zero(size, size);  // a lower triangle whose rows have the products of the points
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::ArrayXd scaled = points.begin()[i]->v * inverse;
    for (Eigen::Index k = 0; k <= i; ++k) {
      const double rest = (scaled * points.begin()[k]->v).sum() - root.row(i).head(k).dot(root.row(k).head(k));
      root(i, k) = k == i ? std::sqrt(std::max(rest, 0.0)) : root(k, k) > 0 ? rest / root(k, k) : 0.0;
    }
    point_.push_back({points.begin()[i]->sum, root.row(i).transpose()});
  }
  threshold_ = Eigen::ArrayXd::Zero(size);
  divisor_ = Eigen::ArrayXd::Ones(size);
  rounding_ = {threshold_, threshold_};
}

double DualBound::at(const DualSums& dual) const {
  if (!(std::isfinite(dual.sum) && dual.v.isFinite().all())) return -infinity;  // sums that overflowed prove nothing
  const Eigen::ArrayXd most = dual.v.abs() + rounding_.at(dual.sum);
  double scale = 1;
  if (linear_) {
    constexpr double exactly = 1 - 8 * double_epsilon;  // μ_j is rounded too
    for (Eigen::Index j = 0; j < most.size(); ++j)
      if (most[j] > exactly * limit_[j]) scale = std::min(scale, exactly * (limit_[j] / most[j]));
  }
  const auto excess = (scale * most - threshold_).max(0.0);
  // In this order nothing is lost where λ_j or the excess are tiny; what is left of that is below the last term.
  const double conjugate = (0.5 * (excess / divisor_) * excess).sum();
  const double cost = conjugate * (1 + (dimension_ + 16) * double_epsilon);
  const double sum = scale * dual.sum * (1 - of_duals_);
  return sum - cost - double_epsilon * (sum + cost) - 4 * dimension_ * std::numeric_limits<double>::denorm_min();
}

double DualBound::best_step_within_limits(const DualSums& from, const DualSums& along, double longest) const {
  // Quasi-concave, with kinks: golden section.
  const auto bound = [&](double step) { return at(moved(from, along, step)); };
  constexpr double golden = 0.3819660112501051;
  double low = 0, high = longest;
  double left = low + golden * (high - low), right = high - golden * (high - low);
  double at_left = bound(left), at_right = bound(right);
  while (high - low > 1e-9 * longest) {
    if (at_left < at_right) {
      low = std::exchange(left, right);
      at_left = at_right;
      right = high - golden * (high - low);
      at_right = bound(right);
    } else {
      high = std::exchange(right, left);
      at_right = at_left;
      left = low + golden * (high - low);
      at_left = bound(left);
    }
  }
  return 0.5 * (low + high);
}

double DualBound::best_step(const DualSums& from, const DualSums& along, double longest) const {
  if (linear_) return best_step_within_limits(from, along, longest);
  double low = 0, high = longest;
  // Concave, with a derivative that is piecewise linear: Newton's method kept inside a bracket.
  const Eigen::ArrayXd weighted = along.v / divisor_, bend = along.v * weighted;
  const auto slope = [&](double step, double& curvature) {
    const auto v = from.v + step * along.v;
    const Eigen::ArrayXd excess = v - v.min(threshold_).max(-threshold_);
    curvature = (excess != 0).select(bend, 0.0).sum();
    return along.sum - (excess * weighted).sum();
  };
  double curvature = 0;
  if (slope(low, curvature) <= 0) return low;
  if (slope(high, curvature) >= 0) return high;
  const double close = 1e-12 * longest;
  double step = high;
  for (int k = 0; k < 60 && high - low > close; ++k) {
    const double at = slope(step, curvature);
    (at > 0 ? low : high) = step;
    const double newton = curvature > 0 ? step + at / curvature : -infinity;  // where D is straight, by halves
    if (std::abs(newton - step) <= close) return step;  // as a rule after two or three: it comes from one side
    step = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return low;
}

}  // namespace smsvm
