// Compiled for each instruction set; see each_instruction_set.inl.

namespace {

/// The tile as it is. What fills up the last panel is the beginning of the next row: products with it are thrown away.
template <class Value>
SMSVM_ALWAYS_INLINE void pack_whole(const Value* x, std::int64_t columns, double factor, PanelPlace to) {
  const Lanes scale = broadcast(factor);
  for (std::int64_t j = 0; j < columns; j += panel_width) {
    const Lanes value = load(x + j);
    const std::int64_t at = j / panel_width * to.stride;
    store(to.plain + at, value);
    store(to.scaled + at, scale * value);
  }
}

SMSVM_ALWAYS_INLINE void put(std::int64_t column, double value, double factor, PanelPlace to) {
  const std::int64_t at = column / panel_width * to.stride + column % panel_width;
  to.plain[at] = value;
  to.scaled[at] = factor * value;
}

template <class Value>
void pack(const RowBlock<Value>& block, BlockRows rows, const double* factor, DenseChoice choice, PanelPlace to,
          double* flat) {
  const auto width = static_cast<std::int64_t>(block.dense_columns.size());
  const std::int64_t panels = panel_count(choice.size());
  for (std::size_t k = 0; k < rows.size(); ++k, to.plain += panel_width, to.scaled += panel_width) {
    const Value* const x = block.tile.data() + rows[k] * width;
    if (choice.place == nullptr) {
      pack_whole(x, choice.columns, factor[k], to);
    } else {
      for (std::int64_t j = 0; j < choice.columns; ++j) put(j, static_cast<double>(x[choice.place[j]]), factor[k], to);
    }
    if (choice.constant) put(choice.columns, 1, factor[k], to);
    if (flat == nullptr) continue;
    for (std::int64_t p = 0; p < panels; ++p) store(flat + p * panel_width, load(to.plain + p * to.stride));
    for (std::int64_t j = choice.size(); j < panels * panel_width; ++j) flat[j] = 0;
    flat += panels * panel_width;
  }
}

template <class Value, class Column>
SMSVM_ALWAYS_INLINE void put_listed(const std::uint32_t* start, const Column* column, const Value* value,
                                    std::uint32_t row, const std::int32_t* position, double factor, PanelPlace to) {
  for (std::int64_t k = start[row]; k < start[row + 1]; ++k)
    if (const std::int32_t at = position[column[k]]; at >= 0)
      put(at, value == nullptr ? 1 : static_cast<double>(value[k]), factor, to);
}
template <class Value>
SMSVM_ALWAYS_INLINE void put_listed(const ColumnLists& lists, const Value* value, std::uint32_t row,
                                    const std::int32_t* position, double factor, PanelPlace to) {
  const std::uint32_t* const start = lists.start.data();
  if (!lists.narrow.empty()) put_listed(start, lists.narrow.data(), value, row, position, factor, to);
  if (!lists.wide.empty()) put_listed(start, lists.wide.data(), value, row, position, factor, to);
  if (!lists.widest.empty()) put_listed(start, lists.widest.data(), value, row, position, factor, to);
}

template <class Value>
void pack_spread(const RowBlock<Value>& block, BlockRows rows, const double* factor, const std::int32_t* position,
                 DenseChoice choice, PanelPlace to) {
  const std::size_t width = block.dense_columns.size();
  const Lanes zero = broadcast(0);
  for (std::size_t k = 0; k < rows.size(); ++k, to.plain += panel_width, to.scaled += panel_width) {
    for (std::int64_t p = 0; p < panel_count(choice.size()); ++p) {
      store(to.plain + p * to.stride, zero);
      store(to.scaled + p * to.stride, zero);
    }
    const Value* const x = block.tile.data() + rows[k] * width;
    for (std::size_t j = 0; j < width; ++j)
      if (const std::int32_t at = position[block.dense_columns[j]]; at >= 0)
        put(at, static_cast<double>(x[j]), factor[k], to);
    put_listed(block.valued, block.value.data(), rows[k], position, factor[k], to);
    put_listed(block.ones, static_cast<const Value*>(nullptr), rows[k], position, factor[k], to);
    if (choice.constant) put(choice.columns, 1, factor[k], to);
  }
}

/// The wanted columns of a row and their values, appended.
template <class Value, class Column>
SMSVM_ALWAYS_INLINE std::int64_t choose(const std::uint32_t* start, const Column* column, const Value* value,
                                        std::uint32_t row, const ListTarget& to, std::int64_t count) {
  for (std::int64_t k = start[row]; k < start[row + 1]; ++k) {
    const std::int32_t position = to.position[column[k]];
    to.index[count] = position;
    to.value[count] = value == nullptr ? 1 : static_cast<double>(value[k]);
    count += position >= 0;
  }
  return count;
}
template <class Value>
SMSVM_ALWAYS_INLINE std::int64_t choose(const ColumnLists& lists, const Value* value, std::uint32_t row,
                                        const ListTarget& to, std::int64_t count) {
  if (!lists.narrow.empty()) return choose(lists.start.data(), lists.narrow.data(), value, row, to, count);
  if (!lists.wide.empty()) return choose(lists.start.data(), lists.wide.data(), value, row, to, count);
  if (!lists.widest.empty()) return choose(lists.start.data(), lists.widest.data(), value, row, to, count);
  return count;
}

SMSVM_ALWAYS_INLINE void add_to(double& sum, double a, double b) { sum = multiply_add(a, b, sum); }

/// Products of two numbers that stand in increasing order of their places. Two by two of them: there are then half as
/// many short loops, whose ends are guessed wrong, and places and values are fetched half as often.
SMSVM_ALWAYS_INLINE void add_within(const ListTarget& to, std::int64_t first, std::int64_t end, double factor) {
  const std::int32_t* const index = to.index;
  const double* const value = to.value;
  std::int64_t i = first;
  for (; i + 2 <= end; i += 2) {
    double* const upper = to.square + index[i] * to.size;
    double* const lower = to.square + index[i + 1] * to.size;
    const double upper_value = factor * value[i], lower_value = factor * value[i + 1];
    for (std::int64_t j = first; j < i; j += 2) {
      const std::int64_t left = index[j], right = index[j + 1];
      const double left_value = value[j], right_value = value[j + 1];
      add_to(upper[left], upper_value, left_value);
      add_to(upper[right], upper_value, right_value);
      add_to(lower[left], lower_value, left_value);
      add_to(lower[right], lower_value, right_value);
    }
    add_to(upper[index[i]], upper_value, value[i]);
    add_to(lower[index[i]], lower_value, value[i]);
    add_to(lower[index[i + 1]], lower_value, value[i + 1]);
  }
  if (i == end) return;
  double* const last = to.square + index[i] * to.size;
  const double last_value = factor * value[i];
  for (std::int64_t j = first; j <= i; ++j) add_to(last[index[j]], last_value, value[j]);
}

/// Products of a number before `middle` and one from there on; either may stand left of the other.
SMSVM_ALWAYS_INLINE void add_between(const ListTarget& to, std::int64_t middle, std::int64_t end, double factor) {
  for (std::int64_t i = 0; i < middle; ++i) {
    const double scaled = factor * to.value[i];
    const std::int64_t a = to.index[i];
    for (std::int64_t j = middle; j < end; ++j) {
      const std::int64_t b = to.index[j];
      double& at = to.square[a > b ? a * to.size + b : b * to.size + a];
      at = multiply_add(scaled, to.value[j], at);
    }
  }
}

template <class Value>
void add_lists(const RowBlock<Value>& block, BlockRows rows, const double* factor, const double* flat,
               std::int64_t width, const ListTarget& to) {
  for (std::size_t k = 0; k < rows.size(); ++k, flat += width) {
    const std::int64_t middle = choose(block.valued, block.value.data(), rows[k], to, 0);
    const std::int64_t count = choose(block.ones, static_cast<const Value*>(nullptr), rows[k], to, middle);
    for (std::int64_t i = 0; i < count; ++i) {
      const Lanes scale = broadcast(factor[k] * to.value[i]);
      double* const row = to.cross + to.index[i] * width;
      for (std::int64_t j = 0; j < width; j += lane_count)
        store(row + j, multiply_add(scale, load(flat + j), load(row + j)));
    }
    add_within(to, 0, middle, factor[k]);
    add_within(to, middle, count, factor[k]);
    add_between(to, middle, count, factor[k]);
  }
}

}  // namespace

template <class Value>
const HessianKernels<Value>& hessian_kernel_table() {
  static constexpr HessianKernels<Value> table{pack<Value>, pack_spread<Value>, add_lists<Value>};
  return table;
}
