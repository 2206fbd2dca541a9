#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/exact.hpp"
#include "judge/problem.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::judge {

/// What may be wrong with an answer.
enum class Fault {
  false_primal,       ///< the objective is above the claimed one
  false_bound,        ///< the dual point proves less than claimed, or a point was found below the bound
  bounds_cross,       ///< the claimed bound is above the claimed objective
  false_convergence,  ///< converged, but with a gap above the tolerance
  false_largest,      ///< at the strength that is to make all weights zero, some are better not
  verify_refusal,     ///< claims that are true are not confirmed by smsvm::verify
  unusable,           ///< an answer that is not finite, a dual value outside [0, 1], an exception
};
inline constexpr std::size_t fault_kinds = 7;
std::string_view name(Fault fault);

struct Finding {
  Fault fault = Fault::unusable;
  double excess = 0;   ///< relative to the claimed objective, where that means anything
  std::string detail;  ///< for a person
};

/// What training claims about one class: the part of Fit and of PathPoint that is judged.
struct Claims {
  Status status = Status::stalled;
  std::vector<double> weights;  ///< of each feature of the text
  double intercept = 0;
  double primal = 0;
  std::optional<double> dual;
  const std::vector<double>* dual_point = nullptr;  ///< none: a path's points have none to show
};

/// The findings about one fit; none if every claim is true.
std::vector<Finding> judge_claims(const ExactProblem& exact, const Claims& claims, double tolerance);

struct Outcome {
  Status status = Status::converged;   ///< the worst of several
  std::optional<std::string> refused;  ///< why the text or the options were not taken
  std::vector<Finding> findings;
  /// Whether rounding each value once to a double may cost more than the tolerance, in the objective or in the bound.
  bool is_beyond_doubles = false;
  bool false_but_confirmed = false;  ///< smsvm::verify confirmed a claim that is false
};

/// Writes the text to the file, reads it as a user would, trains, and judges what comes back.
Outcome judge_problem(const Problem& problem, const std::string& file);

}  // namespace smsvm::judge
