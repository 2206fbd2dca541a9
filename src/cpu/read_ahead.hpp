#pragma once

#include <cstdint>
#include <span>

#include "cpu/shards.hpp"
#include "data/residency.hpp"

namespace smsvm {

/// Goes ahead of whoever goes through parts of blocks and has them fetched from the disk meanwhile: these and no
/// others, where the system, which can only guess, would go on to what follows in the file.
template <class Value>
class ReadAhead {
 public:
  /// `next`: parts that the same thread will probably turn to afterwards.
  ReadAhead(const BlockedRows<Value>& matrix, std::span<const BlockPart> parts, std::span<const BlockPart> next)
      : matrix_(matrix), parts_(parts), next_(next) {}

  /// Before the next part is read.
  void step() {
    while (ahead_ < enough && fetched_ < parts_.size() + next_.size()) {
      const RowBlock<Value>& block = block_of(fetched_++);
      fetch_ahead(block);
      ahead_ += bytes_of(block);
    }
    ahead_ -= bytes_of(block_of(read_++));
  }

 private:
  static constexpr std::int64_t enough = 4 << 20;

  const RowBlock<Value>& block_of(std::size_t part) const {
    return matrix_.blocks[part < parts_.size() ? parts_[part].block : next_[part - parts_.size()].block];
  }

  const BlockedRows<Value>& matrix_;
  std::span<const BlockPart> parts_, next_;
  std::size_t fetched_ = 0, read_ = 0;
  std::int64_t ahead_ = 0;  ///< bytes fetched, but not read yet
};

}  // namespace smsvm
