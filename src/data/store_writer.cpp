#include "data/store_writer.hpp"

#include "data/table_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

#include "data/block_nonzeros.hpp"
#include "data/column_facts.hpp"
#include "data/row_access.hpp"
#include "data/row_dealing.hpp"
#include "smsvm/error.hpp"
#include "util/byte_stream.hpp"

namespace smsvm {
namespace {

template <class Array>
std::string_view bytes_of(const Array& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(typename Array::value_type)};
}

StoredLists described(const ColumnLists& lists) {
  if (lists.size() == 0) return {};
  return with_columns(lists, [&](const auto* columns) {
    return StoredLists{lists.size(), static_cast<std::uint32_t>(sizeof *columns)};
  });
}

void write_texts(ByteWriter& to, std::size_t count, const auto& text_at) {
  to.number<std::uint64_t>(count);
  for (std::size_t k = 0; k < count; ++k) to.text(text_at(k));
}

void write_block(ByteWriter& to, const StoredBlock& block) {
  to.number(block.checksum);
  to.number(block.rows);
  to.number(block.dense_columns);
  for (const StoredLists& lists : {block.valued, block.ones}) {
    to.number(lists.size);
    to.number(lists.width);
  }
}

}  // namespace

template <class Value>
StoreWriter<Value>::StoreWriter(std::string path) : file_(std::move(path)) {
  if constexpr (std::endian::native != std::endian::little) {
    throw Error(ErrorKind::unavailable, "stores can only be used on a little-endian machine");
  }
  ByteWriter head;
  head.raw(store_magic);
  head.number(store_version);
  write(head.bytes());
  align();
}

template <class Value>
void StoreWriter<Value>::write(std::string_view bytes) {
  file_.write(bytes);
  checksum_.add(bytes);
  at_ += bytes.size();
}

template <class Value>
void StoreWriter<Value>::align() {
  static constexpr std::array<char, store_alignment> zeros{};
  write({zeros.data(), static_cast<std::size_t>(aligned(at_) - at_)});
}

template <class Value>
template <class Array>
void StoreWriter<Value>::write_array(const Array& numbers) {
  write(bytes_of(numbers));
  align();
}

template <class Value>
void StoreWriter<Value>::put(const RowBlock<Value>& block) {
  StoredBlock stored;
  stored.rows = static_cast<std::uint64_t>(block.rows);
  stored.dense_columns = block.dense_columns.size();
  stored.valued = described(block.valued);
  stored.ones = described(block.ones);
  block_start_.push_back(at_);
  checksum_ = {};

  // In the order of plan_of.
  write_array(block.dense_columns);
  write_array(block.tile);
  write_lists(block.valued);
  write_array(block.value);
  write_lists(block.ones);
  assert(at_ == plan_of(stored, block_start_.back(), sizeof(Value)).end);

  stored.checksum = checksum_.value();
  blocks_.push_back(stored);
  rows_ += block.rows;
  nonzeros_ += nonzeros_in(block);
  look_at(block, columns_, scratch_);
}

template <class Value>
void StoreWriter<Value>::write_lists(const ColumnLists& lists) {
  write_array(lists.start);
  write_array(lists.narrow);  // at most one of the three has any
  write_array(lists.wide);
  write_array(lists.widest);
}

template <class Value>
template <class Number>
std::vector<Number> StoreWriter<Value>::array_at(const Extent& extent) {
  std::vector<Number> numbers(extent.bytes / sizeof(Number));
  file_.read_back(extent.start, {reinterpret_cast<char*>(numbers.data()), static_cast<std::size_t>(extent.bytes)});
  return numbers;
}

template <class Value>
ListsDraft StoreWriter<Value>::lists_at(const Extent& start, const Extent& columns, std::uint32_t width) {
  ListsDraft lists{.start = array_at<std::uint32_t>(start), .narrow = {}, .wide = {}};
  if (width == sizeof(std::uint16_t)) {
    lists.narrow = array_at<std::uint16_t>(columns);
  } else {
    lists.wide = array_at<std::uint32_t>(columns);
  }
  return lists;
}

template <class Value>
BlockDraft<Value> StoreWriter<Value>::read_back(std::int64_t k) {
  const StoredBlock& block = blocks_[static_cast<std::size_t>(k)];
  const BlockPlan plan = plan_of(block, block_start_[static_cast<std::size_t>(k)], sizeof(Value));
  return {.rows = static_cast<std::int64_t>(block.rows),
          .dense_columns = array_at<std::int32_t>(plan.dense_columns),
          .tile = array_at<Value>(plan.tile),
          .valued = lists_at(plan.valued_start, plan.valued, block.valued.width),
          .value = array_at<Value>(plan.value),
          .ones = lists_at(plan.ones_start, plan.ones, block.ones.width)};
}

template <class Value>
Extent StoreWriter<Value>::put_aside(std::span<const std::int64_t> numbers) {
  has_asides_ = true;
  const Extent extent{at_, numbers.size_bytes()};
  write_array(numbers);
  return extent;
}

template <class Value>
std::vector<std::int64_t> StoreWriter<Value>::read_back(const Extent& aside) {
  return array_at<std::int64_t>(aside);
}

template <class Value>
template <class Number>
std::uint64_t StoreWriter<Value>::write_section(const std::vector<Number>& numbers) {
  checksum_ = {};
  write_array(numbers);
  return checksum_.value();
}

template <class Value>
ColumnFacts StoreWriter<Value>::columns(std::int64_t features) const {
  ColumnFacts columns = columns_;
  columns.resize(features);
  return columns;
}

template <class Value>
std::string StoreWriter<Value>::tables_of(const Dataset& data, std::span<const std::uint64_t> section_checksums) const {
  const bool dealt = std::ranges::any_of(group_rows_, [](std::int64_t rows) { return rows >= least_dealt_rows; });
  ByteWriter to;
  to.number(static_cast<std::uint8_t>(data.precision()));
  to.number(static_cast<std::uint8_t>(dealt ? StoredOrder::dealt : StoredOrder::of_the_source));
  to.number(rows_);
  to.number(data.features);
  to.number(data.width);
  to.number(nonzeros_);
  to.number(static_cast<std::uint8_t>(!data.labels.of_row.empty()));
  to.number(static_cast<std::uint8_t>(!data.row_weight.empty()));
  to.number(static_cast<std::uint8_t>(!data.feature_ids.empty()));
  for (const std::uint64_t checksum : section_checksums) to.number(checksum);
  const auto& labels = data.labels.distinct;
  write_texts(to, labels.size(), [&](std::size_t k) -> const std::string& { return labels[k].text; });
  const auto& names = data.feature_names;
  write_texts(to, names.size(), [&](std::size_t k) -> const std::string& { return names[k]; });
  to.number<std::uint64_t>(blocks_.size());
  for (const StoredBlock& block : blocks_) write_block(to, block);
  if (dealt) {
    to.number<std::uint64_t>(group_rows_.size());
    for (const std::int64_t rows : group_rows_) to.number(rows);
  }
  const ColumnFacts columns = this->columns(data.features);
  to.vector(columns.least);
  to.vector(columns.greatest);
  to.vector(columns.mean);
  for (const auto* const counts : {&columns.nonzeros, &columns.listed})
    to.vector(std::vector<double>(counts->begin(), counts->end()));
  to.number(static_cast<std::uint8_t>(!data.rounded.empty()));
  for (const std::uint8_t rounded : data.rounded) to.number(rounded);
  if (data.table) to.text(table_text(*data.table));
  return to.bytes();
}

template <class Value>
void StoreWriter<Value>::finish(const Dataset& data) {
  assert(!has_asides_ && data.rows == rows_);
  const std::array section_checksums = {write_section(data.labels.of_row), write_section(data.row_weight),
                                        write_section(data.feature_ids)};
  const std::uint64_t tables_start = at_;
  std::string tables = tables_of(data, section_checksums);
  const std::uint64_t so_far = at_ + tables.size() + store_tail_bytes;
  const std::uint64_t least = static_cast<std::uint64_t>(data.features) / most_features_a_byte;
  tables.resize(aligned(tables.size() + (least > so_far ? least - so_far : 0)));
  write(tables);

  ByteWriter tail;
  tail.number(tables_start);
  tail.number<std::uint64_t>(tables.size());
  tail.number(Checksum::of(tables));
  tail.number(at_ + store_tail_bytes);
  tail.raw(std::string(store_tail_bytes - tail.bytes().size() - store_magic.size(), '\0'));
  tail.raw(store_magic);
  write(tail.bytes());
  file_.commit();
}

template class StoreWriter<float>;
template class StoreWriter<double>;

}  // namespace smsvm
