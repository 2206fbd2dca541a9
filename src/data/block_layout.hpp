#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/block_draft.hpp"
#include "data/flat_rows.hpp"

namespace smsvm {

/// Finds the layout of one block and fills it in. Used for block after block, so that memory is asked for once.
template <class Value>
class BlockLayout {
 public:
  /// The columns of the result are the numbers of the source, unless those are too large to count with: then they are
  /// places in `dictionary`, which is left empty otherwise.
  BlockDraft<Value> lay_out(std::span<const RowRange<Value>> rows, std::vector<std::int64_t>& dictionary);

 private:
  using Ranges = std::span<const RowRange<Value>>;

  struct Lists {
    std::size_t size = 0;
    std::int64_t largest = 0;
  };

  bool fill_tile_alone(Ranges rows, BlockDraft<Value>& block) const;
  void replace_numbers(Ranges rows, std::vector<std::int64_t>& dictionary);
  void count(Ranges rows, std::int64_t largest);
  void classify(BlockDraft<Value>& block);
  void distribute(Ranges rows, BlockDraft<Value>& block) const;
  template <class ValuedColumn, class OneColumn>
  void distribute_as(Ranges rows, BlockDraft<Value>& block) const;

  static constexpr std::int32_t among_ones = -1, among_valued = -2;

  std::vector<std::uint64_t> count_;  // by column: nonzeros, and 2³² times ones; all zero between blocks
  std::vector<std::int32_t> place_;   // by column in use: position in the tile, or one of the above
  std::vector<std::int64_t> in_use_;  // columns, in any order
  Lists valued_, ones_;
  FlatRows<Value> renumbered_;
};

extern template class BlockLayout<float>;
extern template class BlockLayout<double>;

}  // namespace smsvm
