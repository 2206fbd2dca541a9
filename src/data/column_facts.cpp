#include "data/column_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>

#include "data/row_access.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

/// Some rows of the tile at a time, as one long row: whatever its width, the loop over it becomes vector code.
template <class Value>
void look_at_tile(const RowBlock<Value>& block, ColumnFacts& facts) {
  constexpr std::size_t together = 16;
  const std::size_t width = block.dense_columns.size(), length = together * width;
  if (width == 0) return;
  std::vector<Value> largest(length, 0), zeros(length, 0);
  const Value* at = block.tile.data();
  const auto look = [&](std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      largest[k] = std::max(largest[k], std::abs(at[k]));
      zeros[k] += at[k] == 0 ? Value{1} : Value{0};  // whole numbers, far below where a float would lose one
    }
    at += count;
  };
  const auto rows = static_cast<std::size_t>(block.rows);
  for (std::size_t row = 0; row + together <= rows; row += together) look(length);
  look(rows % together * width);
  for (std::size_t k = 0; k < length; ++k) {
    const auto column = static_cast<std::size_t>(block.dense_columns[k % width]);
    facts.largest[column] = std::max(facts.largest[column], static_cast<double>(largest[k]));
    facts.nonzeros[column] -= static_cast<std::int64_t>(zeros[k]);
  }
  for (const std::int32_t column : block.dense_columns) facts.nonzeros[static_cast<std::size_t>(column)] += block.rows;
}

template <class Value>
void look_at_lists(const RowBlock<Value>& block, ColumnFacts& facts) {
  with_columns(block.valued, [&](const auto* columns) {
    for (std::size_t k = 0; k < block.value.size(); ++k) {
      const auto column = static_cast<std::size_t>(columns[k]);
      const auto size = static_cast<double>(std::abs(block.value[k]));
      facts.largest[column] = std::max(facts.largest[column], size);
      facts.nonzeros[column] += size != 0 ? 1 : 0;
      ++facts.listed[column];
    }
  });
  with_columns(block.ones, [&](const auto* columns) {
    for (std::size_t k = 0; k < block.ones.size(); ++k) {
      const auto column = static_cast<std::size_t>(columns[k]);
      facts.largest[column] = std::max(facts.largest[column], 1.0);
      ++facts.nonzeros[column];
      ++facts.listed[column];
    }
  });
}

ColumnFacts nothing_seen(std::int64_t features) {
  const auto size = static_cast<std::size_t>(features);
  return {std::vector<double>(size, 0.0), std::vector<std::int64_t>(size, 0), std::vector<std::int64_t>(size, 0)};
}

template <class Value>
ColumnFacts look_at_all(const BlockedRows<Value>& rows, std::int64_t features, int threads) {
  ColumnFacts all = nothing_seen(features);
  const std::int64_t blocks = std::ssize(rows.blocks);
  // Each task has tables of its own, as long as there are features: so it must have more to do than to fill them in.
  const std::int64_t tasks = std::clamp<std::int64_t>(blocks / (4 + features / 65536), 1, 16);
  std::mutex mutex;
  ThreadPool(tasks > 1 ? threads : 1).for_each(tasks, [&](std::int64_t task) {
    ColumnFacts mine = nothing_seen(features);
    const std::int64_t first = task * blocks / tasks, last = (task + 1) * blocks / tasks;
    mine.blocks = last - first;
    for (std::int64_t k = first; k < last; ++k) {
      look_at_tile(rows.blocks[static_cast<std::size_t>(k)], mine);
      look_at_lists(rows.blocks[static_cast<std::size_t>(k)], mine);
    }
    const std::lock_guard lock(mutex);
    add_facts(all, mine);
  });
  return all;
}

}  // namespace

void add_facts(ColumnFacts& sum, const ColumnFacts& part) {
  for (std::size_t j = 0; j < sum.largest.size(); ++j) {
    sum.largest[j] = std::max(sum.largest[j], part.largest[j]);
    sum.nonzeros[j] += part.nonzeros[j];
    sum.listed[j] += part.listed[j];
  }
  sum.blocks += part.blocks;
}

std::shared_ptr<const ColumnFacts> column_facts(const Dataset& data, int threads) {
  if (data.known_columns) return data.known_columns;
  return std::visit(
      [&](const auto& rows) { return std::make_shared<const ColumnFacts>(look_at_all(rows, data.features, threads)); },
      data.all_rows());
}

}  // namespace smsvm
