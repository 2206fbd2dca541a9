#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "rows/pass.hpp"
#include "solver/proof/dual_bound.hpp"

namespace smsvm {

/// Lower bounds on the optimum, and the running dual ā that proves the best of them.
class Certificate {
 public:
  /// `total_weight`: of the rows in use (a ladder level has its own). `rounding` must outlive it.
  Certificate(const Objective& objective, double total_weight, const Rounding& rounding);

  /// False where an unpenalised feature makes every bound void: none is claimed then.
  bool possible() const { return limits_.possible; }
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

  /// D of eq. 6, less what rounding may have done.
  double bound_of(const DualSums& dual) const { return bound_of(dual, drift_); }

 private:
  DualSums nothing() const;  ///< of a = 0
  double bound_of(const DualSums& dual, double drift) const;
  /// Makes ā this point, whose rows are off by so much, if that proves more than what is known. False if it does not.
  bool become(DualSums point, double drift);

  /// A dual of a sweep, made feasible for a free intercept by scaling down the heavier class of rows.
  struct Repaired {
    DualSums dual;
    std::array<double, 2> scale{1, 1};  ///< of each class
  };
  Repaired repaired(const Sums& sums, DualKind kind) const;

  bool has_intercept_;
  double total_weight_;
  DualLimits limits_;
  const Rounding* rounding_;
  double drift_ = 0;  ///< what rounding has done to ā of each row, relatively
  DualSums running_;
  double bound_ = 0;  // a = 0 is feasible
};

}  // namespace smsvm
