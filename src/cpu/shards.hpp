#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rows/request.hpp"
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

/// The rows in use, in the order in which they are stored, cut into chunks of about equal work (ChunkCutter). Where
/// other backends have rows too, the first chunk here may begin, and the last one end, with rows of theirs.
class Shards {
 public:
  using Choice = std::function<bool(std::int64_t position)>;  ///< asked by several threads at once

  /// The rows that are chosen; everything without a choice. They are in no chunk until they are cut.
  Shards(const Dataset& data, const Choice& choice, ThreadPool& pool);
  Shards(const Shards&) = delete;  // parts refer to position_
  Shards& operator=(const Shards&) = delete;

  const std::vector<WorkShare>& work() const { return work_; }  ///< of each block with rows in use
  void cut(const request::Cut& how);

  std::int64_t rows() const { return rows_; }
  std::int64_t chunks() const { return std::ssize(chunk_start_) - 1; }  ///< with rows that are here
  std::int64_t chunks_everywhere() const { return chunks_everywhere_; }
  std::int64_t first_chunk() const { return first_chunk_; }  ///< the number, among those, of the first one here
  bool begins_elsewhere() const { return begins_elsewhere_; }
  bool ends_elsewhere() const { return ends_elsewhere_; }

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
  struct Run {  ///< the rows in use of a block
    std::size_t block = 0;
    std::int64_t first_row = 0;      ///< of the block
    std::size_t from = 0, rows = 0;  ///< in position_
  };

  std::vector<std::uint32_t> position_;  ///< what the parts refer to
  std::vector<Run> runs_;                ///< until they are cut
  std::vector<WorkShare> work_;
  std::int64_t rows_ = 0, chunks_everywhere_ = 0, first_chunk_ = 0;
  bool begins_elsewhere_ = false, ends_elsewhere_ = false;
  std::vector<BlockPart> parts_;
  std::vector<std::size_t> chunk_start_{0};  ///< in parts_, and the end
};

}  // namespace smsvm
