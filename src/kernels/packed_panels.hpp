#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/aligned_buffer.hpp"

namespace smsvm {

/// The format the matrix products read. A block of at most panel_depth rows is cut into panels of panel_width columns;
/// a panel is contiguous, row after row: column 8p + c of row r stands at panel(p)[8r + c]. Columns that fill up the
/// last panel must be there: a product computes with them and throws the result away.
inline constexpr std::int64_t panel_width = 8;
inline constexpr std::int64_t panel_depth = 256;

/// From one panel to the next. The extra line keeps the same row of different panels out of the same cache set.
constexpr std::int64_t panel_stride(std::int64_t depth) { return panel_width * (depth + 1); }
constexpr std::int64_t panel_count(std::int64_t columns) { return (columns + panel_width - 1) / panel_width; }

/// What a product reads: packed panels of somebody.
struct PanelView {
  const double* data = nullptr;
  std::int64_t stride = 0;

  const double* panel(std::int64_t p) const { return data + p * stride; }
};

/// Panels of at most panel_depth rows, in memory that is used again.
class PackedPanels {
 public:
  /// What the columns hold is unspecified; those that fill up the last panel are zero.
  void prepare(std::int64_t columns) {
    const std::int64_t panels = panel_count(columns);
    buffer_.require(panels * stride);
    if (columns < panels * panel_width) std::fill_n(panel(panels - 1), stride, 0.0);
  }
  double* panel(std::int64_t p) { return buffer_.data() + p * stride; }
  PanelView view() const { return {buffer_.data(), stride}; }

  static constexpr std::int64_t stride = panel_stride(panel_depth);

 private:
  AlignedBuffer buffer_;
};

}  // namespace smsvm
