#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/source.hpp"
#include "data/store_format.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

/// Labels, weights and feature numbers: arrays that are not part of a block.
struct StoredSection {
  bool present = false;
  std::uint64_t checksum = 0;
  Extent extent;
};

/// What the head, the tables and the tail of a store say.
struct StoreTables {
  Precision precision = Precision::float32;
  std::int64_t rows = 0, features = 0, width = 0, nonzeros = 0;
  StoredSection labels, row_weight, feature_ids;
  std::vector<Label> distinct_labels;
  std::vector<std::string> feature_names;
  std::shared_ptr<const ColumnFacts> columns;  ///< null in a store of an earlier version
  std::vector<std::uint8_t> rounded;           ///< see Dataset
  std::shared_ptr<const TableSchema> table;    ///< null: the source was no table, or the store is of an earlier version
  std::vector<std::int64_t> group_rows;        ///< where rows are dealt; empty: they are in the order of the source
  std::vector<StoredBlock> blocks;
  std::vector<BlockPlan> plans;            ///< of each block
  std::vector<std::uint64_t> block_start;  ///< and the end
};

/// Checks all of it against the size of the file: every extent lies within. Throws DataError.
StoreTables read_store_tables(const Source& source);

/// "the file as it was written", for complaints about damage.
inline constexpr const char* undamaged_store = "expected the store as it was written";

}  // namespace smsvm
