#include "data/borrowed_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "data/block_size.hpp"

namespace smsvm {
namespace {

template <class Number>
Numbers<Number> borrowed(const Number* from, std::int64_t count) {
  return Numbers<Number>::borrowed({from, static_cast<std::size_t>(count)});
}

Numbers<std::int32_t> all_columns(std::int64_t columns) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(columns));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::int64_t quotient_rounded_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

template <class Value>
void append(BlockedRows<Value>& matrix, RowBlock<Value> block) {
  if (matrix.first_row.empty()) matrix.first_row.push_back(0);
  matrix.first_row.push_back(matrix.first_row.back() + block.rows);
  matrix.blocks.push_back(std::move(block));
}

void set_columns(ColumnLists& lists, const std::int32_t* from, std::int64_t count) {
  lists.wide = borrowed(reinterpret_cast<const std::uint32_t*>(from), count);  // none is negative
}
void set_columns(ColumnLists& lists, const std::int64_t* from, std::int64_t count) {
  lists.widest = borrowed(from, count);
}

}  // namespace

template <class Value>
BlockedRows<Value> borrowed_rows(const DenseArray<Value>& array) {
  constexpr auto ahead = static_cast<std::int64_t>(RowBlock<Value>::tile_padding);
  const auto& [values, rows, columns] = array;
  const Numbers<std::int32_t> all = all_columns(columns);
  const std::int64_t copied = std::min(rows, quotient_rounded_up(ahead, columns));
  const std::int64_t together = std::min(most_block_rows, quotient_rounded_up(enough_block_values, columns));

  BlockedRows<Value> matrix;
  for (std::int64_t first = 0; first < rows - copied; first += together) {
    RowBlock<Value> block;
    block.rows = std::min(together, rows - copied - first);
    block.dense_columns = all;
    block.tile = borrowed(values + first * columns, block.rows * columns + ahead);
    append(matrix, std::move(block));
  }
  std::vector<Value> tile(values + (rows - copied) * columns, values + rows * columns);
  tile.resize(tile.size() + RowBlock<Value>::tile_padding);
  RowBlock<Value> last;
  last.rows = copied;
  last.dense_columns = all;
  last.tile = std::move(tile);
  append(matrix, std::move(last));
  return matrix;
}

template <class Value, class Index>
BlockedRows<Value> borrowed_rows(const SparseArray<Value, Index>& array) {
  const Index* const end = array.start + array.rows + 1;
  BlockedRows<Value> matrix;
  for (std::int64_t first = 0; first < array.rows;) {
    const Index* const start = array.start + first;
    const std::int64_t enough = std::int64_t{*start} + enough_block_values;
    const auto reaches = [](Index at, std::int64_t value) { return at < value; };
    const std::int64_t with_enough = std::lower_bound(start + 1, end, enough, reaches) - start;

    RowBlock<Value> block;
    block.rows = std::min({with_enough, most_block_rows, array.rows - first});
    const auto stored = static_cast<std::int64_t>(start[block.rows] - *start);
    if (stored > 0) {
      std::vector<std::uint32_t> offsets;
      offsets.reserve(static_cast<std::size_t>(block.rows) + 1);
      for (std::int64_t i = 0; i <= block.rows; ++i) offsets.push_back(static_cast<std::uint32_t>(start[i] - *start));
      block.valued.start = std::move(offsets);
      set_columns(block.valued, array.column + *start, stored);
      block.value = borrowed(array.value + *start, stored);
    }
    first += block.rows;
    append(matrix, std::move(block));
  }
  return matrix;
}

template BlockedRows<float> borrowed_rows(const DenseArray<float>&);
template BlockedRows<double> borrowed_rows(const DenseArray<double>&);
template BlockedRows<float> borrowed_rows(const SparseArray<float, std::int32_t>&);
template BlockedRows<float> borrowed_rows(const SparseArray<float, std::int64_t>&);
template BlockedRows<double> borrowed_rows(const SparseArray<double, std::int32_t>&);
template BlockedRows<double> borrowed_rows(const SparseArray<double, std::int64_t>&);

}  // namespace smsvm
