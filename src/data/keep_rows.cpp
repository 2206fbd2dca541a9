#include <utility>
#include <variant>

#include "data/block_builder.hpp"
#include "data/row_access.hpp"
#include "smsvm/row_weights.hpp"

namespace smsvm {
namespace {

template <class Value>
void copy_rows(const BlockedRows<Value>& from, const std::vector<std::int64_t>& rows, std::int64_t features,
               Dataset& to) {
  RowStream<Value> stream;
  for (const std::int64_t row : rows) {
    for_each_value(row_of(from, row), [&](std::size_t column, double value) {
      stream.add(static_cast<std::int64_t>(column), static_cast<Value>(value));
    });
    stream.end_row();
  }
  stream.finish_positions(features, to);
}

Labels labels_of(const Labels& all, const std::vector<std::int64_t>& rows) {
  Labels kept;
  if (all.of_row.empty()) return kept;
  std::vector<std::int32_t> number(all.distinct.size(), -1);  // among those kept
  for (const std::int64_t row : rows) {
    const auto label = static_cast<std::size_t>(all.of_row[static_cast<std::size_t>(row)]);
    if (number[label] < 0) {
      number[label] = static_cast<std::int32_t>(kept.distinct.size());
      kept.distinct.push_back(all.distinct[label]);
    }
    kept.of_row.push_back(number[label]);
  }
  return kept;
}

}  // namespace

Dataset keep_rows(const Dataset& data, const std::vector<std::int64_t>& rows) {
  Dataset kept;
  std::visit([&](const auto& matrix) { copy_rows(matrix, rows, data.features, kept); }, data.all_rows());
  kept.labels = labels_of(data.labels, rows);
  if (!data.row_weight.empty()) {
    for (const std::int64_t row : rows) kept.row_weight.push_back(data.row_weight[static_cast<std::size_t>(row)]);
  }
  kept.feature_ids = data.feature_ids;
  kept.width = data.width;
  kept.feature_names = data.feature_names;
  kept.warnings = data.warnings;
  return kept;
}

}  // namespace smsvm
