#include "data/block_builder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t most_rows = 4096;           // of a block
constexpr std::int64_t enough_nonzeros = 1 << 18;  // a block ends with the row that reaches this
constexpr std::int64_t countable = 1 << 22;        // up to this number, columns are counted in a plain array
constexpr std::uint32_t most_narrow = std::numeric_limits<std::uint16_t>::max();

/// Whether column j may be feature j + 1: not where the numbers are so large or so sparse that memory must follow the
/// features in use (Dataset::feature_ids).
bool keeps_all_features(std::int64_t width, std::int64_t nonzeros) {
  constexpr std::int64_t always_fine = 1024, per_nonzero = 4;
  return width <= std::numeric_limits<std::int32_t>::max() && (width <= always_fine || width / per_nonzero <= nonzeros);
}

struct ColumnCount {
  std::uint32_t nonzeros = 0, ones = 0;
};

void store(std::span<const std::uint32_t> columns, std::vector<std::uint32_t> start, ColumnLists& lists) {
  if (columns.empty()) return;
  lists.start = std::move(start);
  if (*std::max_element(columns.begin(), columns.end()) <= most_narrow) {
    lists.narrow.resize(columns.size());
    std::transform(columns.begin(), columns.end(), lists.narrow.begin(),
                   [](std::uint32_t column) { return static_cast<std::uint16_t>(column); });
  } else {
    lists.wide.assign(columns.begin(), columns.end());
  }
}

template <class Change>
void renumber(ColumnLists& lists, std::int64_t features, const Change& change) {
  for (auto& column : lists.narrow) column = static_cast<std::uint16_t>(change(column));
  for (auto& column : lists.wide) column = static_cast<std::uint32_t>(change(column));
  if (!lists.wide.empty() && features <= std::int64_t{most_narrow} + 1) {
    lists.narrow.assign(lists.wide.begin(), lists.wide.end());
    std::vector<std::uint32_t>().swap(lists.wide);
  }
}

void sort_and_strip(std::vector<std::int64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

template <class Value>
void FlatRows<Value>::clear() {
  row_end.clear();
  number.clear();
  value.clear();
}

/// What laying out one block needs; handed from block to block, so that memory is asked for once.
template <class Value>
struct BlockBuilder<Value>::Scratch {
  std::vector<ColumnCount> count;     // by column; all zero between blocks
  std::vector<std::uint32_t> column;  // of each nonzero of the block
  std::vector<std::int32_t> place;    // by column: position in the tile, valid for dense columns only
  std::vector<std::uint32_t> dense, valued, ones, valued_start, ones_start;
  std::vector<Value> value;

  RowBlock<Value> lay_out(std::span<const Segment> segments, std::vector<std::int64_t>& dictionary);

 private:
  std::int64_t gather_columns(std::span<const Segment> segments, std::vector<std::int64_t>& dictionary);
  void count_columns(std::span<const Segment> segments, std::int64_t rows);
  void distribute(std::span<const Segment> segments, RowBlock<Value>& block);

  bool is_dense(ColumnCount of, std::int64_t rows) const { return 2 * std::int64_t{of.nonzeros} > rows; }
};

/// Numbers that are too large to count with are replaced by their places in a dictionary of the block.
template <class Value>
std::int64_t BlockBuilder<Value>::Scratch::gather_columns(std::span<const Segment> segments,
                                                          std::vector<std::int64_t>& dictionary) {
  std::int64_t largest = -1, rows = 0, nonzeros = 0;
  for (const auto& [flat, first, last] : segments) {
    const auto begin = flat->number.begin() + flat->row_start(first),
               end = flat->number.begin() + flat->row_start(last);
    for (auto at = begin; at != end; ++at) largest = std::max(largest, *at);
    rows += last - first;
    nonzeros += end - begin;
  }
  if (largest >= countable) {
    dictionary.reserve(static_cast<std::size_t>(nonzeros));
    for (const auto& [flat, first, last] : segments) {
      dictionary.insert(dictionary.end(), flat->number.begin() + flat->row_start(first),
                        flat->number.begin() + flat->row_start(last));
    }
    sort_and_strip(dictionary);
    dictionary.shrink_to_fit();
    largest = std::ssize(dictionary) - 1;
  }
  column.resize(static_cast<std::size_t>(nonzeros));
  auto to = column.begin();
  for (const auto& [flat, first, last] : segments) {
    const auto begin = flat->number.begin() + flat->row_start(first),
               end = flat->number.begin() + flat->row_start(last);
    to = std::transform(begin, end, to, [&](std::int64_t number) {
      if (dictionary.empty()) return static_cast<std::uint32_t>(number);
      return static_cast<std::uint32_t>(std::lower_bound(dictionary.begin(), dictionary.end(), number) -
                                        dictionary.begin());
    });
  }
  if (std::ssize(count) <= largest) {
    count.resize(static_cast<std::size_t>(largest) + 1);
    place.resize(count.size());
  }
  return rows;
}

template <class Value>
void BlockBuilder<Value>::Scratch::count_columns(std::span<const Segment> segments, std::int64_t rows) {
  dense.clear();
  const auto just_dense = static_cast<std::uint32_t>(rows / 2 + 1);
  const std::uint32_t* at = column.data();
  for (const auto& [flat, first, last] : segments) {
    for (auto k = flat->row_start(first); k < flat->row_start(last); ++k, ++at) {
      ColumnCount& here = count[*at];
      here.ones += flat->value[static_cast<std::size_t>(k)] == 1;
      if (++here.nonzeros == just_dense) dense.push_back(*at);
    }
  }
  std::sort(dense.begin(), dense.end());
  for (std::size_t k = 0; k < dense.size(); ++k) place[dense[k]] = static_cast<std::int32_t>(k);
}

template <class Value>
void BlockBuilder<Value>::Scratch::distribute(std::span<const Segment> segments, RowBlock<Value>& block) {
  const std::size_t width = dense.size();
  block.tile.resize(width == 0 ? 0 : static_cast<std::size_t>(block.rows) * width + RowBlock<Value>::tile_padding);
  valued.resize(column.size());
  value.resize(column.size());
  ones.resize(column.size());
  valued_start.assign(1, 0);
  ones_start.assign(1, 0);

  std::size_t in_valued = 0, in_ones = 0;
  Value* tile = block.tile.data();
  const std::uint32_t* at = column.data();
  for (const auto& [flat, first, last] : segments) {
    for (std::int64_t row = first; row < last; ++row, tile += width) {
      const Value* x = flat->value.data() + flat->row_start(row);
      const Value* const end = flat->value.data() + flat->row_end[static_cast<std::size_t>(row)];
      for (; x != end; ++x, ++at) {
        const ColumnCount of = count[*at];
        if (is_dense(of, block.rows)) {
          tile[place[*at]] = *x;
        } else if (of.ones == of.nonzeros) {
          ones[in_ones++] = *at;
        } else {
          valued[in_valued] = *at;
          value[in_valued++] = *x;
        }
      }
      valued_start.push_back(static_cast<std::uint32_t>(in_valued));
      ones_start.push_back(static_cast<std::uint32_t>(in_ones));
    }
  }
  block.dense_columns.assign(dense.begin(), dense.end());
  block.value.assign(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(in_valued));
  store({valued.data(), in_valued}, valued_start, block.valued);
  store({ones.data(), in_ones}, ones_start, block.ones);
}

template <class Value>
RowBlock<Value> BlockBuilder<Value>::Scratch::lay_out(std::span<const Segment> segments,
                                                      std::vector<std::int64_t>& dictionary) {
  RowBlock<Value> block;
  block.rows = gather_columns(segments, dictionary);
  count_columns(segments, block.rows);
  distribute(segments, block);
  for (const std::uint32_t c : column) count[c] = {};
  return block;
}

template <class Value>
BlockBuilder<Value>::BlockBuilder(ThreadPool& pool) : pool_(pool) {}

template <class Value>
BlockBuilder<Value>::~BlockBuilder() = default;

template <class Value>
void BlockBuilder<Value>::append(std::span<const FlatRows<Value>> pieces) {
  std::vector<std::vector<Segment>> blocks(1);
  std::int64_t rows = 0, nonzeros = 0;  // of the last, unfinished one
  const auto take = [&](const FlatRows<Value>& piece) {
    std::int64_t first = 0;
    for (std::int64_t row = 0; row < piece.rows(); ++row) {
      ++rows;
      nonzeros += piece.row_end[static_cast<std::size_t>(row)] - piece.row_start(row);
      if (rows < most_rows && nonzeros < enough_nonzeros) continue;
      blocks.back().push_back({&piece, first, row + 1});
      blocks.emplace_back();
      first = row + 1;
      rows = nonzeros = 0;
    }
    if (first < piece.rows()) blocks.back().push_back({&piece, first, piece.rows()});
  };
  take(tail_);
  for (const auto& piece : pieces) take(piece);

  const std::vector<Segment> rest = std::move(blocks.back());
  blocks.pop_back();
  lay_out(blocks);

  FlatRows<Value> tail;
  for (const auto& [flat, first, last] : rest) {
    const auto from = flat->row_start(first), to = flat->row_start(last);
    const auto shift = std::ssize(tail.value) - from;
    for (std::int64_t row = first; row < last; ++row)
      tail.row_end.push_back(flat->row_end[static_cast<std::size_t>(row)] + shift);
    tail.number.insert(tail.number.end(), flat->number.begin() + from, flat->number.begin() + to);
    tail.value.insert(tail.value.end(), flat->value.begin() + from, flat->value.begin() + to);
  }
  tail_ = std::move(tail);
}

template <class Value>
void BlockBuilder<Value>::lay_out(const std::vector<std::vector<Segment>>& blocks) {
  const std::size_t before = result_.blocks.size();
  result_.blocks.resize(before + blocks.size());
  dictionary_.resize(result_.blocks.size());
  pool_.for_each(std::ssize(blocks), [&](std::int64_t k) {
    auto scratch = borrow();
    const auto at = before + static_cast<std::size_t>(k);
    result_.blocks[at] = scratch->lay_out(blocks[static_cast<std::size_t>(k)], dictionary_[at]);
    const std::lock_guard lock(mutex_);
    nonzeros_ += std::ssize(scratch->column);
    idle_.push_back(std::move(scratch));
  });
}

template <class Value>
std::unique_ptr<typename BlockBuilder<Value>::Scratch> BlockBuilder<Value>::borrow() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<Scratch>();
  auto scratch = std::move(idle_.back());
  idle_.pop_back();
  return scratch;
}

template <class Value>
void BlockBuilder<Value>::lay_out_rest(Dataset& data) {
  if (tail_.rows() > 0) lay_out({{{&tail_, 0, tail_.rows()}}});
  tail_ = {};
  idle_.clear();
  result_.first_row.assign(1, 0);
  for (const auto& block : result_.blocks) result_.first_row.push_back(result_.first_row.back() + block.rows);
  data.rows = result_.first_row.back();
}

template <class Value>
template <class Position>
void BlockBuilder<Value>::renumber_columns(std::int64_t features, const Position& position) {
  pool_.for_each(std::ssize(result_.blocks), [&](std::int64_t k) {
    auto& block = result_.blocks[static_cast<std::size_t>(k)];
    const auto& dictionary = dictionary_[static_cast<std::size_t>(k)];
    const auto place = [&](std::int64_t column) {
      return position(dictionary.empty() ? column : dictionary[static_cast<std::size_t>(column)]);
    };
    for (auto& column : block.dense_columns) column = static_cast<std::int32_t>(place(column));
    renumber(block.valued, features, place);
    renumber(block.ones, features, place);
  });
  dictionary_.clear();
}

template <class Value>
void BlockBuilder<Value>::finish(std::int64_t first_number, std::int64_t last_number, Dataset& data) {
  lay_out_rest(data);
  data.width = std::max<std::int64_t>(0, last_number - first_number + 1);
  if (keeps_all_features(data.width, nonzeros_)) {
    data.features = data.width;
    renumber_columns(data.features, [&](std::int64_t number) { return number - first_number; });
  } else {
    std::vector<std::int64_t> used = numbers_in_use();
    data.features = std::ssize(used);
    if (data.features > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorKind::bad_data, "more than 2147483647 different features");
    renumber_columns(data.features, [&](std::int64_t number) {
      return std::lower_bound(used.begin(), used.end(), number) - used.begin();
    });
    for (auto& number : used) number += 1 - first_number;
    data.feature_ids = std::move(used);
  }
  data.matrix = std::move(result_);
}

template <class Value>
void BlockBuilder<Value>::finish_positions(std::int64_t features, Dataset& data) {
  lay_out_rest(data);
  data.features = features;
  renumber_columns(features, [](std::int64_t number) { return number; });
  data.matrix = std::move(result_);
}

template <class Value>
std::vector<std::int64_t> BlockBuilder<Value>::numbers_in_use() const {
  std::vector<std::int64_t> all;
  std::size_t stripped = 0;  // so many are known to differ
  for (std::size_t k = 0; k < result_.blocks.size(); ++k) {
    const auto& block = result_.blocks[k];
    if (!dictionary_[k].empty()) {
      all.insert(all.end(), dictionary_[k].begin(), dictionary_[k].end());
    } else {
      all.insert(all.end(), block.dense_columns.begin(), block.dense_columns.end());
      for (const auto* lists : {&block.valued, &block.ones}) {
        all.insert(all.end(), lists->narrow.begin(), lists->narrow.end());
        all.insert(all.end(), lists->wide.begin(), lists->wide.end());
      }
    }
    const bool worth_it = all.size() > 2 * stripped + static_cast<std::size_t>(enough_nonzeros);
    if (!worth_it && k + 1 < result_.blocks.size()) continue;
    sort_and_strip(all);
    stripped = all.size();
  }
  return all;
}

template <class Value>
void RowStream<Value>::end_row() {
  rows_.end_row();
  if (rows_.rows() == most_rows || std::ssize(rows_.value) >= enough_nonzeros) flush();
}

template <class Value>
void RowStream<Value>::drop_row() {
  const auto kept = static_cast<std::size_t>(rows_.row_start(rows_.rows()));
  rows_.number.resize(kept);
  rows_.value.resize(kept);
}

template <class Value>
void RowStream<Value>::flush() {
  builder_.append({&rows_, 1});
  rows_.clear();
}

template <class Value>
void RowStream<Value>::finish(std::int64_t first_number, std::int64_t last_number, Dataset& data) {
  flush();
  builder_.finish(first_number, last_number, data);
}

template <class Value>
void RowStream<Value>::finish_positions(std::int64_t features, Dataset& data) {
  flush();
  builder_.finish_positions(features, data);
}

template class RowStream<float>;
template class RowStream<double>;
template struct FlatRows<float>;
template struct FlatRows<double>;
template class BlockBuilder<float>;
template class BlockBuilder<double>;

}  // namespace smsvm
