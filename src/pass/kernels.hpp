#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/row_arithmetic.hpp"

namespace smsvm {

/// moment[2j] += first · x_j, moment[2j + 1] += second · x_j
template <class Value>
void add_pair(RowView<Value> x, double first, double second, double* moment) {
  for_each_stored(x, [=](std::size_t column, double value) {
    double* const at = moment + 2 * column;
    at[0] += first * value;
    at[1] += second * value;
  });
}

/// Adds h x x' on chosen coordinates into the lower triangle of a row-major square.
class HessianBlock {
 public:
  /// `coordinates`: increasing, those < features are columns, `features` itself is the constant 1.
  void prepare(std::span<const std::int32_t> coordinates, std::int64_t features);
  void attach(double* hessian) { hessian_ = hessian; }

  template <class Value>
  void add(RowView<Value> row, double h);

 private:
  std::vector<std::int32_t> position_;  ///< of each column within the coordinates, or −1; empty: the identity
  bool has_constant_ = false;
  std::int64_t size_ = 0;
  double* hessian_ = nullptr;

  // A gathered row.
  std::vector<std::int32_t> index_;
  std::vector<double> value_;
};

template <class Value>
void HessianBlock::add(RowView<Value> row, double h) {
  std::size_t count = 0;
  for_each_value(row, [&](std::size_t column, double x) {
    const std::int32_t at = position_.empty() ? static_cast<std::int32_t>(column) : position_[column];
    index_[count] = at;
    value_[count] = x;
    count += at >= 0;
  });
  if (has_constant_) {
    index_[count] = static_cast<std::int32_t>(size_ - 1);
    value_[count++] = 1;
  }
  for (std::size_t i = 0; i < count; ++i) {
    double* const to = hessian_ + index_[i] * size_;
    const double scaled = h * value_[i];
    for (std::size_t j = 0; j <= i; ++j) to[index_[j]] += scaled * value_[j];
  }
}

}  // namespace smsvm
