#include "kernels/cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "kernels/instruction_set.hpp"
#include "kernels/matrices.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

using test::Matrix;
using Outcome = CholeskyResult::Outcome;

constexpr double untouched = std::numeric_limits<double>::infinity();  // would spoil everything if it were read

/// Well conditioned; above the diagonal and beyond the rows stands `untouched`.
Matrix positive_definite(std::int64_t size, std::uint64_t seed) {
  const Matrix x = test::random_matrix(size, 5, seed);
  Matrix matrix(size, size, untouched);
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      double sum = i == j ? 1 + 0.1 * static_cast<double>(i % 3) : 0;
      for (std::int64_t k = 0; k < x.columns; ++k) sum += x(i, k) * x(j, k);
      matrix(i, j) = sum;
    }
  }
  return matrix;
}

CholeskyResult factor(Matrix& matrix, const CholeskyOptions& options = {}) {
  CholeskyWorkspace workspace;
  return cholesky({matrix.numbers.data(), matrix.rows, matrix.leading}, workspace, options);
}

/// The textbook's loops.
Matrix plain_factor(Matrix matrix) {
  for (std::int64_t j = 0; j < matrix.rows; ++j) {
    for (std::int64_t i = j; i < matrix.rows; ++i) {
      double sum = matrix(i, j);
      for (std::int64_t k = 0; k < j; ++k) sum -= matrix(i, k) * matrix(j, k);
      matrix(i, j) = i == j ? std::sqrt(sum) : sum / matrix(j, j);
    }
  }
  return matrix;
}

std::vector<std::int64_t> sizes_of_blocks() {
  std::vector<std::int64_t> sizes = test::odd_sizes();
  sizes.insert(sizes.end(), {0, 127, 128, 136, 256, 257});
  return sizes;
}

TEST(Cholesky, EqualsPlainLoops) {
  for (const std::int64_t size : sizes_of_blocks()) {
    const Matrix matrix = positive_definite(size, static_cast<std::uint64_t>(size));
    const Matrix expected = plain_factor(matrix);
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      SCOPED_TRACE(testing::Message() << name_of(set) << ", size " << size);
      Matrix found = matrix;
      ASSERT_TRUE(factor(found).factored());
      for (std::int64_t i = 0; i < size; ++i) {
        for (std::int64_t j = 0; j <= i; ++j) ASSERT_NEAR(found(i, j), expected(i, j), 1e-12) << i << ' ' << j;
        for (std::int64_t j = i + 1; j < matrix.leading; ++j) ASSERT_EQ(found(i, j), untouched) << i << ' ' << j;
      }
    }
  }
}

TEST(Cholesky, HasTheSameBitsForAnyThreadsAndForAvx2AndAvx512) {
  for (const std::int64_t size : {40, 129, 300, 420}) {
    const Matrix matrix = positive_definite(size, 7);
    std::optional<Matrix> fused;
    for (const auto set : available_instruction_sets()) {
      const ChosenInstructionSet chosen(set);
      Matrix alone = matrix;
      ASSERT_TRUE(factor(alone).factored());
      for (const int threads : {1, 2, 3}) {
        ThreadPool pool(threads);
        Matrix together = matrix;
        ASSERT_TRUE(factor(together, {.pool = &pool, .keep_going = {}}).factored());
        EXPECT_EQ(together, alone) << name_of(set) << ", " << threads << " threads, size " << size;
      }
      if (set == InstructionSet::baseline) continue;
      if (!fused) fused = alone;
      EXPECT_EQ(alone, *fused) << size;
    }
  }
}

TEST(Cholesky, NamesTheFirstPivotThatFails) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto set : available_instruction_sets()) {
    const ChosenInstructionSet chosen(set);
    for (const std::int64_t size : {1, 9, 40, 129, 300}) {
      for (const std::int64_t bad : {std::int64_t{0}, size / 2, size - 1}) {
        for (const double value : {-1.0, 0.0, nan, untouched}) {
          Matrix matrix = positive_definite(size, 3);
          matrix(bad, bad) = value;
          const CholeskyResult result = factor(matrix);
          EXPECT_EQ(result.outcome, Outcome::not_positive_definite);
          EXPECT_FALSE(result.factored());
          EXPECT_EQ(result.failed_pivot, bad) << "of " << size << ", " << value;
        }
      }
    }
  }
}

TEST(Cholesky, FactorsWhatIsBarelyPositive) {
  Matrix matrix(2, 2);
  matrix(0, 0) = 1e-300;
  matrix(1, 0) = 0;
  matrix(1, 1) = 1e300;
  ASSERT_TRUE(factor(matrix).factored());
  EXPECT_DOUBLE_EQ(matrix(0, 0), 1e-150);
  EXPECT_DOUBLE_EQ(matrix(1, 1), 1e150);
}

TEST(Cholesky, StopsWhenItIsTold) {
  Matrix matrix = positive_definite(300, 1);
  int asked = 0;
  const CholeskyResult result = factor(matrix, {.pool = nullptr, .keep_going = [&] { return ++asked < 2; }});
  EXPECT_EQ(result.outcome, Outcome::cancelled);
  EXPECT_EQ(asked, 2);
}

TEST(Cholesky, UsesItsMemoryAgain) {
  CholeskyWorkspace workspace;
  for (const std::int64_t size : {300, 40, 129, 5}) {
    Matrix fresh = positive_definite(size, 2), again = fresh;
    ASSERT_TRUE(factor(fresh).factored());
    ASSERT_TRUE(cholesky({again.numbers.data(), size, again.leading}, workspace).factored());
    EXPECT_EQ(fresh, again) << size;
  }
}

}  // namespace
}  // namespace smsvm
