#pragma once

#include <cstdint>
#include <span>

#include "kernels/aligned_buffer.hpp"
#include "kernels/simd.hpp"

namespace smsvm {

/// A vector over the columns of a block's tile: `kinds` numbers a column (1 or 2), in groups of lane_count columns,
/// first kind before second, filled up with zeros to a whole group. Kernels then need no code for what is left over.
template <int kinds>
class TileVector {
 public:
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

  void clear(std::span<const std::int32_t> columns) {
    const std::int64_t size = padded_size(columns);
    values_.require(size);
    for (std::int64_t k = 0; k < size; ++k) values_.data()[k] = 0;
  }

  /// From a vector over all features.
  void gather(std::span<const std::int32_t> columns, const double* all) {
    clear(columns);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      for (int kind = 0; kind < kinds; ++kind) values_.data()[place(k, kind)] = all[kinds * columns[k] + kind];
    }
  }

  /// Onto a vector over all features.
  void add_to(std::span<const std::int32_t> columns, double* all) const {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      for (int kind = 0; kind < kinds; ++kind)
        all[kinds * std::int64_t{columns[k]} + kind] += values_.data()[place(k, kind)];
    }
  }

 private:
  static std::int64_t padded_size(std::span<const std::int32_t> columns) {
    return (std::ssize(columns) + lane_count - 1) / lane_count * lane_count * kinds;
  }
  static std::size_t place(std::size_t column, int kind) {
    return column / lane_count * lane_count * kinds + static_cast<std::size_t>(kind) * lane_count + column % lane_count;
  }

  AlignedBuffer values_;
};

}  // namespace smsvm
