#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <vector>

#include "data/column_shift.hpp"
#include "smsvm/dataset.hpp"
#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// By how much the sums of a sweep, and what is computed from them, may differ from those of the numbers in the source
/// in exact arithmetic (docs/method.md, section 3): bounds, not estimates.
class Rounding {
 public:
  /// `data`: all of it but its rows; the columns are those of its rows. Where these are shifted
  /// (data/column_shift.hpp), bounds of P are for the point with the intercept that belongs to the rows of the source.
  Rounding(const Dataset& data, const ColumnFacts& columns, const Target& target, bool has_intercept,
           const ColumnShift& shift = {});

  /// For v, at duals of a mean that is said later.
  struct OfMoments {
    Eigen::ArrayXd of_mean, of_largest;
    double absolute = 0;

    /// For each coordinate, as an expression.
    auto at(double mean_dual) const { return of_mean.min(mean_dual * of_largest) + absolute; }
    double at(Eigen::Index j, double mean_dual) const {
      return std::min(of_mean[j], mean_dual * of_largest[j]) + absolute;
    }
    OfMoments only(const std::vector<Eigen::Index>& some) const { return {of_mean(some), of_largest(some), absolute}; }
  };
  /// `drift`: what mixing has done to the duals of rows, relatively.
  OfMoments of_moments(double drift) const {
    return {of_mean_ + drift * mean_, of_largest_ + drift * largest_, absolute_};
  }
  /// For Σ c a, relative to it.
  double of_duals(double drift) const { return duals_ + drift; }
  /// What one mixture does to a dual: three products, two sums, and the shares themselves.
  static constexpr double of_mixing = 8 * 0x1p-53;

  /// Where P comes from.
  struct Evaluation {
    /// For each coordinate at least |w|; more where the slacks were found from those of two other points.
    std::span<const double> reach;
    double parts = 1;      ///< how many times a slack's own 1 was rounded
    double mean_dual = 1;  ///< of a_ε in the sweep, and its ε; 1 and 0 where P comes from no sweep
    double epsilon = 0;
  };
  /// For P, above what was computed.
  double of_primal(double primal, const Evaluation& evaluation) const;

  /// The part of of_primal that is there only because values are stored as floats.
  double of_storing(std::span<const double> point) const;

 private:
  void take(const ColumnShift& shift, const Dataset& data, const ColumnFacts& columns, double share);

  Eigen::ArrayXd largest_;               ///< x̂_j: the largest size of a value
  Eigen::ArrayXd mean_;                  ///< at least m_j, the mean of c |x_j|
  Eigen::ArrayXd storing_;               ///< the mean of c times what storing x_j may have done to it
  Eigen::ArrayXd shifting_;              ///< for each |w|: what a slack may grow by, because columns were shifted
  Eigen::ArrayXd of_mean_, of_largest_;  ///< m_j and x̂_j times all that is relative to them in v
  double duals_ = 0;                     ///< relative, of sums of what is not negative over the rows
  double slack_ = 0;                     ///< relative, of the products in a slack
  double least_share_ = 0;               ///< of the weight, that a row has
  double absolute_ = 0;                  ///< of means of products that are too small for a double
};

}  // namespace smsvm
