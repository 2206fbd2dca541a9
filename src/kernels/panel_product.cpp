#include "kernels/panel_product.hpp"

#include <algorithm>

#include "kernels/dispatch.hpp"
#include "kernels/fetch.hpp"

#define SMSVM_KERNEL_BODY "kernels/panel_product.inl"
#include "kernels/each_instruction_set.inl"

namespace smsvm {

void add_product(const LowerProduct& product, PanelRange rows, PanelRange columns) {
  SMSVM_KERNEL(add_product_part)(product, rows, columns);
}

void add_product(const LowerProduct& product) {
  // The left panels of a block of rows stay in the second cache while the right ones pass by.
  constexpr std::int64_t row_panels = 24;
  const std::int64_t panels = panel_count(product.size);
  for (std::int64_t row = 0; row < panels; row += row_panels) {
    const std::int64_t end = std::min(row + row_panels, panels);
    add_product(product, {row, end}, {0, end});
  }
}

void syrk_lower(const PlainRows& block, const double* scale, double* target, std::int64_t target_leading,
                SyrkWorkspace& workspace) {
  workspace.plain.prepare(block.columns);
  if (scale != nullptr) workspace.scaled.prepare(block.columns);
  const PackedPanels& left = scale != nullptr ? workspace.scaled : workspace.plain;
  const auto pack = SMSVM_KERNEL(pack_rows);
  for (std::int64_t first = 0; first < block.rows; first += panel_depth) {
    const PlainRows part{block.data + first * block.leading, std::min(panel_depth, block.rows - first), block.columns,
                         block.leading};
    pack(part, scale != nullptr ? scale + first : nullptr, workspace.plain.panel(0),
         scale != nullptr ? workspace.scaled.panel(0) : nullptr, PackedPanels::stride);
    add_product({.left = left.view(),
                 .right = workspace.plain.view(),
                 .depth = part.rows,
                 .target = target,
                 .size = block.columns,
                 .leading = target_leading});
  }
}

}  // namespace smsvm
