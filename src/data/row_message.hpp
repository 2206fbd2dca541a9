#pragma once

#include "data/flat_rows.hpp"
#include "distributed/message.hpp"
#include "smsvm/dataset.hpp"

namespace smsvm {

// Rows on their way from one rank to another.

template <class Value>
void write(Message& to, const FlatRows<Value>& rows) {
  to.add_all(rows.row_end).add_all(rows.number).add_all(rows.value);
}

template <class Value>
FlatRows<Value> read_flat_rows(MessageReader& from) {
  FlatRows<Value> rows;
  rows.row_end = from.take_all<std::int64_t>();
  const auto number = from.take_all<std::int64_t>();
  const auto value = from.take_all<Value>();
  rows.number.assign(number.begin(), number.end());
  rows.value.assign(value.begin(), value.end());
  return rows;
}

inline void write(Message& to, const ColumnLists& lists) {
  to.add_all(lists.start).add_all(lists.narrow).add_all(lists.wide).add_all(lists.widest);
}

inline ColumnLists read_lists(MessageReader& from) {
  ColumnLists lists;
  lists.start = from.take_all<std::uint32_t>();
  lists.narrow = from.take_all<std::uint16_t>();
  lists.wide = from.take_all<std::uint32_t>();
  lists.widest = from.take_all<std::int64_t>();
  return lists;
}

template <class Value>
void write(Message& to, const RowBlock<Value>& block) {
  to.add(block.rows).add_all(block.dense_columns).add_all(block.tile);
  write(to, block.valued);
  to.add_all(block.value);
  write(to, block.ones);
}

template <class Value>
RowBlock<Value> read_block(MessageReader& from) {
  RowBlock<Value> block;
  block.rows = from.take<std::int64_t>();
  block.dense_columns = from.take_all<std::int32_t>();
  block.tile = from.take_all<Value>();
  block.valued = read_lists(from);
  block.value = from.take_all<Value>();
  block.ones = read_lists(from);
  return block;
}

}  // namespace smsvm
