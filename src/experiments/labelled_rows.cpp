#include "experiments/labelled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/block_builder.hpp"
#include "data/row_access.hpp"
#include "select/folds.hpp"
#include "smsvm/error.hpp"

namespace smsvm::experiments {
namespace {

template <class Value>
void take(const Dataset& data, const BlockedRows<Value>& from, std::span<const std::int64_t> rows, Dataset& to) {
  RowStream<Value> stream;
  for (const auto row : rows) {
    for_each_value(row_at(from, position_of(data, row)),
                   [&](std::size_t j, double x) { stream.add(static_cast<std::int64_t>(j), static_cast<Value>(x)); });
    stream.end_row();
  }
  stream.finish_positions(data.features, to);
}

}  // namespace

std::vector<std::int64_t> all_but(const std::vector<std::vector<std::int64_t>>& parts, std::size_t left_out) {
  std::vector<std::int64_t> rows;
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (k != left_out) rows.insert(rows.end(), parts[k].begin(), parts[k].end());
  std::sort(rows.begin(), rows.end());
  return rows;
}

LabelledRows labelled(Dataset data) {
  const auto& distinct = data.labels.distinct;
  if (distinct.size() != 2)
    throw Error(ErrorKind::bad_data, fmt::format("{} classes where the experiments need two", distinct.size()));
  const auto plus = std::find_if(distinct.begin(), distinct.end(),
                                 [](const Label& label) { return label.numeric && label.number == 1; });
  const auto positive = static_cast<std::int32_t>(plus == distinct.end() ? 0 : plus - distinct.begin());
  LabelledRows rows;
  rows.target = Target::one_against_rest(data, positive);
  rows.data = std::move(data);
  return rows;
}

LabelledRows take_rows(const LabelledRows& from, std::span<const std::int64_t> rows) {
  LabelledRows to;
  to.data.width = from.data.width;
  to.data.feature_ids = from.data.feature_ids;
  std::visit([&](const auto& matrix) { take(from.data, matrix, rows, to.data); }, from.data.all_rows());
  for (const auto row : rows) to.target.sign.push_back(from.target.sign[static_cast<std::size_t>(row)]);
  return to;
}

std::vector<std::vector<std::int64_t>> stratified_parts(const LabelledRows& rows, int parts, std::uint64_t seed) {
  std::vector<std::int32_t> class_of_row;
  for (const std::int8_t sign : rows.target.sign) class_of_row.push_back(sign > 0 ? 1 : 0);
  const FoldAssignment dealt = stratified_folds(class_of_row, parts, seed);
  std::vector<std::vector<std::int64_t>> lists(static_cast<std::size_t>(parts));
  for (std::int64_t i = 0; i < rows.size(); ++i)
    lists[static_cast<std::size_t>(dealt.of_row[static_cast<std::size_t>(i)])].push_back(i);
  return lists;
}

Split split(const LabelledRows& rows, std::uint64_t seed) {
  const auto parts = stratified_parts(rows, 5, seed);
  return {take_rows(rows, all_but(parts, 0)), take_rows(rows, parts[0])};
}

LabelledRows sample(const LabelledRows& rows, std::int64_t most, std::uint64_t seed) {
  if (rows.size() <= most) return take_rows(rows, all_but(stratified_parts(rows, 1, seed), 1));
  const auto parts = stratified_parts(rows, static_cast<int>((rows.size() + most - 1) / most), seed);
  return take_rows(rows, parts[0]);
}

double accuracy(const LabelledRows& rows, std::span<const double> weights, double intercept) {
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < rows.size(); ++i) {
    double score = intercept;
    for_each_value(rows.data, i, [&](std::size_t j, double x) { score += weights[j] * x; });
    right += (score > 0) == (rows.target.sign[static_cast<std::size_t>(i)] > 0);
  }
  return rows.size() > 0 ? static_cast<double>(right) / static_cast<double>(rows.size()) : 0;
}

}  // namespace smsvm::experiments
