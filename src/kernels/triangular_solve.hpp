#pragma once

#include <cstdint>

namespace smsvm {

/// A lower triangle stored by rows, as cholesky() leaves it; nothing above the diagonal is read.
struct LowerFactor {
  const double* data = nullptr;
  std::int64_t size = 0;
  std::int64_t leading = 0;
};

/// Right-hand sides, each contiguous, `leading` from one to the next (the columns of a column-major matrix); the
/// solutions take their place. A solution's bits do not depend on how many are solved together.
struct RightSides {
  double* data = nullptr;
  std::int64_t count = 1;
  std::int64_t leading = 0;
};

/// L x = b
void solve_lower(LowerFactor factor, RightSides right);
/// L' x = b
void solve_lower_transposed(LowerFactor factor, RightSides right);
/// L L' x = b
void solve_factored(LowerFactor factor, RightSides right);

}  // namespace smsvm
