#include "pass/shards.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "data/random_stream.hpp"
#include "data/row_access.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t most_chunks = 256;
constexpr std::int64_t least_work = 1 << 16;  // nonzeros per chunk, so that handing out chunks costs nothing
constexpr std::int64_t row_work = 4;          // a row costs this many nonzeros besides its own

/// A fixed, well mixed 64-bit hash of the row's number: decides the levels the row belongs to.
std::uint64_t mix(std::uint64_t x) { return mix_bits(x + 0x9E3779B97F4A7C15ULL); }

/// Which rows are in use, as a rule.
struct Sample {
  std::uint64_t salt, below;
  Sample(std::uint64_t seed, int level) : salt(mix(seed)), below(~std::uint64_t{0} >> (2 * level)) {}
  bool has(std::int64_t row) const { return mix(static_cast<std::uint64_t>(row) ^ salt) <= below; }
};

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

}  // namespace

Shards::Shards(const Dataset& data, std::uint64_t seed, int level, ThreadPool& pool) {
  const auto lay_out = [&](const auto& matrix) {
    std::vector<std::vector<std::uint32_t>> chosen(level == 0 ? 0 : matrix.blocks.size());
    if (level == 0) {  // all parts share one list
      std::int64_t most = 0;
      for (const auto& block : matrix.blocks) most = std::max(most, block.rows);
      position_.resize(static_cast<std::size_t>(most));
      std::iota(position_.begin(), position_.end(), 0U);
    } else {
      const Sample sample(seed, level);
      pool.for_each(std::ssize(chosen), [&](std::int64_t k) {
        const auto b = static_cast<std::size_t>(k);
        std::vector<std::uint32_t>& rows = chosen[b];
        rows.resize(static_cast<std::size_t>(matrix.blocks[b].rows));
        std::size_t count = 0;
        for (std::int64_t row = 0; row < matrix.blocks[b].rows; ++row) {
          rows[count] = static_cast<std::uint32_t>(row);
          count += sample.has(matrix.first_row[b] + row);
        }
        rows.resize(count);
        rows.shrink_to_fit();
      });
      const auto nothing = [](const auto& rows) { return rows.empty(); };
      if (std::all_of(chosen.begin(), chosen.end(), nothing)) chosen.front().push_back(0);
      for (const auto& rows : chosen) position_.insert(position_.end(), rows.begin(), rows.end());
    }

    std::vector<BlockPart> whole;
    std::vector<std::int64_t> work_of_whole;
    const auto add_block = [&](std::size_t block, std::span<const std::uint32_t> position) {
      whole.push_back({block, matrix.first_row[block], position});
      work_of_whole.push_back(work_of(matrix.blocks[block], position));
    };
    const std::span<const std::uint32_t> all = position_;
    if (level == 0) {
      for (std::size_t b = 0; b < matrix.blocks.size(); ++b)
        add_block(b, all.first(static_cast<std::size_t>(matrix.blocks[b].rows)));
    } else {
      std::size_t from = 0;
      for (std::size_t b = 0; b < chosen.size(); ++b) {
        if (!chosen[b].empty()) add_block(b, all.subspan(from, chosen[b].size()));
        from += chosen[b].size();
      }
    }

    // A chunk's partial sums are as long as the number of features: it should bring enough work to be worth them.
    const std::int64_t total = std::accumulate(work_of_whole.begin(), work_of_whole.end(), std::int64_t{0});
    const std::int64_t chunks =
        std::clamp<std::int64_t>(total / std::max(least_work, 8 * data.features), 1, most_chunks);
    // Where blocks are fewer than that, each is cut into a few parts: three blocks for two threads would be two to one.
    const auto blocks = std::max<std::int64_t>(std::ssize(whole), 1);
    const auto pieces = static_cast<std::size_t>((chunks + blocks - 1) / blocks);
    std::vector<std::int64_t> work;
    for (std::size_t k = 0; k < whole.size(); ++k) {
      const auto& [block, first_row, position] = whole[k];
      rows_ += std::ssize(position);
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t from = position.size() * piece / pieces, to = position.size() * (piece + 1) / pieces;
        if (from == to) continue;
        parts_.push_back({block, first_row, position.subspan(from, to - from)});
        work.push_back(work_of_whole[k] / static_cast<std::int64_t>(pieces));
      }
    }
    // A part belongs to the chunk that its middle falls into, were the work cut evenly.
    std::int64_t done = 0, last_chunk = -1;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const std::int64_t chunk = (done + work[k] / 2) * chunks / std::max<std::int64_t>(total, 1);
      if (chunk != last_chunk) chunk_start_.push_back(k);
      last_chunk = chunk;
      done += work[k];
    }
    chunk_start_.push_back(parts_.size());
  };
  std::visit(lay_out, data.matrix);
}

}  // namespace smsvm
