#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>

#include "model/exact_sums.hpp"
#include "smsvm/proof.hpp"

namespace smsvm {

/// The largest double that is not above the number, and the smallest that is not below it.
double rounded_down(const mpq_class& number);
double rounded_up(const mpq_class& number);

/// What a claim comes to when nothing is rounded (docs/method.md, eq. 1 and 6).
struct ExactBracket {
  double primal = 0;  ///< the objective, rounded up
  double dual = 0;    ///< the bound that the dual point proves, 0 at least; rounded down
  /// Whether the objective is at most, the bound at least what is claimed. These are no matter of rounding: an
  /// objective that is above its claim by any amount at all is above it.
  bool primal_holds = false, dual_holds = false;
  /// The column (after the last: the intercept) that is neither penalised nor balanced. Then there is no bound but 0.
  std::optional<std::size_t> unbounded;
};

/// The sums are those of this claim and this point; Σ c must not be 0, and the claimed numbers are finite.
ExactBracket exact_bracket(const ExactSums& sums, const ColumnUnits& units, const Penalty& penalty,
                           const ClassProof& claim, const ModelPoint& point);

}  // namespace smsvm
