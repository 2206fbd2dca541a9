#include "kernels/cholesky.hpp"

#include <algorithm>

#include "kernels/dispatch.hpp"
#include "kernels/fetch.hpp"
#include "kernels/panel_product.hpp"
#include "util/thread_pool.hpp"

#define SMSVM_KERNEL_BODY "kernels/cholesky.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

namespace {

// Everything here is fixed, or a rule of the size alone: the bits do not depend on the threads.
/// Of a block column. Up to 256 one thread is equally fast; the less, the less waits for the block on the diagonal.
constexpr std::int64_t block_width = 128;
constexpr std::int64_t stride = panel_stride(block_width);

// A task's share of the work.
constexpr std::int64_t solved_panels = 6;
constexpr std::int64_t updated_row_panels = 12, updated_column_panels = 24;

class Factorisation {
 public:
  Factorisation(LowerMatrix matrix, CholeskyWorkspace& workspace, ThreadPool* pool) : matrix_(matrix), pool_(pool) {
    workspace.panels.require(panel_count(matrix.size) * stride);
    workspace.inverse.require(block_width);
    panels_ = workspace.panels.data();
    inverse_ = workspace.inverse.data();
  }

  /// One block column, and its contribution to all that follow; returns how many of its pivots were good.
  std::int64_t eliminate(std::int64_t first, std::int64_t width) {
    const std::int64_t diagonal_panels = panel_count(width);
    const std::int64_t good = factor_diagonal_block(first, width);
    if (good < width) return good;
    const std::int64_t rest = matrix_.size - first - width;
    if (rest == 0) return good;
    const std::int64_t panels_below = panel_count(rest);
    for_each((panels_below + solved_panels - 1) / solved_panels, [&](std::int64_t task) {
      const std::int64_t begin = task * solved_panels;
      solve_panels(first, width, diagonal_panels + begin, std::min(solved_panels, panels_below - begin));
    });
    update_rest(first + width, width, {panels_ + diagonal_panels * stride, stride});
    return good;
  }

 private:
  template <class Task>
  void for_each(std::int64_t count, const Task& task) {
    if (pool_ != nullptr) return pool_->for_each(count, task);
    for (std::int64_t k = 0; k < count; ++k) task(k);
  }

  double* at(std::int64_t row, std::int64_t column) const { return matrix_.data + row * matrix_.leading + column; }
  /// Of the rows from `first` on that panel p holds.
  std::int64_t rows_of_panel(std::int64_t first, std::int64_t p) const {
    return std::min(panel_width, matrix_.size - first - p * panel_width);
  }

  std::int64_t factor_diagonal_block(std::int64_t first, std::int64_t width) {
    const auto for_each_panel = [&](const auto& copy) {
      for (std::int64_t p = 0; p < panel_count(width); ++p) {
        const std::int64_t rows = std::min(panel_width, width - p * panel_width);
        copy(at(first + p * panel_width, first), rows, panels_ + p * stride, p * panel_width);
      }
    };
    const auto pack = SMSVM_KERNEL(pack_transposed);
    for_each_panel([&](const double* from, std::int64_t rows, double* panel, std::int64_t before) {
      pack(from, matrix_.leading, rows, before, panel);
      // Row by row up to the diagonal; what is beyond is not ours to read.
      double* const corner = panel + before * panel_width;
      std::fill_n(corner, panel_width * panel_width, 0.0);
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t k = 0; k <= r; ++k) corner[k * panel_width + r] = from[r * matrix_.leading + before + k];
      }
    });
    const std::int64_t good = SMSVM_KERNEL(factor_diagonal)(panels_, stride, width, inverse_);
    const auto unpack = SMSVM_KERNEL(unpack_transposed);
    for_each_panel([&](double* to, std::int64_t rows, const double* panel, std::int64_t before) {
      unpack(panel, rows, before, to, matrix_.leading);
      const double* const corner = panel + before * panel_width;
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t k = 0; k <= r; ++k) to[r * matrix_.leading + before + k] = corner[k * panel_width + r];
      }
    });
    return good;
  }

  /// The part of the block column in the rows of these panels; they stay packed for the update.
  void solve_panels(std::int64_t first, std::int64_t width, std::int64_t begin, std::int64_t count) {
    const auto pack = SMSVM_KERNEL(pack_transposed);
    for (std::int64_t p = begin; p < begin + count; ++p)
      pack(at(first + p * panel_width, first), matrix_.leading, rows_of_panel(first, p), width, panels_ + p * stride);
    SMSVM_KERNEL(solve_below_diagonal)(panels_, inverse_, width, panels_ + begin * stride, count, stride);
    const auto unpack = SMSVM_KERNEL(unpack_transposed);
    for (std::int64_t p = begin; p < begin + count; ++p)
      unpack(panels_ + p * stride, rows_of_panel(first, p), width, at(first + p * panel_width, first), matrix_.leading);
  }

  /// Subtracts the product of the packed block column with itself from the square that begins at `first`.
  void update_rest(std::int64_t first, std::int64_t depth, PanelView packed) {
    const std::int64_t size = matrix_.size - first, panels = panel_count(size);
    const LowerProduct product{.left = packed,
                               .right = packed,
                               .depth = depth,
                               .target = at(first, first),
                               .size = size,
                               .leading = matrix_.leading,
                               .subtract = true};
    const std::int64_t across = (panels + updated_column_panels - 1) / updated_column_panels;
    const std::int64_t down = (panels + updated_row_panels - 1) / updated_row_panels;
    for_each(across * down, [&](std::int64_t task) {
      const std::int64_t row = task / across * updated_row_panels, column = task % across * updated_column_panels;
      add_product(product, {row, std::min(row + updated_row_panels, panels)},
                  {column, std::min(column + updated_column_panels, panels)});
    });
  }

  LowerMatrix matrix_;
  ThreadPool* pool_;
  double* panels_;
  double* inverse_;
};

}  // namespace

CholeskyResult cholesky(LowerMatrix matrix, CholeskyWorkspace& workspace, const CholeskyOptions& options) {
  using Outcome = CholeskyResult::Outcome;
  Factorisation factorisation(matrix, workspace, options.pool);
  for (std::int64_t first = 0; first < matrix.size; first += block_width) {
    if (options.keep_going && !options.keep_going()) return {Outcome::cancelled};
    const std::int64_t width = std::min(block_width, matrix.size - first);
    const std::int64_t good = factorisation.eliminate(first, width);
    if (good < width) return {Outcome::not_positive_definite, first + good};
  }
  return {};
}

}  // namespace smsvm
