#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Whether blocks of a file are what the kernels take for granted. Used for block after block, so that memory is asked
/// for once.
class StoreBlockChecks {
 public:
  explicit StoreBlockChecks(std::int64_t features) : features_(features) {}

  /// What is wrong with the places of the numbers: starts and columns. Empty: nothing.
  template <class Value>
  std::string wrong_structure(const RowBlock<Value>& block);

 private:
  enum Kind : std::uint8_t { none, in_tile, among_valued, among_ones };

  std::string wrong_tile(const Numbers<std::int32_t>& columns);
  std::string wrong_lists(const ColumnLists& lists, std::int64_t rows, Kind kind);
  void forget(const Numbers<std::int32_t>& dense_columns, const ColumnLists& valued, const ColumnLists& ones);

  std::int64_t features_;
  std::vector<Kind> kind_;  ///< of each column in the block at hand: it can have only one
};

/// What is wrong with the numbers themselves. Empty: nothing.
template <class Value>
std::string wrong_values(const RowBlock<Value>& block);

extern template std::string StoreBlockChecks::wrong_structure(const RowBlock<float>&);
extern template std::string StoreBlockChecks::wrong_structure(const RowBlock<double>&);
extern template std::string wrong_values(const RowBlock<float>&);
extern template std::string wrong_values(const RowBlock<double>&);

}  // namespace smsvm
