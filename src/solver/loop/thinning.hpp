#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "rows/pass.hpp"

namespace smsvm {

/// How many of the rows of little curvature H can do without (cpu/thin_out.hpp). H only chooses the way: with enough
/// rows for each coordinate, what is left out makes it wrong by a few per cent.
class Thinning {
 public:
  explicit Thinning(std::size_t dimension) : dimension_(static_cast<double>(dimension)) {}

  /// For the next sweep of so many rows.
  double least_curvature(std::int64_t rows) const {
    const double enough_rows = has_many_coordinates() ? 40 : 100;
    const bool all = gives_way_ || static_cast<double>(rows) < enough_rows * dimension_;
    return all ? 0 : std::min(share_, most_) * row_curvature_;
  }

  /// From a sweep; one without H tells the mean alone. Where the rows at the kink are fewer than the weights, those of
  /// little curvature are all that H knows of some directions: then more of them are needed.
  void learn(const Sums& sums, std::int64_t rows) {
    row_curvature_ = sums.curvature / static_cast<double>(rows);
    constexpr double least_rows = 30;
    if (sums.hessian_rows > 0) share_ = std::min(limit(), share_ * sums.hessian_rows / (least_rows * dimension_));
  }

  /// The dual of eq. 11 belongs to its step only as far as H is right, and a small penalty tells the least difference:
  /// it is time for all rows where the gap hardly falls and smoothing is not what keeps it open.
  void judge(double gap, double smoothing_gap) {
    constexpr double hardly = 0.5, little = 0.1;
    if (gap > hardly * last_gap_ && smoothing_gap < little * gap) give_way();
    last_gap_ = gap;
  }
  /// So it is after a step that failed: where many rows are alike, those left out may be all that know of some
  /// direction, and no larger ε would mend that. H is then made of all rows until others are in use. With many
  /// coordinates that costs more than another step that fails: several running must do so, each of which leaves fewer
  /// rows out, and steps that do not fail take that back.
  void step_failed() {
    if (!has_many_coordinates()) return give_way();
    most_ = most_ > least_of_many ? most_ / 4 : 0;
  }
  void step_succeeded() { most_ = std::clamp(2 * most_, std::min(least_of_many, limit()), limit()); }
  void give_way() { gives_way_ = true; }
  void begin_anew() {
    gives_way_ = false;
    most_ = limit();
    last_gap_ = std::numeric_limits<double>::infinity();
  }

 private:
  /// Then H is nearly all that a sweep costs, and as few rows are taken as will do.
  bool has_many_coordinates() const { return dimension_ >= 256; }
  double limit() const { return has_many_coordinates() ? 3 : 0.1; }
  static constexpr double least_of_many = 0.05;

  double dimension_;
  double share_ = limit();    ///< of the mean
  double most_ = limit();     ///< that it may be at present: less after steps that failed
  double row_curvature_ = 0;  ///< that mean, of c h
  bool gives_way_ = false;
  double last_gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace smsvm
