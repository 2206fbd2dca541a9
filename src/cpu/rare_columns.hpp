#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/row_access.hpp"
#include "kernels/row_kernels.hpp"

namespace smsvm {

/// Which rows of a block have a value in a listed column that few rows of the block have one in. Such rows are all that
/// H knows of the column: they must not be thinned out. Depends on the block alone.
class RareColumns {
 public:
  template <class Value>
  void enter(const RowBlock<Value>& block) {
    std::fill(count_.begin(), count_.end(), 0);
    for_each_column_of_rows(block, [&](std::size_t, std::size_t column) {
      if (column >= count_.size()) count_.resize(column + 1);
      ++count_[column];
    });
    constexpr std::int64_t few = 100;  // one in so many rows
    const auto enough = (block.rows + few - 1) / few;
    of_row_.assign(static_cast<std::size_t>(block.rows), 0);
    for_each_column_of_rows(block,
                            [&](std::size_t row, std::size_t column) { of_row_[row] |= count_[column] < enough; });
  }

  bool has_one(std::uint32_t row) const { return of_row_[row] != 0; }

 private:
  template <class Value, class Visit>
  static void for_each_column_of_rows(const RowBlock<Value>& block, const Visit& visit) {
    for (std::size_t row = 0; row < static_cast<std::size_t>(block.rows); ++row) {
      for_each_listed(RowView<Value>{&block, static_cast<std::int64_t>(row)}, [&](std::size_t column, double value) {
        if (value != 0) visit(row, column);
      });
    }
  }

  std::vector<std::int64_t> count_;   ///< of each column
  std::vector<std::uint8_t> of_row_;  ///< 1 where it has a rare one
};

}  // namespace smsvm
