// Compiled for each instruction set; see each_instruction_set.inl.

namespace {

// ---- The tile. Rows are not padded: the last group of a row reads into the next one, where w is zero or where the sum
// ---- is thrown away.

/// So many rows at a time, so that w is loaded once for them and their sums do not wait for one another.
template <int rows, class Value>
SMSVM_ALWAYS_INLINE void score_rows(const Value* const* x, std::int64_t width, const double* w, double* score) {
  Lanes sums[rows];
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) sums[r] = zero();
  for (std::int64_t j = 0; j < width; j += lane_count) {
    const Lanes factor = load(w + j);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) sums[r] = multiply_add(load(x[r] + j), factor, sums[r]);
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) score[r] = sum(sums[r]);
}

template <class Value>
void score_tile(const RowBlock<Value>& block, BlockRows rows, const double* w, double* score) {
  constexpr int together = 4;
  const auto width = static_cast<std::int64_t>(block.dense_columns.size());
  const auto count = static_cast<std::int64_t>(rows.size());
  const Value* const tile = block.tile.data();
  std::int64_t k = 0;
  for (; k + together <= count; k += together) {
    const Value* x[together];
    for (int r = 0; r < together; ++r) x[r] = tile + rows[k + r] * width;
    score_rows<together>(x, width, w, score + k);
  }
  for (; k < count; ++k) {
    const Value* const x = tile + rows[k] * width;
    score_rows<1>(&x, width, w, score + k);
  }
}

/// The sums of `groups` groups of columns stay in registers over all rows.
template <int kinds, int groups, class Value>
SMSVM_ALWAYS_INLINE void add_columns(const Value* tile, std::int64_t width, BlockRows rows, const double* const* factor,
                                     double* to) {
  Lanes sums[groups][kinds];
#pragma GCC unroll 8
  for (int g = 0; g < groups; ++g) {
#pragma GCC unroll 2
    for (int kind = 0; kind < kinds; ++kind) sums[g][kind] = zero();
  }
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t k = 0; k < count; ++k) {
    const Value* const x = tile + rows[k] * width;
    Lanes scale[kinds];
#pragma GCC unroll 2
    for (int kind = 0; kind < kinds; ++kind) scale[kind] = broadcast(factor[kind][k]);
#pragma GCC unroll 8
    for (int g = 0; g < groups; ++g) {
      const Lanes value = load(x + g * lane_count);
#pragma GCC unroll 2
      for (int kind = 0; kind < kinds; ++kind) sums[g][kind] = multiply_add(scale[kind], value, sums[g][kind]);
    }
  }
#pragma GCC unroll 8
  for (int g = 0; g < groups; ++g) {
#pragma GCC unroll 2
    for (int kind = 0; kind < kinds; ++kind) {
      double* const at = to + (g * kinds + kind) * lane_count;
      store(at, load(at) + sums[g][kind]);
    }
  }
}

template <int kinds, class Value>
void add_tile(const RowBlock<Value>& block, BlockRows rows, const double* const* factor, double* to) {
  constexpr int most = register_lanes >= 32 ? 4 : register_lanes >= 8 ? 2 : 1;
  const auto width = static_cast<std::int64_t>(block.dense_columns.size());
  const Value* tile = block.tile.data();
  std::int64_t left = (width + lane_count - 1) / lane_count;
  for (; left >= most; left -= most, tile += most * lane_count, to += most * lane_count * kinds)
    add_columns<kinds, most>(tile, width, rows, factor, to);
  for (; left > 0; --left, tile += lane_count, to += lane_count * kinds)
    add_columns<kinds, 1>(tile, width, rows, factor, to);
}

// ---- The lists of columns.

/// The values of a list without values.
struct Ones {
  SMSVM_ALWAYS_INLINE double operator[](std::int64_t) const { return 1; }
};
template <class Value>
struct Valued {
  const Value* value;
  SMSVM_ALWAYS_INLINE double operator[](std::int64_t k) const { return static_cast<double>(value[k]); }
};

/// Four sums side by side, so that an addition does not wait for the one before it.
template <class Column, class Values>
void score_lists(const std::uint32_t* start, const Column* column, Values value, BlockRows rows, const double* w,
                 double* score) {
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t row = 0; row < count; ++row) {
    std::int64_t k = start[rows[row]];
    const std::int64_t end = start[rows[row] + 1];
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (; k + 4 <= end; k += 4) {
      s0 = multiply_add(value[k], w[column[k]], s0);
      s1 = multiply_add(value[k + 1], w[column[k + 1]], s1);
      s2 = multiply_add(value[k + 2], w[column[k + 2]], s2);
      s3 = multiply_add(value[k + 3], w[column[k + 3]], s3);
    }
    for (; k < end; ++k) s0 = multiply_add(value[k], w[column[k]], s0);
    score[row] += (s0 + s2) + (s1 + s3);
  }
}

template <int kinds, class Column, class Values>
void add_lists(const std::uint32_t* start, const Column* column, Values value, BlockRows rows,
               const double* const* factor, double* to) {
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t row = 0; row < count; ++row) {
    const std::int64_t end = start[rows[row] + 1];
    const double first = factor[0][row], second = factor[kinds - 1][row];
    for (std::int64_t k = start[rows[row]]; k < end; ++k) {
      double* const at = to + kinds * static_cast<std::int64_t>(column[k]);
      const double x = value[k];
      at[0] = multiply_add(first, x, at[0]);
      if constexpr (kinds == 2) at[1] = multiply_add(second, x, at[1]);
    }
  }
}

template <class Values>
void score_lists(const ColumnLists& lists, Values value, BlockRows rows, const double* w, double* score) {
  if (!lists.narrow.empty()) score_lists(lists.start.data(), lists.narrow.data(), value, rows, w, score);
  if (!lists.wide.empty()) score_lists(lists.start.data(), lists.wide.data(), value, rows, w, score);
}
template <int kinds, class Values>
void add_lists(const ColumnLists& lists, Values value, BlockRows rows, const double* const* factor, double* to) {
  if (!lists.narrow.empty()) add_lists<kinds>(lists.start.data(), lists.narrow.data(), value, rows, factor, to);
  if (!lists.wide.empty()) add_lists<kinds>(lists.start.data(), lists.wide.data(), value, rows, factor, to);
}

// ---- Both.

template <class Value>
void scores(const RowBlock<Value>& block, BlockRows rows, BlockVector w, double* score) {
  if (block.dense_columns.empty()) {
    for (std::size_t k = 0; k < rows.size(); ++k) score[k] = 0;
  } else {
    score_tile(block, rows, w.tile, score);
  }
  score_lists(block.valued, Valued<Value>{block.value.data()}, rows, w.all, score);
  score_lists(block.ones, Ones{}, rows, w.all, score);
}

template <int kinds, class Value>
SMSVM_ALWAYS_INLINE void add(const RowBlock<Value>& block, BlockRows rows, const double* const* factor,
                             BlockSums sums) {
  if (!block.dense_columns.empty()) add_tile<kinds>(block, rows, factor, sums.tile);
  add_lists<kinds>(block.valued, Valued<Value>{block.value.data()}, rows, factor, sums.all);
  add_lists<kinds>(block.ones, Ones{}, rows, factor, sums.all);
}
template <class Value>
void add_scaled(const RowBlock<Value>& block, BlockRows rows, const double* factor, BlockSums sums) {
  add<1>(block, rows, &factor, sums);
}
template <class Value>
void add_pairs(const RowBlock<Value>& block, BlockRows rows, const double* first, const double* second,
               BlockSums sums) {
  const double* const factor[] = {first, second};
  add<2>(block, rows, factor, sums);
}

}  // namespace

template <class Value>
const RowKernels<Value>& row_kernel_table() {
  static constexpr RowKernels<Value> table{scores<Value>, add_scaled<Value>, add_pairs<Value>};
  return table;
}
