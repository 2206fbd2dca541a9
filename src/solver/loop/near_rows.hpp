#pragma once

#include "rows/pass.hpp"
#include "solver/loop/smoothing_schedule.hpp"

namespace smsvm {

/// What is known about the rows near the kink (docs/method.md, section 6): enough to say how far they will move.
struct Kink {
  double excess = 0;   ///< about P − P*
  double density = 0;  ///< of the slacks at the kink: the share of rows within ±½ of it, were they spread evenly

  /// Root mean square change of the slacks there on the way to the optimum: ½ density · move² = excess.
  double move() const;
  /// About the share of rows that come to the kink on the way.
  double share() const;
};

/// From what Newton's method knows before a step: the step's promise, and what smoothing costs.
Kink kink_before_step(const SmoothingState& state);
/// From P − P* and the slacks themselves; `share_within` tells the share of rows with |u| <= width.
template <class ShareWithin>
Kink kink_at(double excess, const ShareWithin& share_within) {
  const double width = Kink{excess, 1}.move();
  constexpr double least = 1e-9;  // no rows there: any small number will do
  return {excess, std::max(share_within(width) / (2 * width), least)};
}

/// Rows that are not frozen in the first round, after a step to the point at hand; and later, when the rows that have
/// crossed the kink are known. `more`: 1, and larger after a round that brought little.
Nearness near_in_first_round(const Kink& kink);
Nearness near_in_later_round(const Kink& kink, double more);

/// Where the problem of the near rows begins: small enough that smoothing changes little where the frozen rows begin.
double first_epsilon(const Nearness& nearness);

/// So many rows at most are worth it: with more of them a step of Newton's method on all rows comes first. The estimate
/// before a step may be too low by half.
inline constexpr double few_rows = 0.15, some_rows = 0.3;
/// P is known well enough for the rows' places to be trusted.
inline constexpr double settled_share = 0.03;

}  // namespace smsvm
