#include "data/choose_precision.hpp"

#include <algorithm>

#include "data/column_facts.hpp"

namespace smsvm {
namespace {

/// By how many times the values of a column are larger than they differ from each other: so much of what floats hold of
/// them is spent on what all have in common.
double offset_of(const ColumnFacts& columns, std::size_t j, std::int64_t rows) {
  const bool has_zeros = columns.nonzeros[j] < rows;
  const double least = has_zeros ? std::min(0.0, columns.least[j]) : columns.least[j];
  const double greatest = has_zeros ? std::max(0.0, columns.greatest[j]) : columns.greatest[j];
  return columns.largest(j) / (greatest / 2 - least / 2);
}

}  // namespace

bool floats_suffice(const Dataset& data, double tolerance, int threads) {
  if (data.rounded.empty()) return true;
  constexpr std::int64_t few_values = 1 << 20;  // with so few, doubles cost nothing
  constexpr double least_tolerance = 3e-5, most_offset = 16;
  if (data.nonzeros() <= few_values || tolerance < least_tolerance) return false;
  const auto columns = column_facts(data, threads);
  for (std::size_t j = 0; j < data.rounded.size(); ++j)
    if (data.rounded[j] != 0 && columns->nonzeros[j] > 0 && !(offset_of(*columns, j, data.rows) <= most_offset))
      return false;
  return true;
}

}  // namespace smsvm
