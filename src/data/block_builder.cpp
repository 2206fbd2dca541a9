#include "data/block_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "data/block_size.hpp"
#include "distributed/collectives.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::uint32_t largest_narrow_index = std::numeric_limits<std::uint16_t>::max();

/// `grow`: whether the new numbers may be larger than the old ones. Narrow if all that the lists hold is.
template <class Change>
void renumber(ListsDraft& lists, bool grow, const Change& change) {
  if (grow && !lists.narrow.empty()) {
    lists.wide.assign(lists.narrow.begin(), lists.narrow.end());
    std::vector<std::uint16_t>().swap(lists.narrow);
  }
  for (auto& column : lists.narrow) column = static_cast<std::uint16_t>(change(column));
  std::uint32_t largest = 0;
  for (auto& column : lists.wide) {
    column = static_cast<std::uint32_t>(change(column));
    largest = std::max(largest, column);
  }
  if (!lists.wide.empty() && largest <= largest_narrow_index) {
    lists.narrow.assign(lists.wide.begin(), lists.wide.end());
    std::vector<std::uint32_t>().swap(lists.wide);
  }
}

template <class Value, class Change>
void renumber(BlockDraft<Value>& block, bool grow, const Change& change) {
  for (auto& column : block.dense_columns) column = static_cast<std::int32_t>(change(column));
  renumber(block.valued, grow, change);
  renumber(block.ones, grow, change);
}

void sort_and_strip(std::vector<std::int64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

bool keeps_all_features(std::int64_t width, std::int64_t nonzeros) {
  constexpr std::int64_t always_fine = 1024, per_nonzero = 4;
  return width <= std::numeric_limits<std::int32_t>::max() &&
         (width <= always_fine || (width - 1) / per_nonzero < nonzeros);
}

template <class Value>
void BlockBuilder<Value>::append(std::span<FlatRows<Value>> pieces) {
  prepare(pieces);
  pool_.for_each(prepared(), [&](std::int64_t k) { lay_out(k); });
  settle();
}

template <class Value>
void BlockBuilder<Value>::prepare(std::span<FlatRows<Value>> pieces) {
  prepared_ = sink_ != nullptr ? groups_.take(pieces) : blocks_in(pieces);
  make_room();
}

/// What is left after the last of them is the next tail.
template <class Value>
std::vector<typename BlockBuilder<Value>::Ranges> BlockBuilder<Value>::blocks_in(std::span<FlatRows<Value>> pieces) {
  std::vector<Ranges> blocks(1);
  std::int64_t rows = rows_since_multiple_, nonzeros = 0;  // up to and in the last, unfinished one
  const auto take = [&](const FlatRows<Value>& piece) {
    for (std::int64_t first = 0; first < piece.rows();) {
      const auto reaches = piece.row_start(first) + enough_block_values - nonzeros;
      const auto row_that_does = std::lower_bound(piece.row_end.begin() + first, piece.row_end.end(), reaches);
      const auto last = std::min(first + most_block_rows - rows, row_that_does - piece.row_end.begin() + 1);
      const RowRange<Value> range{&piece, first, std::min(last, piece.rows())};
      blocks.back().push_back(range);
      rows += range.size();
      nonzeros += range.nonzeros();
      first = range.last;
      if (rows < most_block_rows && nonzeros < enough_block_values) continue;
      blocks.emplace_back();
      rows %= most_block_rows;
      nonzeros = 0;
      rows_since_multiple_ = rows;
    }
  };
  take(tail_);
  for (const auto& piece : pieces) take(piece);

  keep(blocks.back());
  blocks.pop_back();
  return blocks;
}

template <class Value>
void BlockBuilder<Value>::make_room() {
  drafts_.resize(drafts_.size() + prepared_.size());
  dictionary_.resize(drafts_.size());
}

template <class Value>
void BlockBuilder<Value>::settle() {
  prepared_.clear();
  std::swap(tail_, next_tail_);
  if (sink_ == nullptr) return;
  groups_.settle();
  hand_over();
}

template <class Value>
void BlockBuilder<Value>::hand_over() {
  for (std::size_t k = 0; k < drafts_.size(); ++k) {
    has_dictionaries_ |= !dictionary_[k].empty();
    rows_handed_over_ += drafts_[k].rows;
    sink_->put(drafts_[k], dictionary_[k]);
  }
  drafts_.clear();
  dictionary_.clear();
}

/// As the next tail; the tail may itself be part of the rest.
template <class Value>
void BlockBuilder<Value>::keep(const Ranges& rest) {
  FlatRows<Value>& tail = next_tail_;
  std::size_t nonzeros = 0;
  for (const auto& range : rest) nonzeros += static_cast<std::size_t>(range.nonzeros());
  tail.clear();
  tail.number.reserve(nonzeros);
  tail.value.reserve(nonzeros);
  for (const auto& range : rest) {
    const auto shift = std::ssize(tail.value) - range.first_nonzero();
    for (std::int64_t row = range.first; row < range.last; ++row)
      tail.row_end.push_back(range.rows->row_end[static_cast<std::size_t>(row)] + shift);
    tail.number.insert(tail.number.end(), range.numbers(), range.numbers() + range.nonzeros());
    tail.value.insert(tail.value.end(), range.values(), range.values() + range.nonzeros());
  }
}

template <class Value>
void BlockBuilder<Value>::lay_out(std::int64_t k) {
  auto layout = borrow();
  const auto at = drafts_.size() - prepared_.size() + static_cast<std::size_t>(k);
  const Ranges& rows = prepared_[static_cast<std::size_t>(k)];
  drafts_[at] = layout->lay_out(rows, dictionary_[at]);
  if (shift_ != 0 && dictionary_[at].empty())
    renumber(drafts_[at], false, [this](std::int64_t number) { return number - shift_; });
  const std::lock_guard lock(mutex_);
  for (const auto& range : rows) nonzeros_ += range.nonzeros();
  idle_.push_back(std::move(layout));
}

template <class Value>
std::unique_ptr<BlockLayout<Value>> BlockBuilder<Value>::borrow() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return std::make_unique<BlockLayout<Value>>();
  auto layout = std::move(idle_.back());
  idle_.pop_back();
  return layout;
}

template <class Value>
void BlockBuilder<Value>::lay_out_rest() {
  if (sink_ != nullptr) {
    prepared_ = groups_.take_rest();
  } else if (tail_.rows() > 0) {
    prepared_ = {{{&tail_, 0, tail_.rows()}}};
  }
  make_room();
  pool_.for_each(prepared(), [&](std::int64_t k) { lay_out(k); });
  settle();
  tail_ = next_tail_ = {};
  idle_.clear();
}

template <class Value>
template <class Position>
void BlockBuilder<Value>::renumber_columns(const Position& position) {
  const auto change = [&](BlockDraft<Value>& block, const Dictionary& dictionary) {
    renumber(block, !dictionary.empty(), [&](std::int64_t column) {
      return position(dictionary.empty() ? column + shift_ : dictionary[static_cast<std::size_t>(column)]);
    });
  };
  if (sink_ != nullptr) return sink_->change(change);
  pool_.for_each(std::ssize(drafts_), [&](std::int64_t k) {
    change(drafts_[static_cast<std::size_t>(k)], dictionary_[static_cast<std::size_t>(k)]);
  });
  dictionary_.clear();
}

template <class Value>
void BlockBuilder<Value>::put_blocks(Dataset& data) {
  BlockedRows<Value> matrix;
  matrix.first_row.push_back(0);
  matrix.blocks.reserve(drafts_.size());
  for (auto& draft : drafts_) {
    matrix.blocks.push_back(finished(std::move(draft)));
    matrix.first_row.push_back(matrix.first_row.back() + matrix.blocks.back().rows);
  }
  drafts_.clear();
  data.rows = matrix.first_row.back() + rows_handed_over_;
  if (sink_ != nullptr) sink_->note_groups(groups_.group_rows());
  data.matrix = std::move(matrix);
}

template <class Value>
void BlockBuilder<Value>::finish(std::int64_t first_number, std::int64_t last_number, Dataset& data,
                                 Communicator* ranks) {
  lay_out_rest();
  std::int64_t nonzeros = nonzeros_;
  if (ranks != nullptr) {
    const auto of_rank = gather_numbers(*ranks, nonzeros_);
    nonzeros = std::accumulate(of_rank.begin(), of_rank.end(), std::int64_t{0});
  }
  data.width = std::max<std::int64_t>(0, last_number - first_number + 1);
  if (keeps_all_features(data.width, nonzeros)) {
    data.features = data.width;
    const bool as_expected = sink_ != nullptr && first_number == shift_ && !has_dictionaries_;
    if (!as_expected) renumber_columns([&](std::int64_t number) { return number - first_number; });
  } else {
    std::vector<std::int64_t> used = numbers_in_use(ranks);
    data.features = std::ssize(used);
    if (data.features > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorKind::bad_data, "more than 2147483647 different features");
    renumber_columns(
        [&](std::int64_t number) { return std::lower_bound(used.begin(), used.end(), number) - used.begin(); });
    for (auto& number : used) number += 1 - first_number;
    data.feature_ids = std::move(used);
  }
  put_blocks(data);
}

template <class Value>
void BlockBuilder<Value>::finish_positions(std::int64_t features, Dataset& data) {
  lay_out_rest();
  data.features = features;
  if (sink_ == nullptr || has_dictionaries_) renumber_columns([](std::int64_t number) { return number; });
  put_blocks(data);
}

template <class Value>
std::vector<std::int64_t> BlockBuilder<Value>::numbers_in_use(Communicator* ranks) const {
  std::vector<std::int64_t> all;
  std::size_t stripped = 0;  // so many are known to differ
  const auto add = [&](const BlockDraft<Value>& block, const Dictionary& dictionary) {
    if (!dictionary.empty()) {
      all.insert(all.end(), dictionary.begin(), dictionary.end());
    } else {
      const auto add_all = [&](const auto& columns) {
        for (const auto column : columns) all.push_back(std::int64_t{column} + shift_);
      };
      add_all(block.dense_columns);
      for (const auto* lists : {&block.valued, &block.ones}) {
        add_all(lists->narrow);
        add_all(lists->wide);
      }
    }
    if (all.size() <= 2 * stripped + static_cast<std::size_t>(enough_block_values)) return;
    sort_and_strip(all);
    stripped = all.size();
  };
  if (sink_ != nullptr) {
    sink_->visit(add);
  } else {
    for (std::size_t k = 0; k < drafts_.size(); ++k) add(drafts_[k], dictionary_[k]);
  }
  sort_and_strip(all);
  if (ranks == nullptr) return all;
  all = gather_rows(*ranks, all);
  sort_and_strip(all);
  return MessageReader(broadcast(*ranks, Message().add_all(all).take())).take_all<std::int64_t>();
}

template <class Value>
void RowStream<Value>::end_row() {
  rows_.end_row();
  if (rows_.rows() == most_block_rows || std::ssize(rows_.value) >= enough_block_values) flush();
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
template class BlockBuilder<float>;
template class BlockBuilder<double>;

}  // namespace smsvm
