#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/row_kernels.hpp"

namespace smsvm {

/// Rows of little curvature are many and say little about H. Those below `floor` count as if they had that much, but
/// only as often as makes it right on the average: H is then about the same for a fraction of the products.
///
/// Which ones is decided by their numbers alone, the fractional parts of multiples of the golden ratio: whatever rows
/// follow one another, the right share of them is taken.
/// Those of which `must_stay(row)` is true are left as they are.
template <class MustStay>
void thin_out(std::int64_t first_row, BlockRows rows, double floor, double* curvature, const MustStay& must_stay) {
  constexpr std::uint32_t golden = 0x9E3779B9;  // of 2³²
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto turn = static_cast<double>(static_cast<std::uint32_t>(first_row + rows[k]) * golden) * 0x1p-32;
    const double h = curvature[k];
    curvature[k] = !(h < floor) || must_stay(rows[k]) ? h : h > turn * floor ? floor : 0.0;
  }
}
inline void thin_out(std::int64_t first_row, BlockRows rows, double floor, double* curvature) {
  thin_out(first_row, rows, floor, curvature, [](std::uint32_t) { return false; });
}

}  // namespace smsvm
