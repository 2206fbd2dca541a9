#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/pass.hpp"

namespace smsvm {

/// K = X Λ⁻¹ X' on the rows met so far. Rows near the kink come back from step to step; each is read once.
class RowGram {
 public:
  /// `inverse`: 1/λ_j per feature; `constant`: what a penalised intercept adds to every entry.
  /// `capacity`: once more rows than this have been met, those not asked for now are forgotten.
  RowGram(std::span<const double> inverse, double constant, std::size_t capacity)
      : inverse_(inverse), constant_(constant), capacity_(capacity) {}

  /// Reads the rows not met before and brings all into the order in which they were met. Returns how many it read.
  std::int64_t include(Pass& pass, std::span<std::int64_t> rows);
  /// Of each row, at place_of() it: constant + Σ x_j factor_j/λ_j.
  Eigen::VectorXd products(std::span<const double> factor, double constant) const;
  /// A row's entries with those met before it and with itself, each at place_of() the other.
  const double* entries(std::int64_t row) const { return entries_[place_of(row)].data(); }
  std::size_t place_of(std::int64_t row) const {
    return static_cast<std::size_t>(place_[static_cast<std::size_t>(row)]);
  }

 private:
  struct Value {
    std::int32_t place;
    double value;
  };
  void forget(const Pass& pass);
  void read(std::int64_t row, const SparseRows& rows, std::int64_t at);

  std::span<const double> inverse_;
  double constant_;
  std::size_t capacity_;
  std::vector<std::int32_t> place_;           ///< of each row of the data, −1: not met
  std::vector<std::vector<Value>> column_;    ///< the values of each feature in the rows met
  std::vector<std::vector<double>> entries_;  ///< lower triangle of K, by rows
};

}  // namespace smsvm
