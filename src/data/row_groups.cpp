#include "data/row_groups.hpp"

#include <algorithm>
#include <utility>

#include "data/block_size.hpp"
#include "data/row_dealing.hpp"

namespace smsvm {
namespace {

/// Each row by itself.
template <class Value>
std::vector<RowRange<Value>> singled_out(const std::vector<RowRange<Value>>& ranges) {
  std::vector<RowRange<Value>> rows;
  for (const auto& range : ranges)
    for (std::int64_t row = range.first; row < range.last; ++row) rows.push_back({range.rows, row, row + 1});
  return rows;
}

}  // namespace

template <class Value>
std::vector<typename RowGroups<Value>::Ranges> RowGroups<Value>::take(std::span<FlatRows<Value>> pieces) {
  std::vector<Ranges> blocks;
  for (FlatRows<Value>& piece : pieces) {
    pieces_.push_back(std::move(piece));
    piece = {};
    if (!spare_.empty()) {
      piece = std::move(spare_.back());
      spare_.pop_back();
    }
    add(pieces_.back(), blocks);
  }
  return blocks;
}

template <class Value>
void RowGroups<Value>::add(const FlatRows<Value>& piece, std::vector<Ranges>& blocks) {
  for (std::int64_t first = 0; first < piece.rows();) {
    const auto reaches = piece.row_start(first) + enough_group_values - values_;
    const auto row_that_does = std::lower_bound(piece.row_end.begin() + first, piece.row_end.end(), reaches);
    const auto last = std::min(first + most_group_rows - rows_, row_that_does - piece.row_end.begin() + 1);
    const RowRange<Value> range{&piece, first, std::min(last, piece.rows())};
    group_.push_back(range);
    rows_ += range.size();
    values_ += range.nonzeros();
    first = range.last;
    if (rows_ >= most_group_rows || values_ >= enough_group_values) finish_group(blocks);
  }
}

template <class Value>
void RowGroups<Value>::finish_group(std::vector<Ranges>& blocks) {
  const DealtGroup dealt(rows_before_, rows_);
  const Ranges source = singled_out(group_);
  auto sample_end = dealt.sample_end.begin();
  Ranges block;
  std::int64_t rows = 0, values = 0;  // in the block
  for (std::int64_t position = 0; position < rows_; ++position) {
    const RowRange<Value>& row = source[dealt.row[static_cast<std::size_t>(position)]];
    if (!block.empty() && block.back().rows == row.rows && block.back().last == row.first) {
      block.back().last = row.last;
    } else {
      block.push_back(row);
    }
    ++rows;
    values += row.nonzeros();
    while (sample_end != dealt.sample_end.end() && *sample_end <= position) ++sample_end;
    const bool ends_sample = sample_end != dealt.sample_end.end() && *sample_end == position + 1;
    if (!ends_sample && rows < most_block_rows && values < enough_block_values) continue;
    blocks.push_back(std::exchange(block, {}));
    rows = values = 0;
  }
  if (!block.empty()) blocks.push_back(std::move(block));
  group_rows_.push_back(rows_);
  rows_before_ += rows_;
  rows_ = values_ = 0;
  group_.clear();
}

template <class Value>
std::vector<typename RowGroups<Value>::Ranges> RowGroups<Value>::take_rest() {
  std::vector<Ranges> blocks;
  if (rows_ > 0) finish_group(blocks);
  return blocks;
}

template <class Value>
void RowGroups<Value>::settle() {
  const FlatRows<Value>* const needed = group_.empty() ? nullptr : group_.front().rows;
  while (!pieces_.empty() && &pieces_.front() != needed) {
    pieces_.front().clear();
    spare_.push_back(std::move(pieces_.front()));
    pieces_.pop_front();
  }
}

template class RowGroups<float>;
template class RowGroups<double>;

}  // namespace smsvm
