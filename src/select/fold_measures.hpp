#pragma once

#include <span>
#include <vector>

#include "smsvm/cross_validation.hpp"

namespace smsvm {

/// The rows of a fold with what is known about them, ready to be measured under any model.
class FoldMeasures {
 public:
  /// `rows`: of the fold. `weight`: of all rows; empty: 1 each.
  FoldMeasures(std::span<const Target> problems, std::span<const double> weight, std::vector<std::int64_t> rows);

  const std::vector<std::int64_t>& rows() const { return rows_; }
  double weight() const { return total_weight_; }

  /// `scores`: rows of the fold × problems, row-major.
  double measure(Metric metric, std::span<const double> scores) const;

 private:
  std::vector<std::int32_t> predicted(std::span<const double> scores) const;
  std::vector<double> of_problem(std::span<const double> scores, std::size_t problem) const;

  std::vector<std::int64_t> rows_;
  std::size_t problems_;
  std::vector<std::vector<std::int8_t>> sign_;  ///< of each problem
  std::vector<std::int32_t> truth_;             ///< the class; for two, 1 is the positive one
  std::vector<double> weight_;
  double total_weight_ = 0;
};

}  // namespace smsvm
