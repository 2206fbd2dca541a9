#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Data of which at most this share is not zero are kept as sparse rows.
inline constexpr double sparse_density = 0.5;

/// The choice of layout depends on the rows alone, so that the same rows are laid out alike whatever they were read
/// from.
inline bool is_sparse(std::int64_t nonzeros, std::int64_t rows, std::int64_t features) {
  return static_cast<double>(nonzeros) <= sparse_density * static_cast<double>(rows) * static_cast<double>(features);
}

/// Whether column j may be feature j + 1: not where the numbers are so large or so sparse that memory must follow the
/// features in use (Dataset::feature_ids).
inline bool keeps_all_features(std::int64_t width, std::int64_t nonzeros) {
  constexpr std::int64_t always_fine = 1024, per_nonzero = 4;
  return width <= std::numeric_limits<std::int32_t>::max() && (width <= always_fine || width / per_nonzero <= nonzeros);
}

/// Row-major values in the layout that suits them.
template <class Value>
Rows lay_out(std::vector<Value> values, std::int64_t rows, std::int64_t features) {
  const auto nonzeros = std::ssize(values) - std::count(values.begin(), values.end(), Value{0});
  if (!is_sparse(nonzeros, rows, features)) return DenseRows<Value>{std::move(values)};

  SparseRows<Value> sparse;
  sparse.start.reserve(static_cast<std::size_t>(rows) + 1);
  sparse.column.reserve(static_cast<std::size_t>(nonzeros));
  sparse.value.reserve(static_cast<std::size_t>(nonzeros));
  sparse.start.push_back(0);
  for (std::int64_t row = 0; row < rows; ++row) {
    const Value* const first = values.data() + row * features;
    for (std::int64_t column = 0; column < features; ++column) {
      if (first[column] == 0) continue;
      sparse.column.push_back(static_cast<std::int32_t>(column));
      sparse.value.push_back(first[column]);
    }
    sparse.start.push_back(std::ssize(sparse.value));
  }
  return sparse;
}

/// Sparse rows, which hold no zeros, likewise.
template <class Value>
Rows lay_out(SparseRows<Value> sparse, std::int64_t rows, std::int64_t features) {
  if (is_sparse(std::ssize(sparse.value), rows, features)) return sparse;

  DenseRows<Value> dense;
  dense.value.resize(static_cast<std::size_t>(rows * features));
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto first = static_cast<std::size_t>(sparse.start[static_cast<std::size_t>(row)]);
    const auto last = static_cast<std::size_t>(sparse.start[static_cast<std::size_t>(row) + 1]);
    for (std::size_t i = first; i < last; ++i) {
      dense.value[static_cast<std::size_t>(row * features + sparse.column[i])] = sparse.value[i];
    }
  }
  return dense;
}

}  // namespace smsvm
