#pragma once

#include <Eigen/Core>
#include <initializer_list>
#include <vector>

#include "rows/rounding.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

/// A dual point known by its sums alone: Σ c a / N and v = Σ c a y x / N per coordinate (docs/method.md, eq. 6).
struct DualSums {
  double sum = 0;
  Eigen::ArrayXd v;
};

DualSums moved(const DualSums& from, const DualSums& along, double step);

/// What a penalty asks of v_j.
struct DualLimits {
  explicit DualLimits(const Objective& objective);

  Eigen::ArrayXd l1, l2;
  Eigen::ArrayXd threshold, divisor;  ///< μ_j and λ_j; ∞ and 1 where λ_j = 0, so that those add nothing to D
  bool possible = true;               ///< false where an unpenalised feature makes every bound void
  bool equality = false;              ///< a free intercept: Σ c a y = 0
  bool linear = false;                ///< λ_j = 0 somewhere: |v_j| <= μ_j is a constraint there
};

/// D of eq. 6, less what rounding may have done, at mixtures of a few dual points. |v_j| is convex, so that only those
/// coordinates matter where it exceeds μ_j at one of the points: of many thousands of features often a few. What is
/// claimed is D at a point alone; among several this finds the way, without ℓ1 regardless of rounding.
class DualBound {
 public:
  /// `drift`: what rounding has done to the duals of each row, relatively. The points satisfy the equality of a free
  /// intercept.
  DualBound(const DualLimits& limits, const Rounding& rounding, double drift,
            std::initializer_list<const DualSums*> points);

  /// Over the coordinates that matter, as all that is asked and answered below.
  const DualSums& point(std::size_t k) const { return point_[k]; }
  /// Where λ_j = 0 the point is scaled down until |v_j| <= μ_j.
  double at(const DualSums& dual) const;
  /// The best step in [0, longest] from `from` along `along`, within the mixtures.
  double best_step(const DualSums& from, const DualSums& along, double longest) const;

 private:
  /// Without ℓ1 D depends on the products of the points alone, so that as many coordinates as there are points do.
  void keep_products(const DualLimits& limits, std::initializer_list<const DualSums*> points);
  double best_step_within_limits(const DualSums& from, const DualSums& along, double longest) const;

  std::vector<DualSums> point_;
  double dimension_;  ///< of all coordinates
  double of_duals_;   ///< what rounding does to Σ c a, relatively
  bool linear_;
  Eigen::ArrayXd threshold_, divisor_;
  Eigen::ArrayXd limit_;  ///< μ_j where |v_j| must not exceed it, else ∞
  Rounding::OfMoments rounding_;
};

}  // namespace smsvm
