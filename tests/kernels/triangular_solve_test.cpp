#include "kernels/triangular_solve.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "kernels/instruction_set.hpp"
#include "kernels/matrices.hpp"

namespace smsvm {
namespace {

using test::Matrix;

/// Well conditioned; above the diagonal stands what must not be read.
Matrix lower_factor(std::int64_t size, std::uint64_t seed) {
  Matrix factor = test::random_matrix(size, size, seed);
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) factor(i, j) /= static_cast<double>(size);
    factor(i, i) = 1 + 0.1 * static_cast<double>(i % 4);
    for (std::int64_t j = i + 1; j < factor.leading; ++j) factor(i, j) = std::numeric_limits<double>::infinity();
  }
  return factor;
}

LowerFactor view(const Matrix& factor) { return {factor.numbers.data(), factor.rows, factor.leading}; }
/// Each row is a right-hand side.
RightSides view_right(Matrix& right) { return {right.numbers.data(), right.rows, right.leading}; }

enum class Solve { lower, transposed, both };

void solve(Solve what, const Matrix& factor, RightSides right) {
  if (what == Solve::lower) solve_lower(view(factor), right);
  if (what == Solve::transposed) solve_lower_transposed(view(factor), right);
  if (what == Solve::both) solve_factored(view(factor), right);
}

/// L x or L' x, of each row of x; what stands beyond the rows is kept.
Matrix times(const Matrix& factor, bool transposed, const Matrix& x) {
  Matrix product = x;
  for (std::int64_t k = 0; k < x.rows; ++k) {
    for (std::int64_t i = 0; i < factor.rows; ++i) {
      product(k, i) = 0;
      const std::int64_t begin = transposed ? i : 0, end = transposed ? factor.rows : i + 1;
      for (std::int64_t j = begin; j < end; ++j) product(k, i) += (transposed ? factor(j, i) : factor(i, j)) * x(k, j);
    }
  }
  return product;
}

TEST(TriangularSolve, UndoesThePlainProduct) {
  for (const std::int64_t size : test::odd_sizes()) {
    const Matrix factor = lower_factor(size, 1);
    for (const std::int64_t count : {1, 3}) {
      const Matrix x = test::random_matrix(count, size, 2);
      for (const auto set : available_instruction_sets()) {
        const ChosenInstructionSet chosen(set);
        for (const auto what : {Solve::lower, Solve::transposed, Solve::both}) {
          Matrix found = x;
          if (what != Solve::lower) found = times(factor, true, found);
          if (what != Solve::transposed) found = times(factor, false, found);
          solve(what, factor, view_right(found));
          for (std::int64_t k = 0; k < count; ++k) {
            for (std::int64_t i = 0; i < size; ++i)
              ASSERT_NEAR(found(k, i), x(k, i), 1e-12) << name_of(set) << ", size " << size;
            for (std::int64_t i = size; i < x.leading; ++i) ASSERT_EQ(found(k, i), x(k, i));
          }
        }
      }
    }
  }
}

TEST(TriangularSolve, HasTheSameBitsTogetherAndAloneAndForAvx2AndAvx512) {
  for (const std::int64_t size : test::odd_sizes()) {
    const Matrix factor = lower_factor(size, 3), right = test::random_matrix(4, size, 4);
    std::optional<Matrix> fused;
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      Matrix together = right, alone = right;
      solve_factored(view(factor), view_right(together));
      for (std::int64_t k = 0; k < right.rows; ++k)
        solve_factored(view(factor), {alone.numbers.data() + k * alone.leading, 1, 0});
      EXPECT_EQ(together, alone) << name_of(set) << ", size " << size;
      if (set == InstructionSet::baseline) continue;
      if (!fused) fused = alone;
      EXPECT_EQ(alone, *fused) << size;
    }
  }
}

TEST(TriangularSolve, OfNothingDoesNothing) { solve_factored({}, {}); }

}  // namespace
}  // namespace smsvm
