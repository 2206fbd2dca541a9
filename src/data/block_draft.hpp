#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

// What ColumnLists and RowBlock are while they are being filled in.

struct ListsDraft {
  std::vector<std::uint32_t> start;
  std::vector<std::uint16_t> narrow;
  std::vector<std::uint32_t> wide;
};

template <class Value>
struct BlockDraft {
  std::int64_t rows = 0;
  std::vector<std::int32_t> dense_columns;
  std::vector<Value> tile;
  ListsDraft valued;
  std::vector<Value> value;
  ListsDraft ones;
};

inline ColumnLists finished(ListsDraft draft) {
  return {
      .start = std::move(draft.start), .narrow = std::move(draft.narrow), .wide = std::move(draft.wide), .widest = {}};
}

template <class Value>
RowBlock<Value> finished(BlockDraft<Value> draft) {
  return {.rows = draft.rows,
          .dense_columns = std::move(draft.dense_columns),
          .tile = std::move(draft.tile),
          .valued = finished(std::move(draft.valued)),
          .value = std::move(draft.value),
          .ones = finished(std::move(draft.ones))};
}

/// A block that refers to the draft.
inline ColumnLists borrowed(const ListsDraft& draft) {
  return {.start = Numbers<std::uint32_t>::borrowed(draft.start),
          .narrow = Numbers<std::uint16_t>::borrowed(draft.narrow),
          .wide = Numbers<std::uint32_t>::borrowed(draft.wide),
          .widest = {}};
}

template <class Value>
RowBlock<Value> borrowed(const BlockDraft<Value>& draft) {
  return {.rows = draft.rows,
          .dense_columns = Numbers<std::int32_t>::borrowed(draft.dense_columns),
          .tile = Numbers<Value>::borrowed(draft.tile),
          .valued = borrowed(draft.valued),
          .value = Numbers<Value>::borrowed(draft.value),
          .ones = borrowed(draft.ones)};
}

}  // namespace smsvm
