#include "cpu/shards.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "data/row_access.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t row_work = 4;  // a row costs this many nonzeros besides its own

template <class Value>
std::int64_t work_of(const RowBlock<Value>& block, std::span<const std::uint32_t> position) {
  std::int64_t work = std::ssize(position) * row_work;
  if (std::ssize(position) == block.rows) {
    work += block.rows * std::ssize(block.dense_columns);
    for (const auto* lists : {&block.valued, &block.ones})
      work += lists->start.empty() ? 0 : lists->start[position.size()];
    return work;
  }
  for (const std::uint32_t row : position) work += stored_values(RowView<Value>{&block, row});
  return work;
}

/// The positions, in each block, of the rows that are chosen.
template <class Value>
std::vector<std::vector<std::uint32_t>> chosen_in(const BlockedRows<Value>& matrix, const Shards::Choice& choice,
                                                  ThreadPool& pool) {
  std::vector<std::vector<std::uint32_t>> chosen(matrix.blocks.size());
  pool.for_each(std::ssize(chosen), [&](std::int64_t k) {
    const auto b = static_cast<std::size_t>(k);
    const std::int64_t rows_of_block = matrix.blocks[b].rows;
    auto& rows = chosen[b];
    rows.resize(static_cast<std::size_t>(rows_of_block));
    std::size_t count = 0;
    for (std::int64_t row = 0; row < rows_of_block; ++row) {
      rows[count] = static_cast<std::uint32_t>(row);
      count += choice(matrix.first_row[b] + row);
    }
    rows.resize(count);
    rows.shrink_to_fit();
  });
  return chosen;
}

template <class Value>
std::size_t most_rows_of_a_block(const BlockedRows<Value>& matrix) {
  std::int64_t most = 0;
  for (const auto& block : matrix.blocks) most = std::max(most, block.rows);
  return static_cast<std::size_t>(most);
}

}  // namespace

Shards::Shards(const Dataset& data, const Choice& choice, ThreadPool& pool) {
  const auto choose = [&](const auto& matrix) {
    std::vector<std::vector<std::uint32_t>> chosen;
    if (choice) {
      chosen = chosen_in(matrix, choice, pool);
      for (const auto& rows : chosen) position_.insert(position_.end(), rows.begin(), rows.end());
    } else {  // all blocks share one list
      position_.resize(most_rows_of_a_block(matrix));
      std::iota(position_.begin(), position_.end(), 0U);
    }
    std::size_t from = 0;
    for (std::size_t b = 0; b < matrix.blocks.size(); ++b) {
      const std::size_t rows = choice ? chosen[b].size() : static_cast<std::size_t>(matrix.blocks[b].rows);
      if (rows == 0) continue;
      runs_.push_back({b, matrix.first_row[b], from, rows});
      work_.push_back({static_cast<std::int64_t>(rows),
                       work_of(matrix.blocks[b], std::span<const std::uint32_t>(position_).subspan(from, rows))});
      if (choice) from += rows;
    }
  };
  std::visit(choose, data.matrix);
}

void Shards::cut(const request::Cut& how) {
  if (how.takes_first_row) {
    position_.assign(1, 0);
    runs_ = {{0, 0, 0, 1}};
    work_ = {{1, 1}};
  }
  ChunkCutter cutter = how.cutter;
  chunks_everywhere_ = how.chunks_everywhere;
  ends_elsewhere_ = how.ends_elsewhere;
  chunk_start_.clear();
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    const Run& run = runs_[k];
    rows_ += static_cast<std::int64_t>(run.rows);
    cutter.cut(work_[k].rows, work_[k].work, [&](std::int64_t from, std::int64_t to, bool begins) {
      if (chunk_start_.empty()) {
        first_chunk_ = cutter.begun - 1;
        begins_elsewhere_ = !begins;
      }
      if (begins || chunk_start_.empty()) chunk_start_.push_back(parts_.size());
      const auto before = static_cast<std::size_t>(from);
      const auto rows =
          std::span<const std::uint32_t>(position_).subspan(run.from + before, static_cast<std::size_t>(to - from));
      parts_.push_back({run.block, run.first_row, rows, before});
    });
  }
  chunk_start_.push_back(parts_.size());
  runs_.clear();
  runs_.shrink_to_fit();
}

}  // namespace smsvm
