#pragma once

#include <cstdint>
#include <variant>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// One row of a sparse matrix.
template <class Value>
struct SparseRow {
  const std::int32_t* column;
  const Value* value;
  std::int64_t size;
};

/// One row of a dense matrix.
template <class Value>
struct DenseRow {
  const Value* value;
  std::int64_t size;
};

template <class Value>
SparseRow<Value> row_of(const SparseRows<Value>& matrix, std::int64_t /*features*/, std::int64_t row) {
  const auto from = matrix.start[static_cast<std::size_t>(row)], to = matrix.start[static_cast<std::size_t>(row) + 1];
  return {matrix.column.data() + from, matrix.value.data() + from, to - from};
}

template <class Value>
DenseRow<Value> row_of(const DenseRows<Value>& matrix, std::int64_t features, std::int64_t row) {
  return {matrix.value.data() + row * features, features};
}

/// Calls visit(column, value) for each stored value of the row. For code outside the kernels, where clarity comes
/// first.
template <class Row, class Visit>
void for_each_value(Row x, Visit&& visit) {
  for (std::int64_t k = 0; k < x.size; ++k) {
    const auto value = static_cast<double>(x.value[k]);
    if constexpr (requires { x.column; })
      visit(static_cast<std::size_t>(x.column[k]), value);
    else
      visit(static_cast<std::size_t>(k), value);
  }
}

template <class Visit>
void for_each_value(const Dataset& data, std::int64_t row, Visit&& visit) {
  std::visit([&](const auto& matrix) { for_each_value(row_of(matrix, data.features, row), visit); }, data.matrix);
}

inline std::int64_t row_length(const Dataset& data, std::int64_t row) {
  return std::visit([&](const auto& matrix) { return row_of(matrix, data.features, row).size; }, data.matrix);
}

}  // namespace smsvm
