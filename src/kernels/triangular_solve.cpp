#include "kernels/triangular_solve.hpp"

#include <algorithm>

#include "kernels/dispatch.hpp"

#define SMSVM_KERNEL_BODY "kernels/triangular_solve.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

namespace {

/// So many rows at a time: what stands before them is a whole number of lanes, and all right-hand sides use them while
/// they are in a cache.
constexpr std::int64_t block = lane_count;

template <class Solve>
void for_each_right(LowerFactor factor, RightSides right, std::int64_t first, const Solve& solve) {
  const std::int64_t rows = std::min(block, factor.size - first);
  for (std::int64_t k = 0; k < right.count; ++k)
    solve(factor.data + first * factor.leading, factor.leading, first, rows, right.data + k * right.leading);
}

}  // namespace

void solve_lower(LowerFactor factor, RightSides right) {
  const auto solve = SMSVM_KERNEL(solve_block);
  for (std::int64_t first = 0; first < factor.size; first += block) for_each_right(factor, right, first, solve);
}

void solve_lower_transposed(LowerFactor factor, RightSides right) {
  const auto solve = SMSVM_KERNEL(solve_block_transposed);
  const std::int64_t blocks = (factor.size + block - 1) / block;
  for (std::int64_t k = blocks - 1; k >= 0; --k) for_each_right(factor, right, k * block, solve);
}

void solve_factored(LowerFactor factor, RightSides right) {
  solve_lower(factor, right);
  solve_lower_transposed(factor, right);
}

}  // namespace smsvm
