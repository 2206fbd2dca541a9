// Compiled for each instruction set; see each_instruction_set.inl.
//
// A block column of the matrix is packed transposed: panel p holds eight rows, and the k-th eight numbers of a panel
// are its rows' entries in column k of the block. So the lanes are rows, and everything below works on whole lanes.

#include "kernels/panel_tile.inl"

namespace {

/// The entries of eight rows in eight columns begin here: column after column, eight rows each.
SMSVM_ALWAYS_INLINE double* corner(double* panel, std::int64_t column_panel) {
  return panel + column_panel * panel_width * panel_width;
}

/// Factors the first `count` columns of a corner on the diagonal; returns how many pivots were good. `inverse` gets the
/// reciprocals of the factor's diagonal. Rows above the diagonal hold whatever comes of them.
std::int64_t factor_corner(double* entries, double* inverse, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) {
    double* const column = entries + k * panel_width;
    const double pivot = column[k];
    if (!(pivot > 0) || !__builtin_isfinite(pivot)) return k;
    const double root = __builtin_sqrt(pivot);
    inverse[k] = 1 / root;
    const Lanes scaled = load(column) * broadcast(inverse[k]);
    store(column, scaled);
    column[k] = root;
    for (std::int64_t later = k + 1; later < count; ++later) {
      double* const to = entries + later * panel_width;
      store(to, subtract_product(scaled, broadcast(column[later]), load(to)));
    }
  }
  return count;
}

/// entries · (factor of a corner on the diagonal)⁻ᵀ
SMSVM_ALWAYS_INLINE void solve_corner(const double* factor, const double* inverse, double* entries) {
  Lanes column[panel_width];
#pragma GCC unroll 8
  for (int k = 0; k < panel_width; ++k) column[k] = load(entries + k * panel_width);
#pragma GCC unroll 8
  for (int k = 0; k < panel_width; ++k) {
    column[k] = column[k] * broadcast(inverse[k]);
    store(entries + k * panel_width, column[k]);
#pragma GCC unroll 8
    for (int later = k + 1; later < panel_width; ++later)
      column[later] = subtract_product(column[k], broadcast(factor[k * panel_width + later]), column[later]);
  }
}

/// Subtracts from the corners of `vectors` panels in one column panel what the columns before it contribute.
SMSVM_ALWAYS_INLINE void subtract_earlier(int vectors, double* diagonal_panel, std::int64_t column_panel,
                                          double* panels, std::int64_t stride) {
  multiply_group<Into::subtract>(vectors, column_panel * panel_width, diagonal_panel, panels, stride,
                                 corner(panels, column_panel), panel_width, stride);
}

SMSVM_ALWAYS_INLINE int group_share(std::int64_t panels_left) {
  return static_cast<int>(panels_left < group_panels ? panels_left : group_panels);
}

}  // namespace

/// `rows` <= 8 rows of a matrix, of `width` columns, into a panel. Rows and columns that fill up are zero.
void pack_transposed(const double* from, std::int64_t leading, std::int64_t rows, std::int64_t width, double* panel) {
  const std::int64_t filled_width = panel_count(width) * panel_width;
  if (rows < panel_width || width < filled_width) {
    for (std::int64_t k = 0; k < filled_width * panel_width; ++k) panel[k] = 0;
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t k = 0; k < width; ++k) panel[k * panel_width + r] = from[r * leading + k];
  }
}

void unpack_transposed(const double* panel, std::int64_t rows, std::int64_t width, double* to, std::int64_t leading) {
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t k = 0; k < width; ++k) to[r * leading + k] = panel[k * panel_width + r];
  }
}

/// Factors the packed block on the diagonal, of `width` columns; returns how many pivots were good.
std::int64_t factor_diagonal(double* panels, std::int64_t stride, std::int64_t width, double* inverse) {
  const std::int64_t count = panel_count(width);
  for (std::int64_t column = 0; column < count; ++column) {
    const std::int64_t first = column * panel_width;
    double* const diagonal = panels + column * stride;
    for (std::int64_t row = column; row < count; row += group_panels)
      subtract_earlier(group_share(count - row), diagonal, column, panels + row * stride, stride);
    const std::int64_t columns = width - first < panel_width ? width - first : panel_width;
    const std::int64_t good = factor_corner(corner(diagonal, column), inverse + first, columns);
    if (good < columns) return first + good;
    for (std::int64_t row = column + 1; row < count; ++row)
      solve_corner(corner(diagonal, column), inverse + first, corner(panels + row * stride, column));
  }
  return width;
}

/// panels · (factored block on the diagonal)⁻ᵀ; the block has `width` columns, a multiple of panel_width.
void solve_below_diagonal(double* diagonal_panels, const double* inverse, std::int64_t width, double* panels,
                          std::int64_t count, std::int64_t stride) {
  for (std::int64_t first = 0; first < count; first += group_panels) {
    const int vectors = group_share(count - first);
    double* const group = panels + first * stride;
    for (std::int64_t column = 0; column < width / panel_width; ++column) {
      double* const diagonal = diagonal_panels + column * stride;
      subtract_earlier(vectors, diagonal, column, group, stride);
      for (int v = 0; v < vectors; ++v)
        solve_corner(corner(diagonal, column), inverse + column * panel_width, corner(group + v * stride, column));
    }
  }
}
