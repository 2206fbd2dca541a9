#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "smsvm/dataset.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// Rows in use of one block: all of them or, where blocks are few, a run of them.
struct BlockPart {
  std::size_t block = 0;
  std::int64_t first_row = 0;               ///< of the block
  std::span<const std::uint32_t> position;  ///< of the rows in the block, increasing; never empty
};

/// The rows in use, in increasing order, cut into chunks of about equal work. All this depends on the
/// data (and the seed) alone, never on the number of threads: see docs/design.md, "the same bits".
class Shards {
 public:
  using Choice = std::function<bool(std::int64_t row)>;  ///< asked by several threads at once

  /// A sample, see Pass::restrict_to_level; everything for level 0.
  Shards(const Dataset& data, std::uint64_t seed, int level, ThreadPool& pool);
  /// The rows that are chosen; the first one if none is.
  Shards(const Dataset& data, const Choice& chosen, ThreadPool& pool) { lay_out(data, &chosen, pool); }

  Shards(const Shards&) = delete;  // parts refer to position_
  Shards& operator=(const Shards&) = delete;

  std::int64_t chunks() const { return std::ssize(chunk_start_) - 1; }
  std::int64_t rows() const { return rows_; }

  std::span<const BlockPart> parts(std::int64_t chunk) const {
    const auto from = chunk_start_[static_cast<std::size_t>(chunk)],
               to = chunk_start_[static_cast<std::size_t>(chunk) + 1];
    return std::span(parts_).subspan(from, to - from);
  }

  /// Calls visit(row) for each row of the chunk in order.
  template <class Visit>
  void for_each_row(std::int64_t chunk, Visit&& visit) const {
    for (const BlockPart& part : parts(chunk)) {
      for (const std::uint32_t position : part.position) visit(part.first_row + position);
    }
  }

 private:
  void lay_out(const Dataset& data, const Choice* choice, ThreadPool& pool);  ///< everything without a choice

  std::int64_t rows_ = 0;
  std::vector<std::uint32_t> position_;  ///< what the parts refer to
  std::vector<BlockPart> parts_;
  std::vector<std::size_t> chunk_start_;  ///< in parts_, and the end
};

}  // namespace smsvm
