#include "data/store_block_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/finite.hpp"
#include "data/row_access.hpp"

namespace smsvm {

template <class Value>
std::string StoreBlockChecks::wrong_structure(const RowBlock<Value>& block) {
  const bool dense_alone = block.valued.size() + block.ones.size() == 0;
  if (!dense_alone) kind_.resize(static_cast<std::size_t>(features_), none);
  std::string wrong = wrong_tile(block.dense_columns);
  if (wrong.empty()) wrong = wrong_lists(block.valued, block.rows, among_valued);
  if (wrong.empty()) wrong = wrong_lists(block.ones, block.rows, among_ones);
  if (!wrong.empty()) {
    kind_.clear();
  } else if (!dense_alone) {
    forget(block.dense_columns, block.valued, block.ones);
  }
  return wrong;
}

std::string StoreBlockChecks::wrong_tile(const Numbers<std::int32_t>& columns) {
  std::int64_t before = -1;
  for (const std::int32_t column : columns) {
    if (column <= before || column >= features_)
      return fmt::format("column {} of {} follows column {} in the tile", column, features_, before);
    before = column;
    if (!kind_.empty()) kind_[static_cast<std::size_t>(column)] = in_tile;
  }
  return {};
}

std::string StoreBlockChecks::wrong_lists(const ColumnLists& lists, std::int64_t rows, Kind kind) {
  if (lists.size() == 0) return {};
  const auto& start = lists.start;
  if (start.front() != 0 || start.back() != lists.size() || !std::is_sorted(start.begin(), start.end()))
    return fmt::format("the starts of its rows do not fit {} columns", lists.size());
  return with_columns(lists, [&](const auto* columns) -> std::string {
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t before = -1;
      for (std::uint32_t k = start[static_cast<std::size_t>(row)]; k < start[static_cast<std::size_t>(row) + 1]; ++k) {
        const auto column = static_cast<std::int64_t>(columns[k]);
        if (column <= before || column >= features_)
          return fmt::format("column {} of {} follows column {} in its row {}", column, features_, before, row + 1);
        before = column;
        Kind& known = kind_[static_cast<std::size_t>(column)];
        if (known != none && known != kind) return fmt::format("column {} is stored in two ways", column);
        known = kind;
      }
    }
    return {};
  });
}

void StoreBlockChecks::forget(const Numbers<std::int32_t>& dense_columns, const ColumnLists& valued,
                              const ColumnLists& ones) {
  const auto clear = [&](auto column) { kind_[static_cast<std::size_t>(column)] = none; };
  std::for_each(dense_columns.begin(), dense_columns.end(), clear);
  for (const ColumnLists* lists : {&valued, &ones})
    with_columns(*lists, [&](const auto* columns) { std::for_each(columns, columns + lists->size(), clear); });
}

template <class Value>
std::string wrong_values(const RowBlock<Value>& block) {
  const bool finite =
      are_finite(block.tile.begin(), block.tile.end()) && are_finite(block.value.begin(), block.value.end());
  return finite ? "" : "a value that is not finite";
}

template std::string StoreBlockChecks::wrong_structure(const RowBlock<float>&);
template std::string StoreBlockChecks::wrong_structure(const RowBlock<double>&);
template std::string wrong_values(const RowBlock<float>&);
template std::string wrong_values(const RowBlock<double>&);

}  // namespace smsvm
