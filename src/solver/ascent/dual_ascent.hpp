#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// A primal-dual pair to start from on data with many features, where Newton's first steps would be dear.
struct DualStart {
  std::vector<double> point;   ///< w, then b
  std::vector<double> dual;    ///< a per row
  double epsilon = 1;          ///< the smoothing that the pair answers to
  double relative_gap = 1;     ///< about
  double passes = 0;           ///< rows read / rows
  bool out_of_passes = false;  ///< it would have gone on, had it been allowed more of them
};

struct AscentLimits {
  double tolerance = 1e-4;  ///< the relative gap to reach
  double max_passes = 100;
  bool give_up_early = true;  ///< stop as soon as Newton's method looks cheaper
  std::uint64_t seed = 1;
  /// Stop where it looks as if so many passes over all rows were still to come, and Newton's systems have more
  /// unknowns.
  double most_ahead = std::numeric_limits<double>::infinity();
  double largest_newton = 0;
};

/// For an ascent that may be ended at any time, and is to go on from where it was.
struct AscentKeeper {
  std::vector<double> halfway;                                                 ///< to go on from, if not empty
  std::function<void(std::span<const double> state, std::int64_t rows)> keep;  ///< told after every epoch; may be empty
};

/// Coordinate ascent on the dual of docs/method.md, eq. 6, one row at a time in a seeded random order, leaving out rows
/// that stay at their bound. Needs λ_j > 0 for every feature.
DualStart dual_ascent(const HeldRows& held, const Objective& objective, const AscentLimits& limits,
                      const std::function<bool()>& keep_going, const AscentKeeper& keeper = {});

/// The same with ℓ1 for problems that differ in their penalty alone, one after the other, each from the dual point at
/// which the one before ended.
class SuccessiveAscent {
 public:
  virtual ~SuccessiveAscent() = default;
  /// Under the penalty that the objective holds now.
  virtual DualStart climb(const AscentLimits& limits, const std::function<bool()>& keep_going) = 0;
};
/// The objective must outlive it.
std::unique_ptr<SuccessiveAscent> make_successive_ascent(HeldRows held, const Objective& objective);

}  // namespace smsvm
