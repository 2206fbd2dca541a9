#pragma once

#include <algorithm>
#include <cstdint>

#include "cpu/loss_kernels.hpp"
#include "kernels/fetch.hpp"
#include "kernels/row_kernels.hpp"
#include "kernels/simd.hpp"

namespace smsvm {

/// So many rows are taken through a sweep together: few enough that they and the next ones stay in the nearest cache,
/// enough to be worth the calls. Depends on the block alone.
template <class Value>
std::size_t rows_together(const RowBlock<Value>& block) {
  constexpr std::size_t nearest_cache = 16 * 1024, fewest = 16;
  const std::size_t bytes = (block.tile.size() + block.value.size()) * sizeof(Value) +
                            (block.valued.narrow.size() + block.ones.narrow.size()) * sizeof(std::uint16_t) +
                            (block.valued.wide.size() + block.ones.wide.size()) * sizeof(std::uint32_t) +
                            (block.valued.widest.size() + block.ones.widest.size()) * sizeof(std::int64_t);
  const std::size_t fit = nearest_cache * static_cast<std::size_t>(block.rows) / std::max<std::size_t>(bytes, 1);
  return std::clamp(fit / lane_count * lane_count, fewest, LossBatch::most_rows);
}

/// Rows that are taken through a sweep together, and those that will be next.
struct RowBatch {
  BlockRows rows, next;
};

template <class Visit>
void for_each_batch(BlockRows rows, std::size_t together, const Visit& visit) {
  for (std::size_t from = 0; from < rows.size(); from += together) {
    const BlockRows rest = rows.subspan(from);
    const BlockRows now = rest.first(std::min(together, rest.size()));
    const BlockRows after = rest.subspan(now.size());
    visit(RowBatch{now, after.first(std::min(together, after.size()))});
  }
}

/// Where the tile holds what is wanted next. The first half of it is fetched while scores are computed, the rest while
/// the moments of one class and of the other are: so memory is busy all the time. Rows that do not stand one after
/// another are fetched by fetch_scattered(); then this points to what is at hand anyway.
template <class Value>
const Value* wanted_next(const RowBlock<Value>& block, const RowBatch& batch, std::size_t quarters) {
  const std::size_t width = block.dense_columns.size();
  if (batch.next.empty() || !are_consecutive(batch.next)) return block.tile.data() + batch.rows.front() * width;
  return block.tile.data() + (batch.next.front() + batch.next.size() * quarters / 4) * width;
}

template <class Value>
void fetch_scattered(const RowBlock<Value>& block, BlockRows rows) {
  const std::size_t width = block.dense_columns.size();
  constexpr std::size_t line = 64 / sizeof(Value);
  if (width == 0 || rows.empty() || are_consecutive(rows)) return;
  for (const std::uint32_t row : rows) {
    const Address begin = address_of(block.tile.data() + row * width);
    for (std::size_t j = 0; j < width + line; j += line) fetch_to_read<2>(begin + j * sizeof(Value));
  }
}

}  // namespace smsvm
