#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solver/problem.hpp"

namespace smsvm {

/// A Newton step.
struct Direction {
  std::vector<double> to;  ///< w + d
  double decrease = 0;     ///< Δ of docs/method.md, section 6: what the linearised problem promises, at least d'Hd
  bool complete = true;    ///< false: some features that should move were not in the model; ε must wait for them
};

/// Where Newton's system is solved: over the features, over the rows, or in the dual with the rows as factors of H. The
/// loop need not know.
class DirectionFinder {
 public:
  virtual ~DirectionFinder() = default;

  /// The coordinates whose block of H the next sweep must add up.
  virtual std::span<const std::int32_t> hessian_coordinates() const = 0;
  /// The penalty of the problem was changed; what was derived from it is no longer valid.
  virtual void change_penalty(const Problem& problem) = 0;
  /// After the first sweep: true if it must be made again because H was not asked for on the right coordinates.
  virtual bool wants_another_sweep(const Problem& problem, const Iterate& first) = 0;
  /// What find() may read besides, in passes.
  virtual double most_passes(const Problem& problem) const = 0;
  /// Nothing if a sweep of its own was cancelled.
  virtual std::optional<Direction> find(const Problem& problem, const Iterate& at) = 0;
};

/// Δ for the step from `at` to `to`, with g the gradient at `at`.
double linearized_decrease(const Objective& objective, const Eigen::VectorXd& g, std::span<const double> at,
                           std::span<const double> to);

}  // namespace smsvm
