// Compiled for each instruction set; see each_instruction_set.inl.

namespace {

// A tile of C: so many rows, taken from a left panel one number at a time, by so many vectors, each from a right panel.
// Accumulators, one row of vectors and one number must fit into the registers.
constexpr int tile_rows = register_lanes >= 32 ? 8 : register_lanes / 2;
constexpr int tile_vectors = register_lanes >= 32 ? 3 : 1;

enum class Into { add, subtract, assign };

/// rows × vectors numbers of L'R into `to`, whose rows are to_row apart and whose vectors are to_vector apart.
template <int rows, int vectors, Into into>
SMSVM_ALWAYS_INLINE void multiply_tile(std::int64_t depth, const double* left, const double* right,
                                       std::int64_t right_stride, double* to, std::int64_t to_row,
                                       std::int64_t to_vector) {
  Lanes sums[rows][vectors];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 3
    for (int v = 0; v < vectors; ++v) {
      sums[r][v] = zero();
      if (into != Into::assign) __builtin_prefetch(to + r * to_row + v * to_vector, 1);
    }
  }
  for (std::int64_t k = 0; k < depth; ++k) {
    Lanes x[vectors];
#pragma GCC unroll 3
    for (int v = 0; v < vectors; ++v) x[v] = load(right + v * right_stride);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const Lanes factor = broadcast(left[r]);
#pragma GCC unroll 3
      for (int v = 0; v < vectors; ++v) sums[r][v] = multiply_add(factor, x[v], sums[r][v]);
    }
    left += panel_width;
    right += panel_width;
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 3
    for (int v = 0; v < vectors; ++v) {
      double* const at = to + r * to_row + v * to_vector;
      if (into == Into::add) {
        store(at, load(at) + sums[r][v]);
      } else if (into == Into::subtract) {
        store(at, load(at) - sums[r][v]);
      } else {
        store(at, sums[r][v]);
      }
    }
  }
}

/// One left panel by `vectors` right panels.
template <int vectors, Into into>
SMSVM_ALWAYS_INLINE void multiply_panels_by(std::int64_t depth, const double* left, const double* right,
                                            std::int64_t right_stride, double* to, std::int64_t to_row,
                                            std::int64_t to_vector) {
  for (int r = 0; r < panel_width; r += tile_rows) {
    multiply_tile<tile_rows, vectors, into>(depth, left + r, right, right_stride, to + r * to_row, to_row, to_vector);
  }
}

/// One left panel by at most tile_vectors right panels.
template <Into into>
void multiply_panels(int vectors, std::int64_t depth, const double* left, const double* right,
                     std::int64_t right_stride, double* to, std::int64_t to_row, std::int64_t to_vector) {
  if constexpr (tile_vectors == 3) {
    if (vectors == 3) return multiply_panels_by<3, into>(depth, left, right, right_stride, to, to_row, to_vector);
    if (vectors == 2) return multiply_panels_by<2, into>(depth, left, right, right_stride, to, to_row, to_vector);
  }
  multiply_panels_by<1, into>(depth, left, right, right_stride, to, to_row, to_vector);
}

/// A tile that crosses the diagonal or the last row: computed whole, and only what is wanted is added.
void add_clipped(const LowerProduct& product, std::int64_t row_panel, std::int64_t column_panel, int vectors) {
  alignas(64) double tile[panel_width * tile_vectors * panel_width];
  constexpr std::int64_t tile_row = tile_vectors * panel_width;
  multiply_panels<Into::assign>(vectors, product.depth, product.left.panel(row_panel),
                                product.right.panel(column_panel), product.right.stride, tile, tile_row, panel_width);
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
  for (std::int64_t column = columns.begin; column < columns.end; column += tile_vectors) {
    for (std::int64_t row = rows.begin > column ? rows.begin : column; row < rows.end; ++row) {
      const std::int64_t last = columns.end < row + 1 ? columns.end : row + 1;
      const int vectors = static_cast<int>(last - column < tile_vectors ? last - column : tile_vectors);
      if (row >= whole_rows || column + vectors > row) {
        add_clipped(product, row, column, vectors);
        continue;
      }
      double* const to = product.target + row * panel_width * product.leading + column * panel_width;
      const auto multiply = product.subtract ? multiply_panels<Into::subtract> : multiply_panels<Into::add>;
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
