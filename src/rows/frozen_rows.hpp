#pragma once

#include <array>
#include <span>
#include <vector>

#include "rows/request.hpp"

namespace smsvm {

/// The rows of a problem that keep their dual a, 0 or 1, and are not read meanwhile: what they contribute to every sum.
/// Their loss, Σ c a u, is linear in the point.
class FrozenRows {
 public:
  /// `total` and `near`: the sums of all rows and of those still read, at the point where the rows are frozen, with
  /// duals that are 0 or 1 for those that are not read.
  FrozenRows(const Sums& total, const Sums& near);

  double loss(std::span<const double> weights, double intercept) const;
  /// Makes sums over the near rows, at a point where the frozen ones have this loss, those over all rows.
  void add_to(Sums& sums, double loss) const;

 private:
  std::array<double, 2> dual_{};               ///< by class: Σ c a
  std::array<std::vector<double>, 2> moment_;  ///< by class: Σ c a x_j
};

/// What mixtures have made of ā since the rows were frozen, when it began at 0, for a row that they did not touch:
/// take[class] · a.
struct PendingMixture {
  std::array<double, 2> take{};

  void add(const DualMixture& mixture);
};

}  // namespace smsvm
