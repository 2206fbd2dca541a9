#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/uninitialized.hpp"

namespace smsvm {

/// Rows as a reader delivers them: nonzeros only, by the feature numbers of the source, which increase within a row.
template <class Value>
struct FlatRows {
  std::vector<std::int64_t> row_end;  ///< per row, one past its last nonzero
  UninitializedVector<std::int64_t> number;
  UninitializedVector<Value> value;

  std::int64_t rows() const { return std::ssize(row_end); }
  std::int64_t row_start(std::int64_t row) const { return row == 0 ? 0 : row_end[static_cast<std::size_t>(row) - 1]; }
  void end_row() { row_end.push_back(std::ssize(value)); }
  void clear() {
    row_end.clear();
    number.clear();
    value.clear();
  }
};

/// Some consecutive rows among them.
template <class Value>
struct RowRange {
  const FlatRows<Value>* rows;
  std::int64_t first, last;

  std::int64_t size() const { return last - first; }
  std::int64_t first_nonzero() const { return rows->row_start(first); }
  std::int64_t nonzeros() const { return rows->row_start(last) - first_nonzero(); }
  const std::int64_t* numbers() const { return rows->number.data() + first_nonzero(); }
  const Value* values() const { return rows->value.data() + first_nonzero(); }
};

}  // namespace smsvm
