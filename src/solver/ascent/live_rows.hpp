#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rows/held_rows.hpp"
#include "smsvm/objective.hpp"
#include "solver/ascent/newton_work.hpp"

namespace smsvm {

/// What LiveRows takes for a value that is not zero.
constexpr std::int64_t bytes_per_live_value(Precision precision) {
  return static_cast<std::int64_t>(sizeof(std::uint32_t)) +
         static_cast<std::int64_t>(precision == Precision::float32 ? sizeof(float) : sizeof(double));
}

/// x_ij/√λ_j, or x_ij itself.
enum class LiveUnits { of_l2, of_data };

/// The rows on the features that can ever have a weight. With ℓ1, w_j = 0 unless |v_j| > μ_j, and no a in the box takes
/// |v_j| beyond the larger of Σ (c/N) |x_ij| over the rows that pull w_j up and over those that pull it down. That
/// rules out the rare words of a text, most of all features; what remains is copied so that it lies close together.
template <class Value>
class LiveRows {
 public:
  static constexpr double passes_to_read = 2;

  LiveRows(const HeldRows& held, const Objective& objective, LiveUnits units) {
    const std::vector<std::int32_t> place = number_live_features(held, objective);
    std::vector<double> root;
    for (const std::int32_t j : features_)
      root.push_back(units == LiveUnits::of_l2 ? std::sqrt(objective.l2[static_cast<std::size_t>(j)]) : 1.0);
    start_.reserve(static_cast<std::size_t>(held.rows) + 1);
    start_.push_back(0);
    for (std::int64_t i = 0; i < held.rows; ++i) {
      for_each_stored(held.row<Value>(i), [&](std::size_t j, double x) {
        if (place[j] < 0 || x == 0) return;
        column_.push_back(static_cast<std::uint32_t>(place[j]));
        value_.push_back(static_cast<Value>(x / root[static_cast<std::size_t>(place[j])]));
      });
      start_.push_back(column_.size());
    }
  }

  std::int64_t rows() const { return std::ssize(start_) - 1; }
  RowShape shape() const {
    const auto rows = static_cast<double>(this->rows());
    return {rows, static_cast<double>(features_.size()), static_cast<double>(column_.size()) / rows};
  }
  /// The columns of the data that are live, increasing.
  const std::vector<std::int32_t>& features() const { return features_; }

  struct Row {
    const std::uint32_t* column;  ///< counted among the live
    const Value* value;
    std::size_t length;
  };
  Row row(std::int64_t i) const {
    const std::size_t from = start_[static_cast<std::size_t>(i)], to = start_[static_cast<std::size_t>(i) + 1];
    return {column_.data() + from, value_.data() + from, to - from};
  }

 private:
  /// For each feature its number among the live ones, −1 for the others.
  std::vector<std::int32_t> number_live_features(const HeldRows& held, const Objective& objective) {
    std::vector<std::array<double, 2>> most(static_cast<std::size_t>(held.features));  // of −v_j, of v_j
    held.for_each<Value>([&](std::int64_t row, RowView<Value> view) {
      const auto i = static_cast<std::size_t>(row);
      const double weight = held.target.weight_of(i);
      const bool positive = held.target.sign[i] > 0;
      for_each_stored(view, [&](std::size_t j, double x) { most[j][(x > 0) == positive] += weight * std::abs(x); });
    });
    constexpr double rounding = 1e-9;
    std::vector<std::int32_t> place(most.size(), -1);
    for (std::size_t j = 0; j < most.size(); ++j) {
      const double reach = std::max(most[j][0], most[j][1]) / objective.total_weight;
      if (reach * (1 + rounding) <= objective.l1[j]) continue;
      place[j] = static_cast<std::int32_t>(features_.size());
      features_.push_back(static_cast<std::int32_t>(j));
    }
    return place;
  }

  std::vector<std::int32_t> features_;
  std::vector<std::size_t> start_;
  std::vector<std::uint32_t> column_;
  std::vector<Value> value_;
};

}  // namespace smsvm
