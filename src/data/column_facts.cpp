#include "data/column_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mutex>
#include <utility>

#include "data/row_access.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

void add_range(ColumnFacts& facts, std::size_t column, double least, double greatest) {
  if (facts.nonzeros[column] == 0) {
    facts.least[column] = least;
    facts.greatest[column] = greatest;
  } else {
    facts.least[column] = std::min(facts.least[column], least);
    facts.greatest[column] = std::max(facts.greatest[column], greatest);
  }
}

/// A sum of floats may be off by some hundred-thousandths: so the mean is taken a little larger. Where the sum
/// overflows, it is the largest number.
void add_mean(ColumnFacts& facts, std::size_t column, double sum, std::int64_t rows) {
  constexpr double a_little_more = 1.0001, largest = std::numeric_limits<double>::max();
  const double mean = std::min(largest, a_little_more * sum / static_cast<double>(rows));
  facts.mean[column] = std::max(facts.mean[column], mean);
}

/// Some rows of the tile at a time, as one long row: whatever its width, the loop over it becomes vector code.
template <class Value>
void look_at_tile(const RowBlock<Value>& block, ColumnFacts& facts) {
  constexpr std::size_t together = 16;
  constexpr Value infinity = std::numeric_limits<Value>::infinity();
  const std::size_t width = block.dense_columns.size(), length = together * width;
  std::vector<Value> least(length, infinity), greatest(length, -infinity), nonzeros(length, 0), sizes(length, 0);
  const Value* at = block.tile.data();
  const auto look = [&](std::size_t count) {
    const Value* __restrict__ const value = at;
    Value* __restrict__ const low = least.data(), * __restrict__ const high = greatest.data();
    Value* __restrict__ const size = sizes.data(), * __restrict__ const number = nonzeros.data();
    for (std::size_t k = 0; k < count; ++k) {
      const bool counts = value[k] != 0;
      const Value if_low = counts ? value[k] : infinity, if_high = counts ? value[k] : -infinity;
      low[k] = low[k] < if_low ? low[k] : if_low;
      high[k] = high[k] > if_high ? high[k] : if_high;
      size[k] += std::abs(value[k]);
      number[k] += counts ? Value{1} : Value{0};  // whole numbers, far below where a float would lose one
    }
    at += count;
  };
  const auto rows = static_cast<std::size_t>(block.rows);
  for (std::size_t row = 0; row + together <= rows; row += together) look(length);
  look(rows % together * width);
  for (std::size_t k = 0; k < length; ++k) {
    if (nonzeros[k] == 0) continue;
    const auto column = static_cast<std::size_t>(block.dense_columns[k % width]);
    add_range(facts, column, static_cast<double>(least[k]), static_cast<double>(greatest[k]));
    facts.nonzeros[column] += static_cast<std::int64_t>(nonzeros[k]);
  }
  for (std::size_t k = 0; k < width; ++k) {
    double sum = 0;
    for (std::size_t row = 0; row < together; ++row) sum += static_cast<double>(sizes[row * width + k]);
    add_mean(facts, static_cast<std::size_t>(block.dense_columns[k]), sum, block.rows);
  }
}

/// `sum`: as long as there are columns, all zero before and after.
template <class Value>
void look_at_lists(const RowBlock<Value>& block, ColumnFacts& facts, std::vector<double>& sum) {
  const auto look = [&](std::size_t column, double value) {
    ++facts.listed[column];
    if (value == 0) return;
    add_range(facts, column, value, value);
    ++facts.nonzeros[column];
    sum[column] += std::abs(value);
  };
  const auto look_at_sums = [&](const auto* columns, std::size_t size) {
    for (std::size_t k = 0; k < size; ++k) {
      const auto column = static_cast<std::size_t>(columns[k]);
      add_mean(facts, column, std::exchange(sum[column], 0.0), block.rows);
    }
  };
  with_columns(block.valued, [&](const auto* columns) {
    for (std::size_t k = 0; k < block.value.size(); ++k)
      look(static_cast<std::size_t>(columns[k]), static_cast<double>(block.value[k]));
    look_at_sums(columns, block.value.size());
  });
  with_columns(block.ones, [&](const auto* columns) {  // there may be very many: they are only counted one by one
    for (std::size_t k = 0; k < block.ones.size(); ++k) ++sum[static_cast<std::size_t>(columns[k])];
    for (std::size_t k = 0; k < block.ones.size(); ++k) {
      const auto column = static_cast<std::size_t>(columns[k]);
      if (sum[column] == 0) continue;
      const double count = std::exchange(sum[column], 0.0);
      add_range(facts, column, 1, 1);
      facts.listed[column] += static_cast<std::int64_t>(count);
      facts.nonzeros[column] += static_cast<std::int64_t>(count);
      add_mean(facts, column, count, block.rows);
    }
  });
}

/// One more than the last column of the block.
template <class Value>
std::int64_t columns_in(const RowBlock<Value>& block) {
  std::int64_t last = block.dense_columns.empty() ? -1 : std::int64_t{block.dense_columns.back()};
  for (const ColumnLists* const lists : {&block.valued, &block.ones}) {
    with_columns(*lists, [&](const auto* columns) {
      for (std::size_t k = 0; k < lists->size(); ++k) last = std::max(last, static_cast<std::int64_t>(columns[k]));
    });
  }
  return last + 1;
}

template <class Value>
ColumnFacts look_at_all(const BlockedRows<Value>& rows, std::int64_t features, int threads) {
  ColumnFacts all;
  all.resize(features);
  const std::int64_t blocks = std::ssize(rows.blocks);
  // Each task has tables of its own, as long as there are features: so it must have more to do than to fill them in.
  const std::int64_t tasks = std::clamp<std::int64_t>(blocks / (4 + features / 65536), 1, 16);
  std::mutex mutex;
  ThreadPool(tasks > 1 ? threads : 1).for_each(tasks, [&](std::int64_t task) {
    ColumnFacts mine;
    mine.resize(features);
    std::vector<double> sum(static_cast<std::size_t>(features));
    const std::int64_t first = task * blocks / tasks, last = (task + 1) * blocks / tasks;
    mine.blocks = last - first;
    for (std::int64_t k = first; k < last; ++k) {
      look_at_tile(rows.blocks[static_cast<std::size_t>(k)], mine);
      look_at_lists(rows.blocks[static_cast<std::size_t>(k)], mine, sum);
    }
    const std::lock_guard lock(mutex);
    add_facts(all, mine);
  });
  return all;
}

}  // namespace

template <class Value>
void look_at(const RowBlock<Value>& block, ColumnFacts& facts, std::vector<double>& scratch) {
  facts.resize(std::max(facts.size(), columns_in(block)));
  look_at_tile(block, facts);
  scratch.resize(static_cast<std::size_t>(facts.size()));
  look_at_lists(block, facts, scratch);
  ++facts.blocks;
}
template void look_at(const RowBlock<float>&, ColumnFacts&, std::vector<double>&);
template void look_at(const RowBlock<double>&, ColumnFacts&, std::vector<double>&);

void add_facts(ColumnFacts& sum, const ColumnFacts& part) {
  for (std::size_t j = 0; j < sum.nonzeros.size(); ++j) {
    if (part.nonzeros[j] > 0) add_range(sum, j, part.least[j], part.greatest[j]);
    sum.mean[j] = std::max(sum.mean[j], part.mean[j]);
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
