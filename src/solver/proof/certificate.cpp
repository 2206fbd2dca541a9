#include "solver/proof/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace smsvm {
namespace {

constexpr double double_epsilon = std::numeric_limits<double>::epsilon();

DualSums moved(const DualSums& from, const DualSums& along, double step) {
  return {from.sum + step * along.sum, from.v + step * along.v};
}

/// What a step leads to, computed from its ends: moved() would leave behind what is rounding of the larger one.
DualSums between(const DualSums& from, const DualSums& to, double share) {
  return {(1 - share) * from.sum + share * to.sum, (1 - share) * from.v + share * to.v};
}

}  // namespace

Certificate::Certificate(const Objective& objective, double total_weight, const Rounding& rounding)
    : has_intercept_(objective.has_intercept), total_weight_(total_weight), rounding_(&rounding) {
  take(objective);
  running_ = nothing();
}

void Certificate::take(const Objective& objective) {
  const auto dimension = static_cast<Eigen::Index>(objective.dimension());
  l1_ = Eigen::Map<const Eigen::ArrayXd>(objective.l1.data(), dimension);
  l2_ = Eigen::Map<const Eigen::ArrayXd>(objective.l2.data(), dimension);
  threshold_ =
      (l2_ > 0).select((1 - 4 * double_epsilon) * l1_, std::numeric_limits<double>::infinity());  // l1_ is rounded
  divisor_ = (l2_ > 0).select(l2_, 1.0);
  possible_ = true;
  linear_ = equality_ = false;
  for (Eigen::Index j = 0; j < l2_.size(); ++j) {
    if (l2_[j] > 0) continue;
    const bool is_intercept = has_intercept_ && j + 1 == l2_.size();
    if (l1_[j] > 0)
      linear_ = true;
    else if (is_intercept)
      equality_ = true;
    else
      possible_ = false;
  }
}

DualMixture Certificate::change_penalty(const Objective& objective) {
  take(objective);
  bound_ = std::max(0.0, bound_of(running_));
  const DualSums zero = nothing();
  const double share = best_step(zero, running_, 1);
  DualMixture mixture;
  if (become(moved(zero, running_, share), share * drift_ + Rounding::of_mixing)) mixture.old = share;
  return mixture;
}

DualSums Certificate::nothing() const { return {0.0, Eigen::ArrayXd::Zero(l2_.size())}; }

bool Certificate::become(DualSums point, double drift) {
  const double bound = bound_of(point, drift);
  if (!(bound > bound_)) return false;
  running_ = std::move(point);
  bound_ = bound;
  drift_ = drift;
  return true;
}

double Certificate::bound_of(const DualSums& dual, double drift) const {
  if (!(std::isfinite(dual.sum) && dual.v.isFinite().all()))
    return -std::numeric_limits<double>::infinity();  // sums that overflowed prove nothing
  const Eigen::ArrayXd most = dual.v.abs() + rounding_->of_moments(dual.sum, drift);
  double scale = 1;
  if (linear_) {
    for (Eigen::Index j = 0; j < l2_.size(); ++j)  // v of a free intercept is zero by its repair, not by its sums
      if (is_limited(j)) scale = within_limit(scale, most[j], j);
  }
  const auto excess = (scale * most - threshold_).max(0.0);
  // In this order nothing is lost where λ_j or the excess are tiny; what is left of that is below the last term.
  return bound_of(scale * dual.sum, (0.5 * (excess / divisor_) * excess).sum(), drift);
}

double Certificate::bound_of(double mean_dual, double conjugate, double drift) const {
  const auto dimension = static_cast<double>(l2_.size());
  const double cost = conjugate * (1 + (dimension + 16) * double_epsilon);
  const double sum = mean_dual * (1 - rounding_->of_duals(drift));
  return sum - cost - double_epsilon * (sum + cost) - 4 * dimension * std::numeric_limits<double>::denorm_min();
}

double Certificate::within_limit(double scale, double moment, Eigen::Index j) const {
  constexpr double exactly = 1 - 8 * double_epsilon;  // μ_j is rounded too
  return moment > exactly * l1_[j] ? std::min(scale, exactly * (l1_[j] / moment)) : scale;
}

Certificate::Repaired Certificate::repaired(const Sums& sums, DualKind kind) const {
  Repaired result;
  const double negative = sums.dual[negative_rows][kind], positive = sums.dual[positive_rows][kind];
  if (equality_) {
    if (positive > negative)
      result.scale[positive_rows] = negative / positive;
    else if (negative > positive)
      result.scale[negative_rows] = positive / negative;
  }
  const double minus = result.scale[negative_rows] / total_weight_, plus = result.scale[positive_rows] / total_weight_;
  DualSums& dual = result.dual;
  dual.sum = plus * positive + minus * negative;
  dual.v.resize(l2_.size());
  const Eigen::Index features = l2_.size() - (has_intercept_ ? 1 : 0);
  const double* const up = sums.moment[positive_rows].data();
  const double* const down = sums.moment[negative_rows].data();
  for (Eigen::Index j = 0; j < features; ++j) dual.v[j] = plus * up[2 * j + kind] - minus * down[2 * j + kind];
  if (has_intercept_) dual.v[features] = equality_ ? 0 : plus * positive - minus * negative;
  return result;
}

/// What bound_of finds along a segment. Where every λ_j is 0 only those moments matter that exceed their limit at one
/// of its ends, since |v_j| is convex: of many thousands of features a few.
std::function<double(double)> Certificate::bounds_along(const DualSums& from, const DualSums& along,
                                                        double longest) const {
  if ((l2_ > 0).any()) return [&from, &along, this](double step) { return bound_of(moved(from, along, step)); };
  constexpr double rounding = 1e-12;
  const DualSums to = moved(from, along, longest);
  const Eigen::ArrayXd most = from.v.abs().max(to.v.abs()) + rounding_->of_moments(std::max(from.sum, to.sum), drift_);
  std::vector<Eigen::Index> near;
  for (Eigen::Index j = 0; j < l2_.size(); ++j)
    if (is_limited(j) && !(most[j] < (1 - rounding) * l1_[j])) near.push_back(j);
  return [=, this, start = Eigen::ArrayXd(from.v(near)), slope = Eigen::ArrayXd(along.v(near)), sum = from.sum,
          sum_slope = along.sum](double step) {
    const double mean_dual = sum + step * sum_slope;
    const Eigen::ArrayXd v = start + step * slope;
    if (!(std::isfinite(mean_dual) && v.isFinite().all())) return -std::numeric_limits<double>::infinity();
    const auto rounded = rounding_->of_moments(mean_dual, drift_);
    double scale = 1;
    for (std::size_t k = 0; k < near.size(); ++k)
      scale = within_limit(scale, std::abs(v[static_cast<Eigen::Index>(k)]) + rounded.coeff(near[k]), near[k]);
    return bound_of(scale * mean_dual, 0.0, drift_);
  };
}

double Certificate::best_step_within_limits(const DualSums& from, const DualSums& along, double longest) const {
  // Quasi-concave, with kinks: golden section.
  const auto bound = bounds_along(from, along, longest);
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

double Certificate::best_step(const DualSums& from, const DualSums& along, double longest) const {
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
    const double newton = curvature > 0 ? step + at / curvature : high;
    if (std::abs(newton - step) <= close) return step;  // as a rule after two or three: it comes from one side
    step = newton > low && newton < high ? newton : 0.5 * (low + high);
  }
  return low;
}

double Certificate::approach(const Certificate& other) {
  const DualSums along{other.running_.sum - running_.sum, other.running_.v - running_.v};
  double share = best_step(running_, along, 1);
  if (bound_of(other.running_) >= bound_of(between(running_, other.running_, share))) share = 1;
  const double drift = (1 - share) * drift_ + share * other.drift_ + Rounding::of_mixing;
  return become(between(running_, other.running_, share), drift) ? share : 0;
}

DualMixture Certificate::improve(const Sums& sums) {
  const std::array<Repaired, 2> fresh{repaired(sums, smooth_dual), repaired(sums, carried_dual)};
  const DualSums zero = nothing();
  const std::array<const DualSums*, 4> vertex{&running_, &fresh[0].dual, &fresh[1].dual, &zero};

  // Ascent over mixtures of the four, from the best of them: shares are moved from one to another, the best amount each
  // time. ā itself is among them, so the bound never falls.
  std::array<double, 4> height{}, share{};
  for (std::size_t k = 0; k < 4; ++k) height[k] = bound_of(*vertex[k]);
  const auto best = static_cast<std::size_t>(std::max_element(height.begin(), height.end()) - height.begin());
  share[best] = 1;
  DualSums point = *vertex[best];
  double reached = height[best];

  constexpr int most_rounds = 12;
  for (int round = 0; round < most_rounds; ++round) {
    const double before = reached;
    for (std::size_t to = 0; to < 4; ++to) {
      for (std::size_t from = 0; from < 4; ++from) {
        if (from == to || share[from] == 0) continue;
        const DualSums along{vertex[to]->sum - vertex[from]->sum, vertex[to]->v - vertex[from]->v};
        double amount = best_step(point, along, share[from]);
        if (amount > share[from] * (1 - 1e-9)) amount = share[from];
        DualSums candidate = moved(point, along, amount);
        const double value = bound_of(candidate);
        if (!(value > reached)) continue;
        reached = value;
        point = std::move(candidate);
        share[from] -= amount;
        share[to] += amount;
      }
    }
    constexpr double little = 1e-9, of_all_gained = 1e-2;
    if (reached - before <= std::max(little * std::abs(reached), of_all_gained * (reached - height[0]))) break;
  }

  // From the shares themselves: what was moved to and fro has left its rounding behind.
  point = nothing();
  for (std::size_t k = 0; k < 4; ++k) {
    if (share[k] > 0) point = moved(point, *vertex[k], share[k]);
  }
  DualMixture mixture;
  if (!become(std::move(point), share[0] * drift_ + Rounding::of_mixing)) return mixture;
  mixture.old = share[0];
  for (const RowClass c : {negative_rows, positive_rows}) {
    mixture.smooth[c] = share[1] * fresh[smooth_dual].scale[c];
    mixture.carried[c] = share[2] * fresh[carried_dual].scale[c];
  }
  return mixture;
}

}  // namespace smsvm
