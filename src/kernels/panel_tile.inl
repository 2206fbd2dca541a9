// The product of packed panels, a tile of it at a time: part of the bodies that need it, see each_instruction_set.inl.

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
SMSVM_ALWAYS_INLINE void multiply_group_of(std::int64_t depth, const double* left, const double* right,
                                           std::int64_t right_stride, double* to, std::int64_t to_row,
                                           std::int64_t to_vector) {
  if (into != Into::assign) {  // what is there is wanted last
    for (int r = 0; r < panel_width; ++r) {
      for (int v = 0; v < vectors; ++v) fetch_to_write(address_of(to + r * to_row + v * to_vector));
    }
  }
  constexpr int width = vectors < tile_vectors ? vectors : tile_vectors;
  for (int v = 0; v < vectors; v += width) {
    for (int r = 0; r < panel_width; r += tile_rows) {
      multiply_tile<tile_rows, width, into>(depth, left + r, right + v * right_stride, right_stride,
                                            to + r * to_row + v * to_vector, to_row, to_vector);
    }
  }
}

/// Right panels are taken in groups of at most so many.
constexpr int group_panels = 3;

template <Into into>
void multiply_group(int vectors, std::int64_t depth, const double* left, const double* right, std::int64_t right_stride,
                    double* to, std::int64_t to_row, std::int64_t to_vector) {
  static_assert(group_panels == 3 && group_panels % tile_vectors == 0);
  if (vectors == 3) return multiply_group_of<3, into>(depth, left, right, right_stride, to, to_row, to_vector);
  if (vectors == 2) return multiply_group_of<2, into>(depth, left, right, right_stride, to, to_row, to_vector);
  multiply_group_of<1, into>(depth, left, right, right_stride, to, to_row, to_vector);
}

}  // namespace
