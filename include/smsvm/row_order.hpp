#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "smsvm/export.hpp"

namespace smsvm {

/// Where the rows of a data set lie in another order than their source has them, as those of a store do. A row's number
/// is that in the source, everywhere: labels, weights, folds, duals and predictions are in that order. Its position is
/// its place among the rows of Dataset::matrix.
class SMSVM_API RowOrder {
 public:
  /// For each position, the number of the row there less the position. The numbers are those of all rows, each once,
  /// but in a part of the rows of a data set: then positions and numbers are counted from the part's first position.
  explicit RowOrder(std::vector<std::int32_t> shift) : shift_(std::move(shift)) {}

  std::int64_t source_row(std::int64_t position) const { return position + shift_[static_cast<std::size_t>(position)]; }
  /// The inverse, from a table that is made when this is first called; not for a part of the rows.
  std::int64_t position_of(std::int64_t row) const;

  std::span<const std::int32_t> shift() const { return shift_; }

 private:
  std::vector<std::int32_t> shift_;
  mutable std::once_flag has_inverse_;
  mutable std::vector<std::int32_t> inverse_;  ///< for each row, its position less its number
};

}  // namespace smsvm
