#pragma once

#include <cstdint>
#include <vector>

#include "cpu/shards.hpp"
#include "smsvm/dataset.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// A copy of the rows in use, in blocks of the same layout with no other rows in them: sums over it have the same bits.
/// For rows that are read again and again, where the whole of them is a file larger than the memory.
template <class Value>
class RowsAside {
 public:
  /// Of rows that were chosen one by one.
  RowsAside(const BlockedRows<Value>& matrix, const Shards& shards, ThreadPool& pool);

  /// What such a copy takes.
  static std::int64_t bytes_for(const BlockedRows<Value>& matrix, const Shards& shards);

  /// The rows in use of a block.
  const RowBlock<Value>& block(std::size_t block) const { return blocks_[place_[block]]; }

 private:
  std::vector<RowBlock<Value>> blocks_;
  std::vector<std::size_t> place_;  ///< of each block's rows in blocks_
};

extern template class RowsAside<float>;
extern template class RowsAside<double>;

}  // namespace smsvm
