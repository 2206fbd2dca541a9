#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "data/block_draft.hpp"
#include "data/block_layout.hpp"
#include "data/block_sink.hpp"
#include "data/flat_rows.hpp"
#include "data/row_groups.hpp"
#include "distributed/communicator.hpp"
#include "smsvm/dataset.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// Whether column j may be feature j + 1: not where the numbers are so large or so sparse that memory and time must
/// follow the features in use (Dataset::feature_ids).
bool keeps_all_features(std::int64_t width, std::int64_t nonzeros);

/// Lays rows out in blocks while they are being read, so that no second copy of the data ever exists.
///
/// Where blocks end and how each is laid out depends on the rows alone: not on the file format, nor on how the rows
/// were handed over, nor on the number of threads. Blocks for a sink have the rows dealt (row_dealing.hpp), those of a
/// data set have them in order.
template <class Value>
class BlockBuilder {
 public:
  explicit BlockBuilder(ThreadPool& pool) : pool_(pool) {}
  /// Hands blocks over as soon as they are laid out; the data set that finish() fills in then has none. If
  /// `first_number` turns out to be the one given there, no block is looked at again (unless features are so many or so
  /// large that they need numbers of their own).
  BlockBuilder(ThreadPool& pool, BlockSink<Value>* sink, std::int64_t first_number)
      : pool_(pool), sink_(sink), shift_(sink == nullptr ? 0 : first_number) {}

  /// The next rows of the source, in order. Whole blocks are laid out at once, in parallel; the rest waits. What is
  /// then left in the pieces is nobody's business.
  void append(std::span<FlatRows<Value>> pieces);

  /// The same in three steps, so that something else can be done beside the second: prepare() finds the blocks,
  /// lay_out(k) for each k < prepared() makes them, in any order and on any thread, settle() ends it. The pieces must
  /// live until then.
  void prepare(std::span<FlatRows<Value>> pieces);
  std::int64_t prepared() const { return std::ssize(prepared_); }
  void lay_out(std::int64_t k);
  void settle();

  /// Fills in rows, features, feature_ids and matrix. `first_number` is the number of the source's first feature (0 or
  /// 1), `last_number` the largest one it mentions; data.width becomes the count of those between. Where other ranks
  /// build blocks of the same data, all of them do this together.
  void finish(std::int64_t first_number, std::int64_t last_number, Dataset& data, Communicator* ranks = nullptr);
  /// Likewise for rows whose numbers are positions among `features` columns already.
  void finish_positions(std::int64_t features, Dataset& data);

 private:
  using Ranges = std::vector<RowRange<Value>>;  // that together make a block
  using Dictionary = std::vector<std::int64_t>;

  std::vector<Ranges> blocks_in(std::span<FlatRows<Value>> pieces);
  void keep(const Ranges& rest);
  void make_room();
  void lay_out_rest();
  template <class Position>
  void renumber_columns(const Position& position);
  void hand_over();
  std::vector<std::int64_t> numbers_in_use(Communicator* ranks) const;
  void put_blocks(Dataset& data);
  std::unique_ptr<BlockLayout<Value>> borrow();

  ThreadPool& pool_;
  BlockSink<Value>* sink_ = nullptr;
  std::int64_t shift_ = 0;  ///< already taken off the numbers of blocks that have no dictionary
  std::int64_t rows_handed_over_ = 0;
  bool has_dictionaries_ = false;  ///< among the blocks handed over
  std::vector<BlockDraft<Value>> drafts_;
  /// Of each block whose numbers are too large to count with: the numbers its columns stand for, else empty.
  std::vector<Dictionary> dictionary_;
  std::vector<Ranges> prepared_;
  FlatRows<Value> tail_, next_tail_;      ///< rows of no block yet: before the prepared ones and after them
  std::int64_t rows_since_multiple_ = 0;  ///< those in blocks, see block_size.hpp
  RowGroups<Value> groups_;               ///< for a sink: instead of the tails
  std::int64_t nonzeros_ = 0;

  std::mutex mutex_;
  std::vector<std::unique_ptr<BlockLayout<Value>>> idle_;
};

/// Hands rows to a builder one at a time, for sources that are not read in parallel.
template <class Value>
class RowStream {
 public:
  /// Blocks go to the sink, if there is one.
  explicit RowStream(BlockSink<Value>* sink = nullptr) : builder_(pool_, sink, 0) {}

  /// Zeros are not kept. Numbers increase within a row.
  void add(std::int64_t number, Value value) {
    if (value == 0) return;
    rows_.number.push_back(number);
    rows_.value.push_back(value);
  }
  void end_row();
  /// Forgets what add() took since the last row ended.
  void drop_row();

  /// As those of BlockBuilder.
  void finish(std::int64_t first_number, std::int64_t last_number, Dataset& data);
  void finish_positions(std::int64_t features, Dataset& data);

 private:
  void flush();

  ThreadPool pool_{1};
  BlockBuilder<Value> builder_;
  FlatRows<Value> rows_;
};

extern template class RowStream<float>;
extern template class RowStream<double>;
extern template class BlockBuilder<float>;
extern template class BlockBuilder<double>;

}  // namespace smsvm
