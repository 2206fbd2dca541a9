#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// A primal-dual pair to start from on data with many features and rows, where Newton's first steps would be dear.
struct DualStart {
  std::vector<double> point;  ///< w, then b
  std::vector<double> dual;   ///< a per row
  double violation = 0;       ///< how far the rows off their bounds are from the kink, in units of the slack
  double passes = 0;          ///< rows visited / rows
};

/// Coordinate ascent on the dual of docs/method.md, eq. 6, one row at a time in a seeded random order, leaving out rows
/// that stay at their bound. Needs λ_j > 0 for every feature; a free intercept is penalised like a feature meanwhile.
/// Stops when the violation is at most `violation` or after `max_passes`.
DualStart dual_ascent(const Dataset& data, const Target& target, const Objective& objective, double violation,
                      double max_passes, std::uint64_t seed, const std::function<bool()>& keep_going);

}  // namespace smsvm
