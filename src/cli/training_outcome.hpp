#pragma once

#include <optional>
#include <string>

#include "smsvm/solver.hpp"

namespace smsvm::cli {

/// What came out of one problem, or of several taken together.
struct Outcome {
  Status status = Status::converged;   ///< of several: the worst
  double primal = 0;                   ///< of several: the sum
  std::optional<double> dual;          ///< of several: the sum; none if one of them has none
  std::optional<double> relative_gap;  ///< of several: the largest; none if one of them has none
  double passes = 0;                   ///< of several: those they shared, each counted once
  double hessian_rows = 0;             ///< of several: the sum
  std::int64_t iterations = 0;         ///< of several: the sum
  std::int64_t nonzero_weights = 0;    ///< of several: the sum
  double seconds = 0;
};

Outcome outcome_of(const Fit& fit);
Outcome outcome_of(const BatchFit& fits);

/// "converged", or "stopped after 12.3 s by --max-seconds" and the like.
std::string how_it_ended(const Outcome& outcome);

}  // namespace smsvm::cli
