#include "solver/proof/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace smsvm {
namespace {

/// What a step leads to, computed from its ends: moved() would leave behind what is rounding of the larger one.
DualSums between(const DualSums& from, const DualSums& to, double share) {
  return {(1 - share) * from.sum + share * to.sum, (1 - share) * from.v + share * to.v};
}

}  // namespace

Certificate::Certificate(const Objective& objective, double total_weight, const Rounding& rounding)
    : has_intercept_(objective.has_intercept),
      total_weight_(total_weight),
      limits_(objective),
      rounding_(&rounding),
      running_(nothing()) {}

DualMixture Certificate::change_penalty(const Objective& objective) {
  limits_ = DualLimits(objective);
  bound_ = std::max(0.0, bound_of(running_));
  const DualSums zero = nothing();
  const DualBound bound(limits_, *rounding_, drift_, {&zero, &running_});
  const double share = bound.best_step(bound.point(0), bound.point(1), 1);
  DualMixture mixture;
  if (become(moved(zero, running_, share), share * drift_ + Rounding::of_mixing)) mixture.old = share;
  return mixture;
}

DualSums Certificate::nothing() const { return {0.0, Eigen::ArrayXd::Zero(limits_.l2.size())}; }

bool Certificate::become(DualSums point, double drift) {
  const double bound = bound_of(point, drift);
  if (!(bound > bound_)) return false;
  running_ = std::move(point);
  bound_ = bound;
  drift_ = drift;
  return true;
}

double Certificate::bound_of(const DualSums& dual, double drift) const {
  const DualBound bound(limits_, *rounding_, drift, {&dual});
  return bound.at(bound.point(0));
}

Certificate::Repaired Certificate::repaired(const Sums& sums, DualKind kind) const {
  Repaired result;
  const double negative = sums.dual[negative_rows][kind], positive = sums.dual[positive_rows][kind];
  if (limits_.equality) {
    if (positive > negative)
      result.scale[positive_rows] = negative / positive;
    else if (negative > positive)
      result.scale[negative_rows] = positive / negative;
  }
  const double minus = result.scale[negative_rows] / total_weight_, plus = result.scale[positive_rows] / total_weight_;
  DualSums& dual = result.dual;
  dual.sum = plus * positive + minus * negative;
  dual.v.resize(limits_.l2.size());
  const Eigen::Index features = limits_.l2.size() - (has_intercept_ ? 1 : 0);
  const double* const up = sums.moment[positive_rows].data();
  const double* const down = sums.moment[negative_rows].data();
  for (Eigen::Index j = 0; j < features; ++j) dual.v[j] = plus * up[2 * j + kind] - minus * down[2 * j + kind];
  if (has_intercept_) dual.v[features] = limits_.equality ? 0 : plus * positive - minus * negative;
  return result;
}

double Certificate::approach(const Certificate& other) {
  const DualBound bound(limits_, *rounding_, drift_, {&running_, &other.running_});
  const DualSums &from = bound.point(0), &to = bound.point(1);
  double share = bound.best_step(from, {to.sum - from.sum, to.v - from.v}, 1);
  if (bound.at(to) >= bound.at(between(from, to, share))) share = 1;
  const double drift = (1 - share) * drift_ + share * other.drift_ + Rounding::of_mixing;
  return become(between(running_, other.running_, share), drift) ? share : 0;
}

DualMixture Certificate::improve(const Sums& sums) {
  const std::array<Repaired, 2> fresh{repaired(sums, smooth_dual), repaired(sums, carried_dual)};
  const DualSums zero = nothing();
  const std::array<const DualSums*, 4> vertex{&running_, &fresh[0].dual, &fresh[1].dual, &zero};
  const DualBound bound(limits_, *rounding_, drift_, {vertex[0], vertex[1], vertex[2], vertex[3]});

  // Ascent over mixtures of the four, from the best of them: shares are moved from one to another, the best amount each
  // time. ā itself is among them, so the bound never falls.
  std::array<double, 4> height{}, share{};
  for (std::size_t k = 0; k < 4; ++k) height[k] = bound.at(bound.point(k));
  const auto best = static_cast<std::size_t>(std::max_element(height.begin(), height.end()) - height.begin());
  share[best] = 1;
  DualSums point = bound.point(best);
  double reached = height[best];

  constexpr int most_rounds = 12;
  for (int round = 0; round < most_rounds; ++round) {
    const double before = reached;
    for (std::size_t to = 0; to < 4; ++to) {
      for (std::size_t from = 0; from < 4; ++from) {
        if (from == to || share[from] == 0) continue;
        const DualSums along{bound.point(to).sum - bound.point(from).sum, bound.point(to).v - bound.point(from).v};
        double amount = bound.best_step(point, along, share[from]);
        if (amount > share[from] * (1 - 1e-9)) amount = share[from];
        DualSums candidate = moved(point, along, amount);
        const double value = bound.at(candidate);
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
