#pragma once

#include <cstdint>

#include "kernels/row_kernels.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

/// The columns of a block's tile that are wanted, followed by the constant 1 if that is wanted too.
struct DenseChoice {
  const std::int32_t* place = nullptr;  ///< in the tile; null: all of it
  std::int64_t columns = 0;
  bool constant = false;

  std::int64_t size() const { return columns + (constant ? 1 : 0); }
};

/// A place for the next rows in packed panels (kernels/packed_panels.hpp).
struct PanelPlace {
  double *plain = nullptr, *scaled = nullptr;
  std::int64_t stride = 0;
};

/// Where the products of listed columns go.
struct ListTarget {
  const std::int32_t* position = nullptr;  ///< of each column among those wanted, or −1
  double* square = nullptr;                ///< products of two listed columns, lower triangle, row-major
  std::int64_t size = 0;                   ///< of it
  double* cross = nullptr;                 ///< a row for each wanted column: its products with the dense ones
  std::int32_t* index = nullptr;           ///< room for the longest row: the places of its wanted columns
  double* value = nullptr;                 ///< likewise, their values
};

/// The parts of Σ f x x' that rows of a block contribute, by where their numbers are stored.
template <class Value>
struct HessianKernels {
  using Block = RowBlock<Value>;

  /// Rows and rows times their factors into panels. Where `flat` is not null, rows also one after another, each filled
  /// up with zeros to whole vectors.
  void (*pack)(const Block& block, BlockRows rows, const double* factor, DenseChoice choice, PanelPlace to,
               double* flat);
  /// The same for rows of which many columns stand in lists: each of the wanted ones, numbered as in `position` (−1 for
  /// the others), has its own column in the panels.
  void (*pack_spread)(const Block& block, BlockRows rows, const double* factor, const std::int32_t* position,
                      DenseChoice choice, PanelPlace to);
  /// Listed by listed columns, and listed by dense ones, which stand in `flat`, `width` numbers a row.
  void (*add_lists)(const Block& block, BlockRows rows, const double* factor, const double* flat, std::int64_t width,
                    const ListTarget& to);
};

template <class Value>
const HessianKernels<Value>& hessian_kernels();  ///< for the instruction set in use

}  // namespace smsvm
