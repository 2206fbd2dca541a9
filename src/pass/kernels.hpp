#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pass/row_access.hpp"

namespace smsvm {

// The arithmetic on one row, for each storage. Sums are double and their order is fixed.

template <class Value>
double dot(SparseRow<Value> row, const double* w) {
  std::array<double, 4> lane{};
  std::int64_t k = 0;
  for (; k + 4 <= row.size; k += 4) {
    for (std::size_t l = 0; l < 4; ++l) lane[l] += static_cast<double>(row.value[k + l]) * w[row.column[k + l]];
  }
  double sum = (lane[0] + lane[2]) + (lane[1] + lane[3]);
  for (; k < row.size; ++k) sum += static_cast<double>(row.value[k]) * w[row.column[k]];
  return sum;
}

template <class Value>
double dot(DenseRow<Value> row, const double* w) {
  std::array<double, 8> lane{};
  std::int64_t k = 0;
  for (; k + 8 <= row.size; k += 8) {
    for (std::size_t l = 0; l < 8; ++l) lane[l] += static_cast<double>(row.value[k + l]) * w[k + l];
  }
  double sum = ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
  for (; k < row.size; ++k) sum += static_cast<double>(row.value[k]) * w[k];
  return sum;
}

/// moment[2j] += first · x_j, moment[2j + 1] += second · x_j
template <class Value>
void add_pair(SparseRow<Value> row, double first, double second, double* moment) {
  for (std::int64_t k = 0; k < row.size; ++k) {
    const double x = static_cast<double>(row.value[k]);
    double* const at = moment + 2 * static_cast<std::int64_t>(row.column[k]);
    at[0] += first * x;
    at[1] += second * x;
  }
}
template <class Value>
void add_pair(DenseRow<Value> row, double first, double second, double* moment) {
  for (std::int64_t k = 0; k < row.size; ++k) {
    const double x = static_cast<double>(row.value[k]);
    moment[2 * k] += first * x;
    moment[2 * k + 1] += second * x;
  }
}

/// sum += factor · x
template <class Value>
void add_scaled(SparseRow<Value> row, double factor, double* sum) {
  for (std::int64_t k = 0; k < row.size; ++k) sum[row.column[k]] += factor * static_cast<double>(row.value[k]);
}
template <class Value>
void add_scaled(DenseRow<Value> row, double factor, double* sum) {
  for (std::int64_t k = 0; k < row.size; ++k) sum[k] += factor * static_cast<double>(row.value[k]);
}

/// Adds h x x' on chosen coordinates into the lower triangle of a row-major square. Dense rows are gathered into blocks
/// first, so that a tile of H stays in registers over many rows; call flush() after the last row.
class HessianBlock {
 public:
  /// `coordinates`: increasing, those < features are columns, `features` itself is the constant 1.
  void prepare(std::span<const std::int32_t> coordinates, std::int64_t features, bool sparse);
  void attach(double* hessian) { hessian_ = hessian; }

  template <class Value>
  void add(SparseRow<Value> row, double h);
  template <class Value>
  void add(DenseRow<Value> row, double h);
  void flush();

 private:
  static constexpr std::int64_t block = 32;

  std::span<const std::int32_t> coordinates_;
  std::vector<std::int32_t> position_;  ///< of each column within coordinates_, or −1; empty: the identity
  bool has_constant_ = false;
  std::int64_t size_ = 0;
  std::int64_t stride_ = 0;  ///< of the gathered rows: size_ rounded up
  double* hessian_ = nullptr;

  // A gathered sparse row.
  std::vector<std::int32_t> index_;
  std::vector<double> value_;
  // A block of gathered dense rows: x and h x.
  std::int64_t gathered_ = 0;
  std::vector<double> plain_, scaled_;
};

template <class Value>
void HessianBlock::add(SparseRow<Value> row, double h) {
  std::int64_t count = 0;
  for (std::int64_t k = 0; k < row.size; ++k) {
    const std::int32_t at = position_.empty() ? row.column[k] : position_[static_cast<std::size_t>(row.column[k])];
    index_[static_cast<std::size_t>(count)] = at;
    value_[static_cast<std::size_t>(count)] = static_cast<double>(row.value[k]);
    count += at >= 0;
  }
  if (has_constant_) {
    index_[static_cast<std::size_t>(count)] = static_cast<std::int32_t>(size_ - 1);
    value_[static_cast<std::size_t>(count)] = 1;
    ++count;
  }
  const std::int32_t* const index = index_.data();
  const double* const value = value_.data();
  for (std::int64_t i = 0; i < count; ++i) {
    double* const to = hessian_ + index[i] * size_;
    const double scaled = h * value[i];
    for (std::int64_t j = 0; j <= i; ++j) to[index[j]] += scaled * value[j];
  }
}

template <class Value>
void HessianBlock::add(DenseRow<Value> row, double h) {
  double* const x = plain_.data() + gathered_ * stride_;
  double* const hx = scaled_.data() + gathered_ * stride_;
  const std::int64_t columns = size_ - (has_constant_ ? 1 : 0);
  if (position_.empty()) {
    for (std::int64_t k = 0; k < columns; ++k) x[k] = static_cast<double>(row.value[k]);
  } else {
    for (std::int64_t k = 0; k < columns; ++k)
      x[k] = static_cast<double>(row.value[coordinates_[static_cast<std::size_t>(k)]]);
  }
  if (has_constant_) x[columns] = 1;
  for (std::int64_t k = 0; k < size_; ++k) hx[k] = h * x[k];
  if (++gathered_ == block) flush();
}

}  // namespace smsvm
