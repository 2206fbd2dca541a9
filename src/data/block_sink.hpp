#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "data/block_draft.hpp"

namespace smsvm {

/// Takes blocks from a builder as they are laid out, so that not all of them are in memory at once.
template <class Value>
class BlockSink {
 public:
  using Dictionary = std::vector<std::int64_t>;  ///< see BlockLayout::lay_out
  using Visit = std::function<void(const BlockDraft<Value>&, const Dictionary&)>;
  using Change = std::function<void(BlockDraft<Value>&, const Dictionary&)>;

  BlockSink() = default;
  virtual ~BlockSink() = default;
  BlockSink(const BlockSink&) = delete;
  BlockSink& operator=(const BlockSink&) = delete;

  /// The next block.
  virtual void put(const BlockDraft<Value>& block, const Dictionary& dictionary) = 0;
  /// Looks at all blocks put so far, in order.
  virtual void visit(const Visit& look) = 0;
  /// Changes all blocks put so far, in order; their dictionaries are then forgotten.
  virtual void change(const Change& change) = 0;
  /// When all blocks are put: the rows of each group, see row_dealing.hpp.
  virtual void note_groups(std::vector<std::int64_t> group_rows) = 0;
};

/// Where the blocks of a reader go, in the one precision or the other; null: into the data set.
struct BlockSinks {
  BlockSink<float>* float32 = nullptr;
  BlockSink<double>* float64 = nullptr;

  template <class Value>
  BlockSink<Value>*& of() {
    if constexpr (std::is_same_v<Value, float>) {
      return float32;
    } else {
      return float64;
    }
  }
};

}  // namespace smsvm
