#include "pass/shards.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "data/in_order.hpp"
#include "data/row_access.hpp"
#include "data/row_sample.hpp"
#include "distributed/collectives.hpp"

namespace smsvm {
namespace {

constexpr std::int64_t most_chunks = 256;    // enough for the threads of one machine
constexpr std::int64_t most_work = 1 << 24;  // nonzeros per chunk where data are so large that many machines share them
constexpr std::int64_t least_work = 1 << 16;  // nonzeros per chunk, so that handing out chunks costs nothing
constexpr std::int64_t row_work = 4;          // a row costs this many nonzeros besides its own

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

/// What the rule that cuts chunks must know of the rows in use of a block.
struct BlockShare {
  std::int64_t rows = 0, work = 0;
};

/// Of all blocks with rows in use, by rank.
std::vector<std::vector<BlockShare>> shares_everywhere(const std::vector<BlockShare>& mine, const RankRows& here) {
  if (here.ranks == nullptr) return {mine};
  std::vector<std::vector<BlockShare>> all;
  for (const std::string& bytes : gather_everywhere(*here.ranks, Message().add_all(mine).take()))
    all.push_back(MessageReader(bytes).take_all<BlockShare>());
  return all;
}

/// How much work there is, in how many chunks it is to be cut, and into how many pieces each block.
struct ChunkRule {
  std::int64_t total = 0, chunks = 1;
  std::size_t pieces = 1;
};

ChunkRule rule_for(const std::vector<std::vector<BlockShare>>& shares, std::int64_t features) {
  ChunkRule rule;
  std::int64_t blocks = 0;
  for (const auto& of_rank : shares) {
    blocks += std::ssize(of_rank);
    for (const BlockShare& share : of_rank) rule.total += share.work;
  }
  // A chunk's partial sums are as long as the number of features: it should bring enough work to be worth them.
  rule.chunks = std::clamp<std::int64_t>(rule.total / std::max(least_work, 8 * features), 1,
                                         std::max(most_chunks, rule.total / most_work));
  // Where blocks are fewer than that, each is cut into a few parts: three blocks for two threads would be two to one.
  rule.pieces = static_cast<std::size_t>((rule.chunks + blocks - 1) / std::max<std::int64_t>(blocks, 1));
  return rule;
}

/// The positions, in a block, of the rows that are chosen.
template <class Value>
std::vector<std::uint32_t> chosen_in(const RowBlock<Value>& block, std::int64_t first_row,
                                     const Shards::Choice& choice) {
  std::vector<std::uint32_t> rows(static_cast<std::size_t>(block.rows));
  std::size_t count = 0;
  for (std::int64_t row = 0; row < block.rows; ++row) {
    rows[count] = static_cast<std::uint32_t>(row);
    count += choice(first_row + row);
  }
  rows.resize(count);
  rows.shrink_to_fit();
  return rows;
}

}  // namespace

Shards::Shards(const Dataset& data, std::uint64_t seed, int level, ThreadPool& pool, const RankRows& here) {
  const RowSample sample(seed);
  const RowOrder* const order = here.ranks == nullptr ? data.order.get() : here.order;
  const Choice choice = [&](std::int64_t position) {
    return sample.has(here.first_row + source_row(order, position), level);
  };
  lay_out(data, level == 0 ? nullptr : &choice, pool, here);
}

void Shards::lay_out(const Dataset& data, const Choice* choice, ThreadPool& pool, const RankRows& here) {
  const auto lay_out = [&](const auto& matrix) {
    std::vector<std::vector<std::uint32_t>> chosen(choice == nullptr ? 0 : matrix.blocks.size());
    if (choice == nullptr) {  // all parts share one list
      std::int64_t most = 0;
      for (const auto& block : matrix.blocks) most = std::max(most, block.rows);
      position_.resize(static_cast<std::size_t>(most));
      std::iota(position_.begin(), position_.end(), 0U);
    } else {
      pool.for_each(std::ssize(chosen), [&](std::int64_t k) {
        const auto b = static_cast<std::size_t>(k);
        chosen[b] = chosen_in(matrix.blocks[b], matrix.first_row[b], *choice);
      });
    }
    const auto rows_of = [&](std::size_t b) -> std::size_t {
      return choice == nullptr ? static_cast<std::size_t>(matrix.blocks[b].rows) : chosen[b].size();
    };
    std::vector<BlockShare> mine;
    for (std::size_t b = 0; b < matrix.blocks.size(); ++b) {
      if (rows_of(b) == 0) continue;
      const auto rows = choice == nullptr ? std::span<const std::uint32_t>(position_).first(rows_of(b)) : chosen[b];
      mine.push_back({std::ssize(rows), work_of(matrix.blocks[b], rows)});
    }
    std::vector<std::vector<BlockShare>> shares = shares_everywhere(mine, here);
    if (std::ranges::all_of(shares, [](const auto& of_rank) { return of_rank.empty(); })) {
      const std::vector<int> has_rows =
          here.ranks == nullptr ? std::vector(1, 1) : gather_numbers(*here.ranks, data.rows > 0 ? 1 : 0);
      const auto first = std::ranges::find(has_rows, 1) - has_rows.begin();
      shares[static_cast<std::size_t>(first)].push_back({1, 1});
      if (here.ranks == nullptr || first == here.ranks->rank()) chosen.front().push_back(0);
    }
    for (const auto& rows : chosen) position_.insert(position_.end(), rows.begin(), rows.end());

    const ChunkRule rule = rule_for(shares, data.features);
    // A part belongs to the chunk that its middle falls into, were the work cut evenly.
    std::int64_t done = 0, last_chunk = -1;
    int last_rank = -1;
    const auto place = [&](int rank, std::int64_t work) {  // of the next part; whether it is here
      const int my_rank = here.ranks == nullptr ? 0 : here.ranks->rank();
      const std::int64_t chunk = (done + work / 2) * rule.chunks / std::max<std::int64_t>(rule.total, 1);
      const bool begins = chunk != last_chunk;
      chunks_everywhere_ += begins ? 1 : 0;
      if (rank == my_rank && chunk_start_.empty()) {
        first_chunk_ = chunks_everywhere_ - 1;
        begun_by_ = begins ? -1 : last_rank;
      }
      if (rank == my_rank && (begins || chunk_start_.empty())) chunk_start_.push_back(parts_.size());
      if (rank > my_rank && last_rank == my_rank && !begins) ended_by_ = rank;
      last_chunk = chunk;
      last_rank = rank;
      done += work;
      return rank == my_rank;
    };
    std::size_t block = 0, position = 0;  // here
    for (std::size_t rank = 0; rank < shares.size(); ++rank) {
      for (const BlockShare& share : shares[rank]) {
        const auto size = static_cast<std::size_t>(share.rows);
        rows_ += share.rows;
        bool is_here = false;
        for (std::size_t piece = 0; piece < rule.pieces; ++piece) {
          const std::size_t from = size * piece / rule.pieces, to = size * (piece + 1) / rule.pieces;
          if (from == to) continue;
          is_here = place(static_cast<int>(rank), share.work / static_cast<std::int64_t>(rule.pieces));
          if (!is_here) continue;
          while (rows_of(block) == 0) ++block;
          const auto rows = std::span<const std::uint32_t>(position_).subspan(position + from, to - from);
          parts_.push_back({block, matrix.first_row[block], rows, from});
        }
        if (!is_here) continue;
        if (choice != nullptr) position += size;
        ++block;
      }
    }
    chunk_start_.push_back(parts_.size());
  };
  std::visit(lay_out, data.matrix);
}

}  // namespace smsvm
