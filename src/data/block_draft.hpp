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
  return {std::move(draft.start), std::move(draft.narrow), std::move(draft.wide), {}};
}

template <class Value>
RowBlock<Value> finished(BlockDraft<Value> draft) {
  return {draft.rows,
          std::move(draft.dense_columns),
          std::move(draft.tile),
          finished(std::move(draft.valued)),
          std::move(draft.value),
          finished(std::move(draft.ones))};
}

}  // namespace smsvm
