#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "data/flat_rows.hpp"

namespace smsvm {

/// Rows that wait until their group is complete and can be dealt: see row_dealing.hpp. What is waiting, and so the
/// memory, is bounded by the size of a group.
template <class Value>
class RowGroups {
 public:
  using Ranges = std::vector<RowRange<Value>>;  ///< that together make a block

  /// Takes the pieces and leaves empty ones. Returns the blocks of the groups that are then complete.
  std::vector<Ranges> take(std::span<FlatRows<Value>> pieces);
  /// Those of the last group, which is complete when there are no more rows.
  std::vector<Ranges> take_rest();
  /// The blocks returned are no longer needed, nor are their rows.
  void settle();

  /// Of each group so far.
  const std::vector<std::int64_t>& group_rows() const { return group_rows_; }

 private:
  void add(const FlatRows<Value>& piece, std::vector<Ranges>& blocks);
  void finish_group(std::vector<Ranges>& blocks);

  std::deque<FlatRows<Value>> pieces_;  ///< with rows of a group that is not settled
  std::vector<FlatRows<Value>> spare_;  ///< whose memory can be used again
  Ranges group_;                        ///< the rows of the group at hand
  std::int64_t rows_ = 0, values_ = 0;  ///< in it
  std::int64_t rows_before_ = 0;        ///< in all groups before
  std::vector<std::int64_t> group_rows_;
};

extern template class RowGroups<float>;
extern template class RowGroups<double>;

}  // namespace smsvm
