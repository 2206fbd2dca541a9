#include "data/sorted_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/block_builder.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

template <class Value>
struct Entry {
  std::int64_t column;
  Value value;
};

}  // namespace

template <class Value, class Index>
Dataset sorted_copy(const SparseArray<Value, Index>& array) {
  RowStream<Value> stream;
  std::vector<Entry<Value>> row;
  for (std::int64_t i = 0; i < array.rows; ++i) {
    row.clear();
    for (Index k = array.start[i]; k < array.start[i + 1]; ++k)
      row.push_back({static_cast<std::int64_t>(array.column[k]), array.value[k]});
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
    for (auto at = row.begin(); at != row.end();) {
      const std::int64_t column = at->column;
      Value sum = at->value;
      for (++at; at != row.end() && at->column == column; ++at) sum += at->value;
      if (!std::isfinite(sum)) {
        throw Error(ErrorKind::bad_data,
                    fmt::format("the values of row {}, column {} add up to {}; expected a finite sum", i, column, sum));
      }
      stream.add(column, sum);
    }
    stream.end_row();
  }
  Dataset data;
  stream.finish(0, array.columns - 1, data);
  return data;
}

template Dataset sorted_copy(const SparseArray<float, std::int32_t>&);
template Dataset sorted_copy(const SparseArray<float, std::int64_t>&);
template Dataset sorted_copy(const SparseArray<double, std::int32_t>&);
template Dataset sorted_copy(const SparseArray<double, std::int64_t>&);

}  // namespace smsvm
