#pragma once

#include <cstdint>
#include <span>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Some rows of a block: their positions in it, increasing.
using BlockRows = std::span<const std::uint32_t>;
inline bool are_consecutive(BlockRows rows) { return rows.back() - rows.front() + 1 == rows.size(); }

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

/// Of each row: a sign, which tells its class, and two factors.
struct PairFactors {
  const double *sign = nullptr, *first = nullptr, *second = nullptr;
};

/// The sums over the rows of a block that a sweep consists of. All arithmetic is in double. The order in which numbers
/// are added depends on the rows alone; avx2 and avx512 give the same bits.
///
/// `ahead` points to where memory will be read next: about half as many bytes as the kernel reads from the tile are
/// fetched from there meanwhile. It may point anywhere.
template <class Value>
struct RowKernels {
  using Block = RowBlock<Value>;

  /// score[k] = x_k · w
  void (*scores)(const Block& block, BlockRows rows, BlockVector w, const void* ahead, double* score);
  /// sums_j += Σ_k factor[k] x_kj
  void (*add_scaled)(const Block& block, BlockRows rows, const double* factor, BlockSums sums);
  /// What the tile contributes to the same for two factors at once, to the sums of a TileVector of pairs; of those rows
  /// and factors alone whose numbers k are in `which`.
  void (*add_tile_pairs)(const Block& block, BlockRows rows, std::span<const std::uint32_t> which,
                         const PairFactors& factors, const void* ahead, double* sums);
  /// What the lists contribute, to pairs, feature after feature, of the one class and of the other. Rows of both
  /// classes come mixed: additions to the same place are then further apart and wait less for one another.
  void (*add_list_pairs)(const Block& block, BlockRows rows, const PairFactors& factors, double* negative,
                         double* positive);
};

template <class Value>
const RowKernels<Value>& row_kernels();  ///< for the instruction set in use

}  // namespace smsvm
