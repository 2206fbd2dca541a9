#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "smsvm/dataset.hpp"

namespace smsvm {

// A store is a data set as the kernels want it in memory, in a file, so that the file can be mapped and used as it is:
//
//   head     64 bytes: the magic bytes, the version, zeros
//   blocks   of rows: each the arrays of a RowBlock, one after the other
//   rows     the label of each row (int32), if there are labels; then its weight (double), if there are weights
//   features the number of each in the source (int64), where it is not simply its position (Dataset::feature_ids)
//   tables   what the arrays above are: sizes, names, and a checksum of each block and each array; what was made of the
//            columns of a table (table_text.hpp), if the source was one
//   tail     64 bytes: where the tables are, their checksum, the length of the file, zeros, the magic bytes
//
// Every array, and every part, begins at a multiple of 64 bytes, with zeros in between; one follows the other without
// a gap, so places follow from sizes and are not stored. All numbers are little-endian. Nothing is written twice: a
// store can be written as a stream. Every byte is covered by a checksum or has a known value.

inline constexpr std::string_view store_magic("\x8bSMSTORE", 8);
inline constexpr std::uint32_t store_version = 3;
inline constexpr std::uint32_t first_store_version = 1;  ///< which knew no order of rows but that of the source
inline constexpr std::uint32_t version_with_facts = 3;   ///< about the columns; those before do not have them
inline constexpr std::uint64_t store_alignment = 64;
inline constexpr std::uint64_t store_head_bytes = 64, store_tail_bytes = 64;

/// In which order the blocks have the rows; labels and weights are always in that of the source.
enum class StoredOrder : std::uint8_t { of_the_source = 0, dealt = 1 };  ///< see row_dealing.hpp

/// A reader takes memory for every feature, so a store has at least a byte for so many of them.
inline constexpr std::uint64_t most_features_a_byte = 100;

constexpr std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + store_alignment - 1) / store_alignment * store_alignment;
}

/// What the tables say about the lists of a block.
struct StoredLists {
  std::uint64_t size = 0;   ///< of all lists together; 0: there are none
  std::uint32_t width = 0;  ///< bytes a column: 2, 4 or 8
};

/// What the tables say about a block.
struct StoredBlock {
  std::uint64_t checksum = 0;
  std::uint64_t rows = 0;
  std::uint64_t dense_columns = 0;
  StoredLists valued, ones;
};

/// A part of the file.
struct Extent {
  std::uint64_t start = 0, bytes = 0;
  std::uint64_t end() const { return start + bytes; }
};

/// Where the arrays of a block are.
struct BlockPlan {
  Extent dense_columns, tile, valued_start, valued, value, ones_start, ones;
  std::uint64_t end = 0;  ///< of the block, where the next one begins
};

/// For a block that begins at `start`. The sizes must be so small that nothing overflows.
BlockPlan plan_of(const StoredBlock& block, std::uint64_t start, std::size_t value_bytes);

}  // namespace smsvm
