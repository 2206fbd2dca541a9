#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace smsvm {

// In which order a store has its rows. They are taken in groups of consecutive ones, and each group is dealt to 64
// buckets by a hash of the rows' numbers; the buckets follow each other, and rows are in order within. So a sample of
// the ladder (RowSample) is the beginning of each group, rows that were sorted in the source are mixed, and no row is
// farther from its place than its group is long, which is what can be in memory while it is written.

/// A group ends with the row that brings its rows to the first or its nonzeros to the second.
inline constexpr std::int64_t most_group_rows = 1 << 18;
inline constexpr std::int64_t enough_group_values = 1 << 21;
/// A group of fewer rows is not dealt: its blocks would become too small.
inline constexpr std::int64_t least_dealt_rows = 4096;

/// The group of so many rows from `first_row` on, as it is stored.
struct DealtGroup {
  DealtGroup(std::int64_t first_row, std::int64_t rows);

  std::vector<std::uint32_t> row;        ///< at each position, counted from the first row
  std::vector<std::int64_t> sample_end;  ///< positions where samples of the ladder end, and so must blocks; increasing
};

/// For RowOrder: of groups of so many rows, one after the other from `first_row` on.
std::vector<std::int32_t> dealt_shifts(std::span<const std::int64_t> group_rows, int threads,
                                       std::int64_t first_row = 0);

}  // namespace smsvm
