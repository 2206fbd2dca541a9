#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/number.hpp"

namespace smsvm::judge {

// Eq. 1 and eq. 6 of docs/method.md on the numbers as they stand in a file, without any rounding. Nothing of src/ is
// used here: a mistake there must not be repeated by its judge.

struct ExactValue {
  std::size_t feature = 0;
  Number value;
};
using ExactRow = std::vector<ExactValue>;

/// λ_j and μ_j of a coordinate.
struct ExactCharge {
  Number l2, l1;
};

struct ExactProblem {
  const std::vector<ExactRow>* rows = nullptr;
  std::vector<std::int8_t> sign;     ///< of each row
  std::vector<Number> weight;        ///< of each row, c_i
  std::vector<ExactCharge> feature;  ///< of each feature
  bool has_intercept = false;
  ExactCharge intercept;  ///< both 0 where it is free

  bool has_free_intercept() const { return has_intercept && intercept.l2.sign() == 0 && intercept.l1.sign() == 0; }
  Number total_weight() const;
};

/// P(w, b), eq. 1.
mpq_class exact_primal(const ExactProblem& problem, const std::vector<double>& weights, double intercept);

/// The bound that a dual point proves: D of eq. 6 after the repairs of section 3; 0, which a = 0 proves, where that is
/// more or where a coordinate without penalty makes D minus infinity. All values must lie in [0, 1].
mpq_class exact_bound(const ExactProblem& problem, const std::vector<double>& dual_point);

/// min over b of P(0, b).
mpq_class exact_primal_without_weights(const ExactProblem& problem);

/// The largest |v_j| / μ_j over the features for a = 1, which is the only dual point of w = 0 where there is no
/// intercept: all weights are zero at this multiple of the penalty and above. Features without μ_j are left out.
mpq_class exact_multiple_for_no_weights(const ExactProblem& problem);

}  // namespace smsvm::judge
