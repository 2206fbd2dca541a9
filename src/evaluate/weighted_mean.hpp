#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace smsvm {

inline constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

inline double weight_of(std::span<const double> weight, std::size_t row) { return weight.empty() ? 1.0 : weight[row]; }

/// Mean of value_of(row), each row with its weight; rows of weight 0 are not asked.
template <class ValueOf>
double weighted_mean(std::size_t rows, std::span<const double> weight, const ValueOf& value_of) {
  double sum = 0, total = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double its_weight = weight_of(weight, row);
    if (its_weight == 0) continue;
    sum += its_weight * value_of(row);
    total += its_weight;
  }
  return total > 0 ? sum / total : undefined;
}

}  // namespace smsvm
