#pragma once

#include <cstdint>

#include "kernels/packed_panels.hpp"

namespace smsvm {

/// C ± L'R on the lower triangle of C (row-major, `size` square, `leading` from row to row), where L and R are packed
/// blocks of `depth` rows. An entry is Σ_k L_ki R_kj, one fused multiply-add after the other in the order of k, and is
/// then added to C once: the same bits however C is cut into pieces, and for avx2 and avx512.
struct LowerProduct {
  PanelView left, right;
  std::int64_t depth = 0;
  double* target = nullptr;
  std::int64_t size = 0;
  std::int64_t leading = 0;
  bool subtract = false;
};

struct PanelRange {
  std::int64_t begin = 0, end = 0;
};

/// The part of it in these rows and columns, given in panels; what of it is above the diagonal is left out. Parts may
/// be computed by different threads.
void add_product(const LowerProduct& product, PanelRange rows, PanelRange columns);
/// All of it, in an order that suits the caches.
void add_product(const LowerProduct& product);

/// Memory of syrk_lower, to be used again.
struct SyrkWorkspace {
  PackedPanels plain, scaled;
};

/// Rows stored one after another, `leading` apart.
struct PlainRows {
  const double* data = nullptr;
  std::int64_t rows = 0, columns = 0, leading = 0;
};

/// target += Σ_k scale_k x_k x_k', lower triangle, row-major; `scale` null: all 1.
void syrk_lower(const PlainRows& block, const double* scale, double* target, std::int64_t target_leading,
                SyrkWorkspace& workspace);

}  // namespace smsvm
