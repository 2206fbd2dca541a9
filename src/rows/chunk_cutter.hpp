#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "data/block_size.hpp"

namespace smsvm {

/// Cuts rows into chunks of about equal work. All this depends on the data alone, never on the number of threads or
/// ranks: see docs/decisions.md, "The same bits".
struct ChunkCutter {
  std::int64_t total = 0;   ///< work, of all rows in use
  std::int64_t target = 1;  ///< so many chunks
  std::int64_t pieces = 1;  ///< each run of rows is cut into so many
  // What has been seen so far.
  std::int64_t done = 0, last_chunk = -1, begun = 0;

  /// Of a chunk, where data are so large that many machines share them.
  static constexpr std::int64_t most_work = 1 << 24;

  static constexpr auto fields = std::tuple(&ChunkCutter::total, &ChunkCutter::target, &ChunkCutter::pieces,
                                            &ChunkCutter::done, &ChunkCutter::last_chunk, &ChunkCutter::begun);

  /// For so much work in so many runs, of so many rows.
  static ChunkCutter rule(std::int64_t total, std::int64_t runs, std::int64_t rows, std::int64_t features) {
    constexpr std::int64_t most_chunks = 256;     // enough for the threads of one machine
    constexpr std::int64_t least_work = 1 << 16;  // a chunk, so that handing out chunks costs nothing
    ChunkCutter cutter{.total = total};
    // A chunk's partial sums are as long as the number of features, and where rows are dense H is their square: it
    // should bring enough work to be worth them.
    constexpr std::int64_t dense = 8, longest_side = 2048;
    const bool is_dense = dense * (total / std::max<std::int64_t>(rows, 1)) >= features;
    const std::int64_t side = is_dense ? std::min(features, longest_side) : 0, square = side * side;
    cutter.target = std::clamp<std::int64_t>(total / std::max({least_work, 8 * features, square}), 1,
                                             std::max(most_chunks, total / most_work));
    // Where runs are fewer than that, each is cut into a few parts: three runs for two threads would be two to one.
    cutter.pieces = (cutter.target + runs - 1) / std::max<std::int64_t>(runs, 1);
    return cutter;
  }

  /// No chunk has more rows: each costs at least five units of work, and chunks are even but for one run.
  static std::int64_t most_rows_of_a_chunk(std::int64_t features) {
    return std::max<std::int64_t>(most_work, 4 * features) + most_block_rows;
  }

  /// The next part, of so much work: it belongs to the chunk that its middle falls into, were the work cut evenly.
  /// Whether it begins a chunk.
  bool begins_chunk(std::int64_t work) {
    const std::int64_t chunk = (done + work / 2) * target / std::max<std::int64_t>(total, 1);
    const bool begins = chunk != last_chunk;
    begun += begins ? 1 : 0;
    last_chunk = chunk;
    done += work;
    return begins;
  }

  /// Calls visit(from, to, begins) for each part of a run of rows.
  template <class Visit>
  void cut(std::int64_t rows, std::int64_t work, const Visit& visit) {
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
      const std::int64_t from = rows * piece / pieces, to = rows * (piece + 1) / pieces;
      if (from != to) visit(from, to, begins_chunk(work / pieces));
    }
  }
};

}  // namespace smsvm
