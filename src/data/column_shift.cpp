#include "data/column_shift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "data/column_facts.hpp"
#include "data/distributed_read.hpp"
#include "data/row_access.hpp"
#include "distributed/collectives.hpp"
#include "distributed/command.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {
namespace {

/// Ordinary columns stay as they are, and nobody pays for a copy of them. Half the spread is some standard deviations,
/// so that below this the offset costs Newton's steps a few digits of sixteen at most.
constexpr double far_from_zero = 8;

/// Whether a value may stand in a list of ones, which has no place for another value.
bool may_be_listed_as_one(const ColumnFacts& columns, std::size_t j) {
  return columns.listed[j] > 0 && columns.least[j] <= 1 && columns.greatest[j] >= 1;
}

/// 0: it stays as it is.
double shift_of(const ColumnFacts& columns, std::size_t j, std::int64_t rows, Precision precision) {
  constexpr double huge = 1e100;  // products with weights must be numbers
  if (rows == 0 || columns.nonzeros[j] != rows || may_be_listed_as_one(columns, j)) return 0;
  const double least = columns.least[j], greatest = columns.greatest[j];
  if (least == 1 && greatest == 1) return 0;  // an intercept of the user's own
  const double middle = least / 2 + greatest / 2, half = greatest / 2 - least / 2;
  if (!(std::abs(middle) < huge && std::abs(middle) > 1 / huge && std::abs(middle) >= far_from_zero * half)) return 0;
  return precision == Precision::float32 ? static_cast<double>(static_cast<float>(middle)) : middle;
}

/// By column; 0: none.
using ShiftOfColumn = std::vector<double>;

ShiftOfColumn spread_out(const ColumnShift& shift, std::int64_t features) {
  ShiftOfColumn of_column(static_cast<std::size_t>(features));
  for (std::size_t k = 0; k < shift.column.size(); ++k)
    of_column[static_cast<std::size_t>(shift.column[k])] = shift.by[k];
  return of_column;
}

template <class Value>
Numbers<Value> shifted_tile(const RowBlock<Value>& block, const ShiftOfColumn& shift) {
  std::vector<Value> by;
  for (const std::int32_t column : block.dense_columns)
    by.push_back(static_cast<Value>(shift[static_cast<std::size_t>(column)]));
  if (std::ranges::all_of(by, [](Value each) { return each == 0; })) return block.tile;
  std::vector<Value> tile(block.tile.begin(), block.tile.end());
  Value* row = tile.data();
  for (std::int64_t i = 0; i < block.rows; ++i, row += by.size())
    for (std::size_t k = 0; k < by.size(); ++k) row[k] -= by[k];
  return tile;
}

template <class Value>
Numbers<Value> shifted_lists(const RowBlock<Value>& block, const ShiftOfColumn& shift) {
  std::vector<Value> value;
  with_columns(block.valued, [&](const auto* columns) {
    const auto* const end = columns + block.value.size();
    const auto by = [&](auto column) { return static_cast<Value>(shift[static_cast<std::size_t>(column)]); };
    if (std::all_of(columns, end, [&](auto column) { return by(column) == 0; })) return;
    value.assign(block.value.begin(), block.value.end());
    for (Value& each : value) each -= by(*columns++);
  });
  return value.empty() ? block.value : Numbers<Value>(std::move(value));
}

/// Those of a rank, or all.
Dataset shifted_here(const Dataset& data, const ColumnShift& shift, int threads) {
  Dataset result;
  result.rows = data.rows;
  result.features = data.features;
  result.rounded = data.rounded;
  result.labels = data.labels;
  result.matrix = data.all_rows();
  const ShiftOfColumn of_column = spread_out(shift, data.features);
  std::visit(
      [&](auto& matrix) {
        ThreadPool(threads).for_each(std::ssize(matrix.blocks), [&](std::int64_t k) {
          auto& block = matrix.blocks[static_cast<std::size_t>(k)];
          block.tile = shifted_tile(block, of_column);
          block.value = shifted_lists(block, of_column);
        });
      },
      result.matrix);
  return result;
}

/// On all ranks together.
std::shared_ptr<DistributedRows> shifted_distributed(const DistributedRows& rows, const ColumnShift& shift,
                                                     int threads) {
  auto result = std::make_shared<DistributedRows>(rows.ranks(), shifted_here(rows.part(), shift, threads));
  result->set_order(rows.shared_order());
  result->note_shifted();
  return result;
}

Dataset shifted_everywhere(const DistributedRows& rows, const ColumnShift& shift, int threads) {
  Communicator& ranks = rows.ranks();
  return ranks.together([&] {
    broadcast(ranks, Message().add(Command::shift_columns).add(threads).add_all(shift.column).add_all(shift.by).take());
    return data_of(shifted_distributed(rows, shift, threads));
  });
}

/// a + b = sum + rest, exactly.
struct ExactSum {
  double sum = 0, rest = 0;
};
ExactSum exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

}  // namespace

double ColumnShift::intercept_before(double shifted, std::span<const double> weights) const {
  if (empty()) return shifted;
  double sum = shifted, rest = 0;
  for (std::size_t k = 0; k < column.size(); ++k) {
    const double weight = -weights[static_cast<std::size_t>(column[k])];
    if (weight == 0) continue;
    const double product = weight * by[k], lost = std::fma(weight, by[k], -product);
    const ExactSum next = exact_sum(sum, product);
    sum = next.sum;
    rest += next.rest + lost;
  }
  return sum + rest;
}

ColumnShift shift_worth_it(const ColumnFacts& columns, std::int64_t rows, Precision precision) {
  ColumnShift shift;
  for (std::size_t j = 0; j < columns.nonzeros.size(); ++j) {
    const double by = shift_of(columns, j, rows, precision);
    if (by == 0) continue;
    shift.column.push_back(static_cast<std::int32_t>(j));
    shift.by.push_back(by);
    shift.largest.push_back(columns.largest(j));
  }
  return shift;
}

Dataset shifted(const Dataset& data, const ColumnShift& shift, int threads) {
  Dataset result =
      data.distributed ? shifted_everywhere(*data.distributed, shift, threads) : shifted_here(data, shift, threads);
  result.order = data.order;
  result.known_columns = column_facts(result, threads);
  result.known_nonzeros = data.nonzeros();  // what is planned by it must not depend on the values that became zero
  return result;
}

std::shared_ptr<DistributedRows> serve_shift_columns(const DistributedRows& rows, MessageReader& from) {
  const auto threads = from.take<int>();
  ColumnShift shift;
  shift.column = from.take_all<std::int32_t>();
  shift.by = from.take_all<double>();
  auto result = shifted_distributed(rows, shift, threads);
  data_of(result);
  return result;
}

}  // namespace smsvm
