#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distributed/message.hpp"
#include "kernels/aligned_buffer.hpp"
#include "kernels/hessian_kernels.hpp"
#include "kernels/packed_panels.hpp"

namespace smsvm {

/// The coordinates whose block of the Hessian is wanted; shared by all threads of a sweep.
class HessianCoordinates {
 public:
  /// `coordinates`: increasing, those < features are columns, `features` itself is the constant 1.
  void assign(std::span<const std::int32_t> coordinates, std::int64_t features);

  std::int64_t size() const { return size_; }
  std::int64_t columns() const { return size_ - (has_constant_ ? 1 : 0); }
  bool has_constant() const { return has_constant_; }
  /// Of a column among the coordinates, or −1. The constant, if wanted, is the last coordinate.
  const std::vector<std::int32_t>& position() const { return position_; }

 private:
  std::vector<std::int32_t> position_;
  std::int64_t size_ = 0;
  bool has_constant_ = false;
};

/// Whether any of its columns is not in its tile.
template <class Value>
bool has_lists(const RowBlock<Value>& block) {
  return !block.valued.start.empty() || !block.ones.start.empty();
}

/// Σ f x x' over rows, on some coordinates, into the lower triangle of a row-major square.
///
/// A column counts as dense where it is in its block's tile; the constant is dense. Dense columns are gathered row by
/// row into panels and multiplied many rows at a time; a listed column is added to its row's dense ones as a vector,
/// and to other listed ones number by number. What must be kept apart until the dense columns change is kept here.
/// Where rows fill a good part of the coordinates, though not all from the tile, all are dense, with zeros.
template <class Value>
class HessianSum {
 public:
  void begin(const HessianCoordinates& coordinates, double* target);
  /// Before rows of that block, which may hold no more than some rows of the whole one: what is done is the same.
  void enter(const RowBlock<Value>& block, const RowBlock<Value>& whole);
  /// Of the block entered: whether its listed columns are multiplied as dense ones.
  bool is_spread() const { return spread_; }
  /// Rows whose factor is exactly zero are left out, as they change nothing. Returns how many are not.
  std::int64_t add(const RowBlock<Value>& block, BlockRows rows, const double* factor);
  void finish();  ///< after the last row; the target is complete

  /// Instead of finish(), where another rank goes on: what is not in the target yet, for the resume() there, which
  /// takes the place of begin(). The sum has the bits that it would have had without.
  void suspend(Message& to) const;
  void resume(const HessianCoordinates& coordinates, double* target, MessageReader& from);

 private:
  void add_some(const RowBlock<Value>& block, BlockRows rows, const double* factor);  ///< that fit into the panels
  bool is_worth_spreading(const RowBlock<Value>& whole) const;
  void make_room();  ///< for what is kept apart, after dense_ has changed
  void multiply();   ///< empties the panels
  void settle();     ///< moves all that is kept apart to the target

  const HessianCoordinates* coordinates_ = nullptr;
  double* target_ = nullptr;

  std::vector<std::int32_t> place_;  ///< of the wanted tile columns in the tile
  std::vector<std::int32_t> dense_,
      next_dense_;  ///< of the dense coordinates in the target; in the block being entered
  DenseChoice choice_;
  bool spread_ = false;   ///< all coordinates are dense, wherever the block has them
  bool in_place_ = true;  ///< dense by dense goes straight to the target

  std::int64_t depth_ = 0;  ///< rows in the panels
  PackedPanels plain_, scaled_;
  AlignedBuffer gram_;         ///< dense by dense, where not in_place_
  AlignedBuffer cross_;        ///< for each coordinate: its products with the dense ones
  bool cross_in_use_ = false;  ///< else it is all zero
  AlignedBuffer flat_;
  std::vector<std::int32_t> index_;
  std::vector<double> value_;
  std::vector<std::uint32_t> rows_;
  std::vector<double> factor_;
};

}  // namespace smsvm
