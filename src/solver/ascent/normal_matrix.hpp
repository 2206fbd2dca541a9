#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/panel_product.hpp"
#include "solver/ascent/two_way_rows.hpp"
#include "solver/step/spd_factor.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// The factor of diag(d) + A diag(q) A', where A is given by its lines and, in the other direction, by its columns.
/// Columns that fill a good part of the lines are multiplied as dense panels, the others number by number.
template <class Lines>
class NormalMatrix {
 public:
  NormalMatrix(const Lines& lines, const Lines& columns, ThreadPool& pool, const CholeskyOptions& options)
      : lines_(lines), columns_(columns), pool_(pool), factor_(options) {
    constexpr std::size_t part = 4;
    const auto count = static_cast<std::size_t>(lines.count());
    for (std::size_t j = 0; j + 1 < columns.start.size(); ++j) {
      const bool dense = part * (columns.start[j + 1] - columns.start[j]) > count;
      if (dense) dense_.push_back(static_cast<std::int64_t>(j));
      is_dense_.push_back(dense);
    }
  }

  /// False if it was cancelled, or numbers were not finite.
  bool factorize(const Eigen::ArrayXd& d, const Eigen::ArrayXd& q) {
    scale_ = d.sqrt().inverse();
    const auto fill = [&](LowerMatrix target) {
      pool_.for_each(target.size, [&](std::int64_t i) { add_listed(i, q, target.data + i * target.leading); });
      add_dense(q, target);
      for (std::int64_t i = 0; i < target.size; ++i)
        Eigen::Map<Eigen::ArrayXd>(target.data + i * target.leading, i + 1) *= scale_[i] * scale_.head(i + 1);
    };
    return factor_.factorize_unit_and(lines_.count(), fill) == CholeskyResult::Outcome::factored;
  }

  Eigen::ArrayXd solve(const Eigen::ArrayXd& right) const {
    return scale_ * factor_.solve((scale_ * right).matrix()).array();
  }

 private:
  /// The products of line i with those up to it, over the columns that are not dense.
  void add_listed(std::int64_t i, const Eigen::ArrayXd& q, double* target) const {
    std::fill_n(target, i + 1, 0.0);
    lines_.for_each_value(i, [&](std::uint32_t j, double x) {
      if (is_dense_[j]) return;
      const double factor = x * q[j];
      for (std::size_t k = columns_.start[j]; columns_.index[k] < static_cast<std::uint32_t>(i); ++k)
        target[columns_.index[k]] += factor * static_cast<double>(columns_.value[k]);
      target[i] += factor * x;
    });
  }

  void add_dense(const Eigen::ArrayXd& q, LowerMatrix target) {
    const std::int64_t many = panel_depth;
    std::vector<double> weight;
    for (std::int64_t first = 0; first < std::ssize(dense_); first += many) {
      const std::int64_t here = std::min(many, std::ssize(dense_) - first);
      panel_.assign(static_cast<std::size_t>(here * target.size), 0.0);
      weight.clear();
      for (std::int64_t k = 0; k < here; ++k) {
        const std::int64_t column = dense_[static_cast<std::size_t>(first + k)];
        double* const row = panel_.data() + k * target.size;
        columns_.for_each_value(column, [&](std::uint32_t i, double x) { row[i] = x; });
        weight.push_back(q[column]);
      }
      syrk_lower({panel_.data(), here, target.size, target.size}, weight.data(), target.data, target.leading,
                 workspace_);
    }
  }

  const Lines& lines_;
  const Lines& columns_;
  ThreadPool& pool_;
  SpdFactor factor_;
  Eigen::ArrayXd scale_;
  std::vector<std::int64_t> dense_;
  std::vector<char> is_dense_;
  std::vector<double> panel_;
  SyrkWorkspace workspace_;
};

}  // namespace smsvm
