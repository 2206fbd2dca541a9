#pragma once

#include <cstdint>
#include <vector>

namespace smsvm {

/// Some rows by their values that are not zero, in increasing order of the columns.
struct SparseRows {
  std::vector<std::int64_t> end;  ///< of each row, in what follows
  std::vector<std::int32_t> column;
  std::vector<double> value;

  std::int64_t size() const { return std::ssize(end); }
  void clear() {
    end.clear();
    column.clear();
    value.clear();
  }
  /// To be called for each value of a row, then end_row() once.
  void add(std::size_t at, double x) {
    column.push_back(static_cast<std::int32_t>(at));
    value.push_back(x);
  }
  void end_row() { end.push_back(std::ssize(value)); }

  /// Calls visit(column, value) for each value of a row.
  template <class Visit>
  void for_each_value(std::int64_t row, const Visit& visit) const {
    const auto k = static_cast<std::size_t>(row);
    for (auto at = static_cast<std::size_t>(k == 0 ? 0 : end[k - 1]); at < static_cast<std::size_t>(end[k]); ++at)
      visit(static_cast<std::size_t>(column[at]), value[at]);
  }
};

}  // namespace smsvm
