// Compiled for each instruction set; see each_instruction_set.inl.

#include "kernels/panel_tile.inl"

namespace {

/// A tile that crosses the diagonal or the last row: computed whole, and only what is wanted is added.
void add_clipped(const LowerProduct& product, std::int64_t row_panel, std::int64_t column_panel, int vectors) {
  alignas(64) double tile[panel_width * group_panels * panel_width];
  constexpr std::int64_t tile_row = group_panels * panel_width;
  multiply_group<Into::assign>(vectors, product.depth, product.left.panel(row_panel), product.right.panel(column_panel),
                               product.right.stride, tile, tile_row, panel_width);
  const std::int64_t first_row = row_panel * panel_width, first_column = column_panel * panel_width;
  const double sign = product.subtract ? -1 : 1;
  for (std::int64_t r = 0; r < panel_width && first_row + r < product.size; ++r) {
    double* const to = product.target + (first_row + r) * product.leading + first_column;
    const std::int64_t wanted = first_row + r + 1 - first_column;
    const std::int64_t count = wanted < vectors * panel_width ? wanted : vectors * panel_width;
    for (std::int64_t c = 0; c < count; ++c) to[c] += sign * tile[r * tile_row + c];
  }
}

}  // namespace

void add_product_part(const LowerProduct& product, PanelRange rows, PanelRange columns) {
  const std::int64_t whole_rows = product.size / panel_width;
  for (std::int64_t column = columns.begin; column < columns.end; column += group_panels) {
    for (std::int64_t row = rows.begin > column ? rows.begin : column; row < rows.end; ++row) {
      const std::int64_t last = columns.end < row + 1 ? columns.end : row + 1;
      const int vectors = static_cast<int>(last - column < group_panels ? last - column : group_panels);
      if (row >= whole_rows || column + vectors > row) {
        add_clipped(product, row, column, vectors);
        continue;
      }
      double* const to = product.target + row * panel_width * product.leading + column * panel_width;
      const auto multiply = product.subtract ? multiply_group<Into::subtract> : multiply_group<Into::add>;
      multiply(vectors, product.depth, product.left.panel(row), product.right.panel(column), product.right.stride, to,
               product.leading, panel_width);
    }
  }
}

/// Packs rows; into `scaled` too, where that is not null, each times its scale.
void pack_rows(const PlainRows& block, const double* scale, double* plain, double* scaled, std::int64_t stride) {
  const std::int64_t whole = block.columns / panel_width;
  for (std::int64_t r = 0; r < block.rows; ++r) {
    const double* const from = block.data + r * block.leading;
    const std::int64_t at = r * panel_width;
    for (std::int64_t p = 0; p < whole; ++p) store(plain + p * stride + at, load(from + p * panel_width));
    for (std::int64_t c = whole * panel_width; c < block.columns; ++c)
      plain[whole * stride + at + c - whole * panel_width] = from[c];
    if (scaled == nullptr) continue;
    const Lanes factor = broadcast(scale[r]);
    for (std::int64_t p = 0; p < whole; ++p) store(scaled + p * stride + at, factor * load(from + p * panel_width));
    for (std::int64_t c = whole * panel_width; c < block.columns; ++c)
      scaled[whole * stride + at + c - whole * panel_width] = scale[r] * from[c];
  }
}
