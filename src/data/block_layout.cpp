#include "data/block_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

namespace smsvm {
namespace {

constexpr std::int64_t countable = 1 << 22;  // up to this number, columns are counted in a plain array
constexpr std::int64_t most_narrow_columns = std::numeric_limits<std::uint16_t>::max();

template <class Value>
std::int64_t rows_in(std::span<const RowRange<Value>> ranges) {
  std::int64_t rows = 0;
  for (const auto& range : ranges) rows += range.size();
  return rows;
}

template <class Value>
std::int64_t nonzeros_in(std::span<const RowRange<Value>> ranges) {
  std::int64_t nonzeros = 0;
  for (const auto& range : ranges) nonzeros += range.nonzeros();
  return nonzeros;
}

/// The last number of a row is its largest. −1: no numbers at all.
template <class Value>
std::int64_t largest_in(std::span<const RowRange<Value>> ranges) {
  std::int64_t largest = -1;
  for (const auto& [flat, first, last] : ranges) {
    std::int64_t start = flat->row_start(first);
    for (std::int64_t row = first; row < last; ++row) {
      const std::int64_t end = flat->row_end[static_cast<std::size_t>(row)];
      if (end > start) largest = std::max(largest, flat->number[static_cast<std::size_t>(end) - 1]);
      start = end;
    }
  }
  return largest;
}

/// The columns of lists, in the width asked for, with room for one more than there are.
template <class Column>
Column* make_columns(ListsDraft& lists, std::size_t size) {
  if constexpr (std::is_same_v<Column, std::uint16_t>) {
    lists.narrow.resize(size + 1);
    return lists.narrow.data();
  } else {
    lists.wide.resize(size + 1);
    return lists.wide.data();
  }
}

/// Takes the room for one more away, and everything if there are none.
void trim(ListsDraft& lists, std::size_t size) {
  if (size == 0) {
    lists = {};
  } else if (!lists.narrow.empty()) {
    lists.narrow.pop_back();
  } else {
    lists.wide.pop_back();
  }
}

}  // namespace

template <class Value>
BlockDraft<Value> BlockLayout<Value>::lay_out(Ranges rows, std::vector<std::int64_t>& dictionary) {
  BlockDraft<Value> block;
  block.rows = rows_in(rows);
  const std::int64_t largest = largest_in(rows);
  if (largest >= countable) {
    replace_numbers(rows, dictionary);
    const RowRange<Value> all{&renumbered_, 0, renumbered_.rows()};
    count({&all, 1}, std::ssize(dictionary) - 1);
    classify(block);
    distribute({&all, 1}, block);
  } else if (!fill_tile_alone(rows, block)) {
    count(rows, largest);
    classify(block);
    distribute(rows, block);
  }
  return block;
}

/// Where all rows have the same columns, as those of a dense file mostly do, the tile is what was delivered.
template <class Value>
bool BlockLayout<Value>::fill_tile_alone(Ranges rows, BlockDraft<Value>& block) const {
  const RowRange<Value>& model = rows.front();
  const std::int64_t width = model.rows->row_end[static_cast<std::size_t>(model.first)] - model.first_nonzero();
  if (width == 0 || nonzeros_in(rows) != width * block.rows) return false;
  for (const auto& range : rows) {
    const std::int64_t* number = range.numbers();
    std::int64_t end = range.first_nonzero();
    for (std::int64_t row = range.first; row < range.last; ++row, number += width) {
      if (range.rows->row_end[static_cast<std::size_t>(row)] != (end += width)) return false;
      if (!std::equal(number, number + width, model.numbers())) return false;
    }
  }
  block.dense_columns.assign(model.numbers(), model.numbers() + width);
  block.tile.reserve(static_cast<std::size_t>(width * block.rows) + RowBlock<Value>::tile_padding);
  for (const auto& range : rows) {
    block.tile.insert(block.tile.end(), range.values(), range.values() + range.nonzeros());
  }
  block.tile.resize(block.tile.size() + RowBlock<Value>::tile_padding);
  return true;
}

/// By their places in the dictionary.
template <class Value>
void BlockLayout<Value>::replace_numbers(Ranges rows, std::vector<std::int64_t>& dictionary) {
  renumbered_.clear();
  for (const auto& range : rows) {
    const std::int64_t shift = std::ssize(renumbered_.value) - range.first_nonzero();
    for (std::int64_t row = range.first; row < range.last; ++row)
      renumbered_.row_end.push_back(range.rows->row_end[static_cast<std::size_t>(row)] + shift);
    renumbered_.number.insert(renumbered_.number.end(), range.numbers(), range.numbers() + range.nonzeros());
    renumbered_.value.insert(renumbered_.value.end(), range.values(), range.values() + range.nonzeros());
  }
  std::vector<std::int64_t> numbers(renumbered_.number.begin(), renumbered_.number.end());
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  dictionary.assign(numbers.begin(), numbers.end());
  for (auto& number : renumbered_.number)
    number = std::lower_bound(dictionary.begin(), dictionary.end(), number) - dictionary.begin();
}

template <class Value>
void BlockLayout<Value>::count(Ranges rows, std::int64_t largest) {
  const auto columns = static_cast<std::size_t>(largest) + 1;
  if (count_.size() < columns) {
    count_.resize(columns);
    place_.resize(columns);
  }
  // One more than there can be: every column is written down, and stays if it is new.
  in_use_.resize(std::min(columns, static_cast<std::size_t>(nonzeros_in(rows))) + 1);
  std::size_t used = 0;
  for (const auto& range : rows) {
    const std::int64_t* const number = range.numbers();
    const Value* const value = range.values();
    for (std::int64_t k = 0, end = range.nonzeros(); k < end; ++k) {
      std::uint64_t& here = count_[static_cast<std::size_t>(number[k])];
      in_use_[used] = number[k];
      used += here == 0 ? 1 : 0;
      here += 1 + (std::uint64_t{value[k] == 1} << 32);
    }
  }
  in_use_.resize(used);
}

template <class Value>
void BlockLayout<Value>::classify(BlockDraft<Value>& block) {
  valued_ = ones_ = {};
  const auto put = [&](std::int64_t column, std::int64_t nonzeros, std::int32_t where, Lists& lists) {
    place_[static_cast<std::size_t>(column)] = where;
    lists.size += static_cast<std::size_t>(nonzeros);
    lists.largest = std::max(lists.largest, column);
  };
  for (const std::int64_t column : in_use_) {
    const std::uint64_t counted = std::exchange(count_[static_cast<std::size_t>(column)], 0);
    const auto nonzeros = static_cast<std::int64_t>(counted & 0xFFFFFFFFU);
    const auto ones = static_cast<std::int64_t>(counted >> 32);
    if (2 * nonzeros > block.rows) {
      block.dense_columns.push_back(static_cast<std::int32_t>(column));
    } else if (ones == nonzeros) {
      put(column, nonzeros, among_ones, ones_);
    } else {
      put(column, nonzeros, among_valued, valued_);
    }
  }
  std::sort(block.dense_columns.begin(), block.dense_columns.end());
  for (std::size_t k = 0; k < block.dense_columns.size(); ++k)
    place_[static_cast<std::size_t>(block.dense_columns[k])] = static_cast<std::int32_t>(k);
}

template <class Value>
void BlockLayout<Value>::distribute(Ranges rows, BlockDraft<Value>& block) const {
  const bool narrow_valued = valued_.largest <= most_narrow_columns, narrow_ones = ones_.largest <= most_narrow_columns;
  if (narrow_valued && narrow_ones) return distribute_as<std::uint16_t, std::uint16_t>(rows, block);
  if (narrow_valued) return distribute_as<std::uint16_t, std::uint32_t>(rows, block);
  if (narrow_ones) return distribute_as<std::uint32_t, std::uint16_t>(rows, block);
  return distribute_as<std::uint32_t, std::uint32_t>(rows, block);
}

/// Without branches on the kind of a column, which would often be guessed wrong: every nonzero is written to the tile
/// (or a place beside it) and to both lists, whose ends move on only where it belongs.
template <class Value>
template <class ValuedColumn, class OneColumn>
void BlockLayout<Value>::distribute_as(Ranges rows, BlockDraft<Value>& block) const {
  const std::size_t width = block.dense_columns.size(), row_starts = static_cast<std::size_t>(block.rows) + 1;
  if (width > 0) block.tile.resize(static_cast<std::size_t>(block.rows) * width + RowBlock<Value>::tile_padding);
  block.value.resize(valued_.size + 1);
  auto* const valued = make_columns<ValuedColumn>(block.valued, valued_.size);
  auto* const ones = make_columns<OneColumn>(block.ones, ones_.size);
  block.valued.start.resize(row_starts);
  block.ones.start.resize(row_starts);

  Value elsewhere = 0;
  Value* tile = block.tile.data();
  Value* const value = block.value.data();
  std::uint32_t *valued_end = block.valued.start.data(), *ones_end = block.ones.start.data();
  std::uint32_t in_valued = 0, in_ones = 0;
  for (const auto& [flat, first, last] : rows) {
    std::int64_t k = flat->row_start(first);
    for (std::int64_t row = first; row < last; ++row, tile += width) {
      const std::int64_t end = flat->row_end[static_cast<std::size_t>(row)];
      for (; k < end; ++k) {
        const std::int64_t column = flat->number[static_cast<std::size_t>(k)];
        const Value x = flat->value[static_cast<std::size_t>(k)];
        const std::int32_t place = place_[static_cast<std::size_t>(column)];
        *(place >= 0 ? tile + place : &elsewhere) = x;
        ones[in_ones] = static_cast<OneColumn>(column);
        in_ones += place == among_ones ? 1 : 0;
        valued[in_valued] = static_cast<ValuedColumn>(column);
        value[in_valued] = x;
        in_valued += place == among_valued ? 1 : 0;
      }
      *++valued_end = in_valued;
      *++ones_end = in_ones;
    }
  }
  block.value.pop_back();
  if (valued_.size == 0) block.value = {};
  trim(block.valued, valued_.size);
  trim(block.ones, ones_.size);
}

template class BlockLayout<float>;
template class BlockLayout<double>;

}  // namespace smsvm
