#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/pass.hpp"
#include "rows/rounding.hpp"
#include "rows/run_log.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

/// What is minimised: the sums of a pass, made means, plus the penalty (docs/method.md, eq. 1).
struct Problem {
  Pass& pass;
  const Objective& objective;
  const Rounding& rounding;
  std::size_t index = 0;  ///< within the batch of the pass
  RunLog& log = no_log();

  double total_weight() const { return pass.active_weight(index); }  ///< N, of the rows in use
};

/// A point and what the sweep there found.
struct Iterate {
  std::vector<double> point;  ///< w, then b if there is an intercept
  double epsilon = 1;
  Sums sums;
  std::vector<std::int32_t> hessian_of;  ///< the coordinates of sums.hessian
  bool is_look = false;                  ///< without H and smoothing: rows near the kink are to be solved from here
};

/// P(w, b), eq. 1.
double primal(const Problem& problem, const Iterate& at);
/// P with ψ_ε for the hinge, at the iterate's own ε.
double smoothed_primal(const Problem& problem, const Iterate& at);
/// How accurate, relatively, a mean over the rows is.
inline constexpr double accuracy_of_means = 1e-14;
/// Eq. 9 with either dual in place of a_ε.
Eigen::VectorXd gradient(const Problem& problem, const Iterate& at, DualKind kind = smooth_dual);
/// Weights that are not zero; the intercept does not count.
std::int64_t nonzero_weights(const Objective& objective, std::span<const double> point);

}  // namespace smsvm
