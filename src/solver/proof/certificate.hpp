#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>

#include "rows/pass.hpp"
#include "rows/rounding.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

/// A dual point known by its sums alone: Σ c a / N and v = Σ c a y x / N per coordinate (docs/method.md, eq. 6).
struct DualSums {
  double sum = 0;
  Eigen::ArrayXd v;
};

/// Lower bounds on the optimum, and the running dual ā that proves the best of them.
class Certificate {
 public:
  /// `total_weight`: of the rows in use (a ladder level has its own). `rounding` must outlive it.
  Certificate(const Objective& objective, double total_weight, const Rounding& rounding);

  /// False where an unpenalised feature makes every bound void: none is claimed then.
  bool possible() const { return possible_; }
  double bound() const { return bound_; }
  const DualSums& running() const { return running_; }

  /// What ā proves under another penalty of the same kind, after the best scaling. The same mixture must be applied to
  /// the rows.
  DualMixture change_penalty(const Objective& objective);

  /// Moves ā towards the dual point of another certificate for the same problem, as far as that improves the bound.
  /// Returns how far: 1 is all the way.
  double approach(const Certificate& other);
  /// Makes ā the best mixture of itself, the two duals of the sweep, and 0. The same mixture must be applied to the
  /// rows (Pass::mix).
  DualMixture improve(const Sums& sums);

  /// D of eq. 6, less what rounding may have done, at a dual point that satisfies the equality of a free intercept.
  /// Where λ_j = 0 the point is scaled down until |v_j| <= μ_j.
  double bound_of(const DualSums& dual) const { return bound_of(dual, drift_); }

 private:
  void take(const Objective& objective);
  DualSums nothing() const;  ///< of a = 0
  double bound_of(const DualSums& dual, double drift) const;
  /// From Σ c a / N and Σ S(v_j, μ_j)²/(2 λ_j).
  double bound_of(double mean_dual, double conjugate, double drift) const;
  /// Whether |v_j| <= μ_j is asked for.
  bool is_limited(Eigen::Index j) const { return l2_[j] == 0 && l1_[j] > 0; }
  /// The factor of a, or less where a v_j of this size needs less.
  double within_limit(double scale, double moment, Eigen::Index j) const;
  /// Makes ā this point, whose rows are off by so much, if that proves more than what is known. False if it does not.
  bool become(DualSums point, double drift);

  /// A dual of a sweep, made feasible for a free intercept by scaling down the heavier class of rows.
  struct Repaired {
    DualSums dual;
    std::array<double, 2> scale{1, 1};  ///< of each class
  };
  Repaired repaired(const Sums& sums, DualKind kind) const;

  /// The best step in [0, longest] from `from` along `along`.
  double best_step(const DualSums& from, const DualSums& along, double longest) const;
  double best_step_within_limits(const DualSums& from, const DualSums& along, double longest) const;
  std::function<double(double)> bounds_along(const DualSums& from, const DualSums& along, double longest) const;

  Eigen::ArrayXd l1_, l2_;
  Eigen::ArrayXd threshold_, divisor_;  ///< μ_j and λ_j; ∞ and 1 where λ_j = 0, so that those add nothing to D
  bool has_intercept_;
  double total_weight_;
  const Rounding* rounding_;
  double drift_ = 0;  ///< what rounding has done to ā of each row, relatively
  bool possible_ = true;
  bool equality_ = false;  ///< a free intercept: Σ c a y = 0
  bool linear_ = false;    ///< λ = 0: |v_j| <= μ_j are constraints
  DualSums running_;
  double bound_ = 0;  // a = 0 is feasible
};

}  // namespace smsvm
