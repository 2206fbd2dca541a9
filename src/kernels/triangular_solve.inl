// Compiled for each instruction set; see each_instruction_set.inl.

namespace {

constexpr int rows_at_once = register_lanes >= 32 ? 8 : register_lanes / 2;

/// right_r −= Σ_k factor_rk x_k for `rows` rows, over the columns before them.
template <int rows>
SMSVM_ALWAYS_INLINE void subtract_rows(const double* factor, std::int64_t leading, std::int64_t columns,
                                       const double* x, double* right) {
  Lanes sums[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) sums[r] = zero();
  for (std::int64_t k = 0; k < columns; k += lane_count) {
    const Lanes at = load(x + k);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) sums[r] = multiply_add(load(factor + r * leading + k), at, sums[r]);
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) right[r] -= sum(sums[r]);
}

/// right_k −= Σ_r factor_rk x_r for `rows` rows, over the columns before them.
template <int rows>
SMSVM_ALWAYS_INLINE void subtract_columns(const double* factor, std::int64_t leading, std::int64_t columns,
                                          const double* x, double* right) {
  Lanes at[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) at[r] = broadcast(x[r]);
  for (std::int64_t k = 0; k < columns; k += lane_count) {
    Lanes left = load(right + k);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) left = subtract_product(at[r], load(factor + r * leading + k), left);
    store(right + k, left);
  }
}

}  // namespace

/// L x = b in the `rows` <= 8 rows from `first` on, a multiple of 8, where x is known before them.
void solve_block(const double* factor, std::int64_t leading, std::int64_t first, std::int64_t rows, double* x) {
  double* const right = x + first;
  std::int64_t done = 0;
  for (; done + rows_at_once <= rows; done += rows_at_once)
    subtract_rows<rows_at_once>(factor + done * leading, leading, first, x, right + done);
  for (; done < rows; ++done) subtract_rows<1>(factor + done * leading, leading, first, x, right + done);
  const double* const corner = factor + first;
  for (std::int64_t k = 0; k < rows; ++k) {
    right[k] /= corner[k * leading + k];
    for (std::int64_t r = k + 1; r < rows; ++r)
      right[r] = subtract_product(corner[r * leading + k], right[k], right[r]);
  }
}

/// L' x = b in these rows, where x is known after them and has been subtracted; subtracts them from those before.
void solve_block_transposed(const double* factor, std::int64_t leading, std::int64_t first, std::int64_t rows,
                            double* x) {
  double* const right = x + first;
  const double* const corner = factor + first;
  for (std::int64_t r = rows - 1; r >= 0; --r) {
    right[r] /= corner[r * leading + r];
    for (std::int64_t k = 0; k < r; ++k) right[k] = subtract_product(corner[r * leading + k], right[r], right[k]);
  }
  std::int64_t done = 0;
  for (; done + rows_at_once <= rows; done += rows_at_once)
    subtract_columns<rows_at_once>(factor + done * leading, leading, first, right + done, x);
  for (; done < rows; ++done) subtract_columns<1>(factor + done * leading, leading, first, right + done, x);
}
