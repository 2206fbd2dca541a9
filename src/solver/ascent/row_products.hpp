#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "rows/held_rows.hpp"

namespace smsvm {

/// The products of single rows that solvers over the rows need: all their reading of rows stands here. `inverse` is the
/// diagonal of Λ⁻¹, the intercept's last where there is one; a vector over the coordinates is laid out like it.
template <class Value>
class RowProducts {
 public:
  RowProducts(const HeldRows& held, bool has_intercept, std::span<const double> inverse)
      : features_(held.features),
        rows_(static_cast<std::size_t>(held.rows)),
        has_intercept_(has_intercept),
        inverse_(inverse) {
    held.for_each<Value>([&](std::int64_t row, RowView<Value> view) { rows_[static_cast<std::size_t>(row)] = view; });
    const auto weights = inverse.first(static_cast<std::size_t>(features_));
    uniform_ = std::all_of(weights.begin(), weights.end(), [&](double of) { return of == weights.front(); });
  }

  std::int64_t length(std::int64_t i) const { return stored_values(row(i)); }

  /// x_i'w + b
  double dot(std::int64_t i, const double* w) const {
    return smsvm::dot(row(i), w) + (has_intercept_ ? w[features_] : 0.0);
  }
  /// (w, b) += factor Λ⁻¹ (x_i, 1)
  void add(std::int64_t i, double factor, double* w) const {
    if (uniform_)
      add_scaled(row(i), factor * inverse_[0], w);
    else
      for_each_stored(row(i), [&](std::size_t j, double x) { w[j] += factor * inverse_[j] * x; });
    if (has_intercept_) w[features_] += factor * inverse_.back();
  }
  /// (x_i, 1)' Λ⁻¹ (x_i, 1)
  double square(std::int64_t i) const {
    double sum = has_intercept_ ? inverse_.back() : 0.0;
    for_each_stored(row(i), [&](std::size_t j, double x) { sum += x * x * inverse_[j]; });
    return sum;
  }

 private:
  RowView<Value> row(std::int64_t i) const { return rows_[static_cast<std::size_t>(i)]; }

  std::int64_t features_;
  std::vector<RowView<Value>> rows_;
  bool has_intercept_;
  std::span<const double> inverse_;
  bool uniform_ = false;  ///< all features have one λ_j, as they do without factors
};

}  // namespace smsvm
