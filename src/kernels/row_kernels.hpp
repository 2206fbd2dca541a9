#pragma once

#include <cstdint>
#include <span>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Some rows of a block: their positions in it, increasing.
using BlockRows = std::span<const std::uint32_t>;

/// A vector over the features as one block sees it: whole for the lists of columns, and once more for the tile alone,
/// where the tile's columns stand side by side (see TileVector).
struct BlockVector {
  const double* all = nullptr;
  const double* tile = nullptr;
};
/// Sums over the features, likewise: what the tile contributes is added to the rest once the block is done.
struct BlockSums {
  double* all = nullptr;
  double* tile = nullptr;
};

/// The sums over the rows of a block that a sweep consists of. All arithmetic is in double. The order in which numbers
/// are added depends on the rows alone; avx2 and avx512 give the same bits.
template <class Value>
struct RowKernels {
  using Block = RowBlock<Value>;

  /// score[k] = x_k · w
  void (*scores)(const Block& block, BlockRows rows, BlockVector w, double* score);
  /// sums_j += Σ_k factor[k] x_kj
  void (*add_scaled)(const Block& block, BlockRows rows, const double* factor, BlockSums sums);
  /// The same for two factors at once. `all` holds pairs, feature after feature; the tile's sums are those of a
  /// TileVector of pairs.
  void (*add_pairs)(const Block& block, BlockRows rows, const double* first, const double* second, BlockSums sums);
};

template <class Value>
const RowKernels<Value>& row_kernels();  ///< for the instruction set in use

}  // namespace smsvm
