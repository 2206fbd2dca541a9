#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/block_draft.hpp"
#include "data/store_format.hpp"
#include "smsvm/dataset.hpp"
#include "util/atomic_file.hpp"
#include "util/checksum.hpp"

namespace smsvm {

/// Writes a store from front to back: the blocks, then everything else. The file appears with finish(), or not at all.
template <class Value>
class StoreWriter {
 public:
  explicit StoreWriter(std::string path);

  /// The next rows.
  void put(const RowBlock<Value>& block);
  /// The rows put are in groups of so many, each dealt (row_dealing.hpp). Otherwise they are in the source's order.
  void note_groups(std::vector<std::int64_t> group_rows) { group_rows_ = std::move(group_rows); }
  /// All of `data` but its matrix: the rows are those put before.
  void finish(const Dataset& data);

  std::int64_t nonzeros() const { return nonzeros_; }  ///< of the blocks so far
  ColumnFacts columns(std::int64_t features) const;    ///< likewise, of so many columns
  std::uint64_t bytes() const { return at_; }          ///< so far

  /// What was put as block k; not for columns of 64 bits.
  std::int64_t blocks() const { return std::ssize(blocks_); }
  BlockDraft<Value> read_back(std::int64_t k);

  /// Numbers that are not part of a store: after this the file can be read back, but not finished.
  Extent put_aside(std::span<const std::int64_t> numbers);
  std::vector<std::int64_t> read_back(const Extent& aside);

 private:
  void write(std::string_view bytes);
  void align();
  template <class Array>
  void write_array(const Array& numbers);
  template <class Number>
  std::vector<Number> array_at(const Extent& extent);
  void write_lists(const ColumnLists& lists);
  ListsDraft lists_at(const Extent& start, const Extent& columns, std::uint32_t width);
  template <class Number>
  std::uint64_t write_section(const std::vector<Number>& numbers);  ///< its checksum
  std::string tables_of(const Dataset& data, std::span<const std::uint64_t> section_checksums) const;

  AtomicFile file_;
  std::uint64_t at_ = 0;  ///< bytes written
  Checksum checksum_;     ///< of the block or section at hand
  std::vector<StoredBlock> blocks_;
  std::vector<std::uint64_t> block_start_;
  std::vector<std::int64_t> group_rows_;
  std::int64_t rows_ = 0, nonzeros_ = 0;
  ColumnFacts columns_;  ///< as far as any has been seen
  std::vector<double> scratch_;
  bool has_asides_ = false;
};

extern template class StoreWriter<float>;
extern template class StoreWriter<double>;

}  // namespace smsvm
