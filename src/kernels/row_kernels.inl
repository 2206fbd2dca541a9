// Compiled for each instruction set; see each_instruction_set.inl.

namespace {

// ---- The tile. Rows are not padded: the last group of a row reads into the next one, where w is zero or where the sum
// ---- is thrown away.

/// Fetches half as many bytes, rounded up to lines, from `ahead` on, and moves it on.
template <std::int64_t bytes>
SMSVM_ALWAYS_INLINE void fetch_half(Address& ahead) {
  constexpr std::int64_t line = 64, lines = (bytes / 2 + line - 1) / line;
#pragma GCC unroll 8
  for (std::int64_t k = 0; k < lines; ++k) fetch_to_read<2>(ahead + static_cast<Address>(k * line));
  ahead += static_cast<Address>(lines * line);
}

/// So many rows at a time, so that w is loaded once for them and their sums do not wait for one another.
template <int rows, class Value>
SMSVM_ALWAYS_INLINE void multiply_rows(const Value* const* x, std::int64_t width, const double* w, Address& ahead,
                                       Lanes (&sums)[rows]) {
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) sums[r] = zero();
  for (std::int64_t j = 0; j < width; j += lane_count) {
    const Lanes factor = load(w + j);
    fetch_half<rows * lane_count* static_cast<std::int64_t>(sizeof(Value))>(ahead);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) sums[r] = multiply_add(load(x[r] + j), factor, sums[r]);
  }
}

template <class Value>
void score_tile(const RowBlock<Value>& block, BlockRows rows, const double* w, Address ahead, double* score) {
  const auto width = static_cast<std::int64_t>(block.dense_columns.size());
  const auto count = static_cast<std::int64_t>(rows.size());
  const Value* const tile = block.tile.data();
  std::int64_t k = 0;
  for (; k + sums_together <= count; k += sums_together) {
    const Value* x[sums_together];
#pragma GCC unroll 8
    for (int r = 0; r < sums_together; ++r) x[r] = tile + rows[k + r] * width;
    Lanes sums[sums_together];
    multiply_rows(x, width, w, ahead, sums);
    store_sums(score + k, sums);
  }
  for (; k < count; ++k) {
    const Value* const x = tile + rows[k] * width;
    Lanes sums[1];
    multiply_rows(&x, width, w, ahead, sums);
    score[k] = sum(sums[0]);
  }
}

/// Rows to be added, and the factors of each, all of them or those of some numbers.
struct EachRow {
  std::int64_t count;
  SMSVM_ALWAYS_INLINE std::int64_t operator[](std::int64_t k) const { return k; }
};
struct SomeRows {
  const std::uint32_t* which;
  std::int64_t count;
  SMSVM_ALWAYS_INLINE std::int64_t operator[](std::int64_t k) const { return which[k]; }
};

/// The sums of `groups` groups of columns stay in registers over all rows.
template <int kinds, int groups, class Value, class Numbers>
SMSVM_ALWAYS_INLINE void add_columns(const Value* tile, std::int64_t width, BlockRows rows, Numbers numbers,
                                     const double* const* factor, Address& ahead, double* to) {
  Lanes sums[groups][kinds];
#pragma GCC unroll 8
  for (int g = 0; g < groups; ++g) {
#pragma GCC unroll 2
    for (int kind = 0; kind < kinds; ++kind) sums[g][kind] = zero();
  }
  for (std::int64_t i = 0; i < numbers.count; ++i) {
    const std::int64_t k = numbers[i];
    const Value* const x = tile + rows[k] * width;
    fetch_half<groups * lane_count* static_cast<std::int64_t>(sizeof(Value))>(ahead);
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

/// So many groups of columns as fit into the registers, for as long as there are so many; then one less, and so on.
template <int kinds, int groups, class Value, class Numbers>
SMSVM_ALWAYS_INLINE void add_tile_by(const Value* tile, std::int64_t left, std::int64_t width, BlockRows rows,
                                     Numbers numbers, const double* const* factor, Address& ahead, double* to) {
  for (; left >= groups; left -= groups, tile += groups * lane_count, to += groups * lane_count * kinds)
    add_columns<kinds, groups>(tile, width, rows, numbers, factor, ahead, to);
  if constexpr (groups > 1) {
    if (left > 0) add_tile_by<kinds, groups - 1>(tile, left, width, rows, numbers, factor, ahead, to);
  }
}

template <int kinds, class Value, class Numbers>
void add_tile(const RowBlock<Value>& block, BlockRows rows, Numbers numbers, const double* const* factor, Address ahead,
              double* to) {
  constexpr int most = register_lanes >= 32 ? 8 : register_lanes >= 8 ? 3 : 1;
  const auto width = static_cast<std::int64_t>(block.dense_columns.size());
  add_tile_by<kinds, most>(block.tile.data(), (width + lane_count - 1) / lane_count, width, rows, numbers, factor,
                           ahead, to);
}

// ---- The lists of columns.

/// sum + factor · value, for the values of a list; a list without values needs no product, with the same bits.
struct Ones {
  SMSVM_ALWAYS_INLINE double add(double factor, std::int64_t, double sum) const { return sum + factor; }
};
template <class Value>
struct Valued {
  const Value* value;
  SMSVM_ALWAYS_INLINE double add(double factor, std::int64_t k, double sum) const {
    return multiply_add(factor, static_cast<double>(value[k]), sum);
  }
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
      s0 = value.add(w[column[k]], k, s0);
      s1 = value.add(w[column[k + 1]], k + 1, s1);
      s2 = value.add(w[column[k + 2]], k + 2, s2);
      s3 = value.add(w[column[k + 3]], k + 3, s3);
    }
    for (; k < end; ++k) s0 = value.add(w[column[k]], k, s0);
    score[row] += (s0 + s2) + (s1 + s3);
  }
}

template <class Column, class Values>
void add_lists(const std::uint32_t* start, const Column* column, Values value, BlockRows rows, const double* factor,
               double* to) {
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t row = 0; row < count; ++row) {
    const std::int64_t end = start[rows[row] + 1];
    for (std::int64_t k = start[rows[row]]; k < end; ++k) to[column[k]] = value.add(factor[row], k, to[column[k]]);
  }
}

template <class Column, class Values>
void add_list_pairs(const std::uint32_t* start, const Column* column, Values value, BlockRows rows,
                    const PairFactors& factors, double* negative, double* positive) {
  double* const of_class[] = {negative, positive};  // looked up: a branch would be guessed wrong half of the time
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t row = 0; row < count; ++row) {
    const std::int64_t end = start[rows[row] + 1];
    const double first = factors.first[row], second = factors.second[row];
    double* const to = of_class[factors.sign[row] > 0 ? 1 : 0];
#pragma GCC unroll 4
    for (std::int64_t k = start[rows[row]]; k < end; ++k) {
      double* const at = to + 2 * static_cast<std::int64_t>(column[k]);
      at[0] = value.add(first, k, at[0]);
      at[1] = value.add(second, k, at[1]);
    }
  }
}

template <class Values>
void score_lists(const ColumnLists& lists, Values value, BlockRows rows, const double* w, double* score) {
  if (!lists.narrow.empty()) score_lists(lists.start.data(), lists.narrow.data(), value, rows, w, score);
  if (!lists.wide.empty()) score_lists(lists.start.data(), lists.wide.data(), value, rows, w, score);
  if (!lists.widest.empty()) score_lists(lists.start.data(), lists.widest.data(), value, rows, w, score);
}
template <class Values>
void add_lists(const ColumnLists& lists, Values value, BlockRows rows, const double* factor, double* to) {
  if (!lists.narrow.empty()) add_lists(lists.start.data(), lists.narrow.data(), value, rows, factor, to);
  if (!lists.wide.empty()) add_lists(lists.start.data(), lists.wide.data(), value, rows, factor, to);
  if (!lists.widest.empty()) add_lists(lists.start.data(), lists.widest.data(), value, rows, factor, to);
}
template <class Values>
void add_list_pairs(const ColumnLists& lists, Values value, BlockRows rows, const PairFactors& factors,
                    double* negative, double* positive) {
  const std::uint32_t* const start = lists.start.data();
  if (!lists.narrow.empty()) add_list_pairs(start, lists.narrow.data(), value, rows, factors, negative, positive);
  if (!lists.wide.empty()) add_list_pairs(start, lists.wide.data(), value, rows, factors, negative, positive);
  if (!lists.widest.empty()) add_list_pairs(start, lists.widest.data(), value, rows, factors, negative, positive);
}

// ---- The entry points.

template <class Value>
void scores(const RowBlock<Value>& block, BlockRows rows, BlockVector w, const void* ahead, double* score) {
  if (block.dense_columns.empty()) {
    for (std::size_t k = 0; k < rows.size(); ++k) score[k] = 0;
  } else {
    score_tile(block, rows, w.tile, address_of(ahead), score);
  }
  score_lists(block.valued, Valued<Value>{block.value.data()}, rows, w.all, score);
  score_lists(block.ones, Ones{}, rows, w.all, score);
}

template <class Value>
void add_scaled(const RowBlock<Value>& block, BlockRows rows, const double* factor, BlockSums sums) {
  if (!block.dense_columns.empty()) {
    const EachRow all{static_cast<std::int64_t>(rows.size())};
    add_tile<1>(block, rows, all, &factor, address_of(block.tile.data()), sums.tile);
  }
  add_lists(block.valued, Valued<Value>{block.value.data()}, rows, factor, sums.all);
  add_lists(block.ones, Ones{}, rows, factor, sums.all);
}
template <class Value>
void add_tile_pairs(const RowBlock<Value>& block, BlockRows rows, std::span<const std::uint32_t> which,
                    const PairFactors& factors, const void* ahead, double* sums) {
  const double* const factor[] = {factors.first, factors.second};
  const SomeRows some{which.data(), static_cast<std::int64_t>(which.size())};
  add_tile<2>(block, rows, some, factor, address_of(ahead), sums);
}
template <class Value>
void add_list_pairs(const RowBlock<Value>& block, BlockRows rows, const PairFactors& factors, double* negative,
                    double* positive) {
  add_list_pairs(block.valued, Valued<Value>{block.value.data()}, rows, factors, negative, positive);
  add_list_pairs(block.ones, Ones{}, rows, factors, negative, positive);
}

}  // namespace

template <class Value>
const RowKernels<Value>& row_kernel_table() {
  static constexpr RowKernels<Value> table{scores<Value>, add_scaled<Value>, add_tile_pairs<Value>,
                                           add_list_pairs<Value>};
  return table;
}
