#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pass/rank_rows.hpp"
#include "smsvm/dataset.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// Rows in use of one block: all of them or, where blocks are few, a run of them.
struct BlockPart {
  std::size_t block = 0;
  std::int64_t first_row = 0;               ///< of the block
  std::span<const std::uint32_t> position;  ///< of the rows in the block, increasing; never empty
  std::size_t before = 0;                   ///< so many rows in use of the block are in parts before this one
};

/// The rows in use, in the order in which they are stored, cut into chunks of about equal work. All this depends on the
/// data (and the seed) alone, never on the number of threads or ranks: see docs/design.md, "the same bits". A rank has
/// the chunks with rows of its own; the first and the last of them may have rows of other ranks too.
class Shards {
 public:
  using Choice = std::function<bool(std::int64_t position)>;  ///< asked by several threads at once

  /// A sample, see Pass::restrict_to_level; everything for level 0. All ranks do this together.
  Shards(const Dataset& data, std::uint64_t seed, int level, ThreadPool& pool, const RankRows& here = {});
  /// The rows that are chosen; the first one of the data if none is.
  Shards(const Dataset& data, const Choice& chosen, ThreadPool& pool, const RankRows& here = {}) {
    lay_out(data, &chosen, pool, here);
  }

  Shards(const Shards&) = delete;  // parts refer to position_
  Shards& operator=(const Shards&) = delete;

  std::int64_t chunks() const { return std::ssize(chunk_start_) - 1; }  ///< with rows that are here
  std::int64_t rows() const { return rows_; }                           ///< on all ranks

  std::int64_t chunks_everywhere() const { return chunks_everywhere_; }
  std::int64_t first_chunk() const { return first_chunk_; }  ///< the number, among those, of the first one here
  int begun_by() const { return begun_by_; }                 ///< the rank with the rows before in that chunk, or −1
  int ended_by() const { return ended_by_; }  ///< the rank with the rows that follow in the last chunk here, or −1

  std::span<const BlockPart> parts(std::int64_t chunk) const {
    const auto from = chunk_start_[static_cast<std::size_t>(chunk)],
               to = chunk_start_[static_cast<std::size_t>(chunk) + 1];
    return std::span(parts_).subspan(from, to - from);
  }

  /// Calls visit(row) for each row in order.
  template <class Visit>
  void for_each_row(const Visit& visit) const {
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk)
      for_each_row(chunk, [&](std::int64_t row) { visit(static_cast<std::size_t>(row)); });
  }
  /// Calls visit(row) for each row of the chunk in order.
  template <class Visit>
  void for_each_row(std::int64_t chunk, Visit&& visit) const {
    for (const BlockPart& part : parts(chunk)) {
      for (const std::uint32_t position : part.position) visit(part.first_row + position);
    }
  }

 private:
  /// Everything without a choice.
  void lay_out(const Dataset& data, const Choice* choice, ThreadPool& pool, const RankRows& here);

  std::int64_t rows_ = 0, chunks_everywhere_ = 0, first_chunk_ = 0;
  int begun_by_ = -1, ended_by_ = -1;
  std::vector<std::uint32_t> position_;  ///< what the parts refer to
  std::vector<BlockPart> parts_;
  std::vector<std::size_t> chunk_start_;  ///< in parts_, and the end
};

}  // namespace smsvm
