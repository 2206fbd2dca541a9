#include "kernels/panel_product.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "kernels/instruction_set.hpp"
#include "kernels/matrices.hpp"

namespace smsvm {
namespace {

using test::Matrix;

std::vector<double> some_scales(std::int64_t rows) {
  std::vector<double> scale(static_cast<std::size_t>(rows));
  for (std::size_t k = 0; k < scale.size(); ++k) scale[k] = 0.25 + 0.1 * static_cast<double>(k % 7);
  return scale;
}

PlainRows block_of(const Matrix& x) { return {x.numbers.data(), x.rows, x.columns, x.leading}; }

Matrix syrk(const Matrix& x, const double* scale, SyrkWorkspace& workspace) {
  Matrix target(x.columns, x.columns, 0.5);
  syrk_lower(block_of(x), scale, target.numbers.data(), target.leading, workspace);
  return target;
}

/// The lower triangle within rounding, everything else untouched.
void expect_lower_product(const Matrix& target, const Matrix& x, const double* scale) {
  for (std::int64_t i = 0; i < target.rows; ++i) {
    for (std::int64_t j = 0; j < target.leading; ++j) {
      if (j > i) {
        ASSERT_EQ(target(i, j), 0.5) << i << ' ' << j;
        continue;
      }
      double sum = 0, size = 1;
      for (std::int64_t k = 0; k < x.rows; ++k) {
        const double term = (scale == nullptr ? 1 : scale[k]) * x(k, i) * x(k, j);
        sum += term;
        size += std::abs(term);
      }
      ASSERT_NEAR(target(i, j), 0.5 + sum, 1e-14 * size) << i << ' ' << j;
    }
  }
}

TEST(SyrkLower, EqualsPlainSums) {
  SyrkWorkspace workspace;  // one for all: what an earlier call left must not show
  for (const std::int64_t columns : test::odd_sizes()) {
    for (const std::int64_t rows : {1, 7, 260}) {
      const Matrix x = test::random_matrix(rows, columns, static_cast<std::uint64_t>(rows * 1000 + columns));
      const auto scale = some_scales(rows);
      for (const auto set : available_instruction_sets()) {
        const ChosenInstructionSet chosen(set);
        SCOPED_TRACE(testing::Message() << name_of(set) << ", " << rows << " rows of " << columns);
        expect_lower_product(syrk(x, scale.data(), workspace), x, scale.data());
        expect_lower_product(syrk(x, nullptr, workspace), x, nullptr);
      }
    }
  }
}

TEST(SyrkLower, HasTheSameBitsForAvx2AndAvx512) {
  if (available_instruction_sets().size() < 3) GTEST_SKIP() << "there is only one of them here";
  SyrkWorkspace workspace;
  for (const std::int64_t columns : test::odd_sizes()) {
    const Matrix x = test::random_matrix(523, columns, static_cast<std::uint64_t>(columns));
    const auto scale = some_scales(x.rows);
    std::map<InstructionSet, Matrix> found;
    for (const auto set : {InstructionSet::avx2, InstructionSet::avx512}) {
      const ChosenInstructionSet chosen(set);
      found.emplace(set, syrk(x, scale.data(), workspace));
    }
    EXPECT_EQ(found.at(InstructionSet::avx2), found.at(InstructionSet::avx512)) << columns;
  }
}

TEST(SyrkLower, OfNothingAddsNothing) {
  SyrkWorkspace workspace;
  double target = 7;
  syrk_lower({nullptr, 0, 1, 1}, nullptr, &target, 1, workspace);
  EXPECT_EQ(target, 7);
  syrk_lower({nullptr, 3, 0, 0}, nullptr, nullptr, 0, workspace);
}

TEST(AddProduct, HasTheSameBitsInWhateverPieces) {
  const std::int64_t size = 129, depth = 100, panels = panel_count(size);
  const Matrix x = test::random_matrix(depth, size, 5);
  PackedPanels packed;
  packed.prepare(size);
  for (std::int64_t r = 0; r < depth; ++r) {
    for (std::int64_t c = 0; c < size; ++c) packed.panel(c / panel_width)[panel_width * r + c % panel_width] = x(r, c);
  }
  for (const auto set : available_instruction_sets()) {
    const ChosenInstructionSet chosen(set);
    for (const bool subtract : {false, true}) {
      const auto product_into = [&](Matrix& target) {
        return LowerProduct{.left = packed.view(),
                            .right = packed.view(),
                            .depth = depth,
                            .target = target.numbers.data(),
                            .size = size,
                            .leading = target.leading,
                            .subtract = subtract};
      };
      Matrix whole(size, size, 0.5);
      add_product(product_into(whole));
      for (const std::int64_t step : {1, 2, 5}) {
        Matrix pieces(size, size, 0.5);
        const LowerProduct product = product_into(pieces);
        for (std::int64_t i = 0; i < panels; i += step) {
          for (std::int64_t j = 0; j < panels; j += step + 1)
            add_product(product, {i, std::min(i + step, panels)}, {j, std::min(j + step + 1, panels)});
        }
        EXPECT_EQ(pieces, whole) << name_of(set);
      }
      double expected = 0.5;
      for (std::int64_t k = 0; k < depth; ++k) expected += (subtract ? -1 : 1) * x(k, 128) * x(k, 3);
      EXPECT_NEAR(whole(128, 3), expected, 1e-12);
    }
  }
}

}  // namespace
}  // namespace smsvm
