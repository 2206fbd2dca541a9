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

bool floats_suffice(const Dataset& data, double tolerance, int threads, double times) {
  if (data.rounded.empty()) return true;
  constexpr double few_values = 1 << 20;  // with so few, doubles cost nothing
  constexpr double least_tolerance = 3e-5, most_offset = 16, most_in_a_row = 16;
  if (times * static_cast<double>(data.nonzeros()) <= few_values || tolerance < least_tolerance) return false;
  const auto columns = column_facts(data, threads);
  std::int64_t rounded_values = 0;
  for (std::size_t j = 0; j < data.rounded.size(); ++j) {
    if (data.rounded[j] == 0 || columns->nonzeros[j] == 0) continue;
    if (!(offset_of(*columns, j, data.rows) <= most_offset)) return false;
    rounded_values += columns->nonzeros[j];
  }
  // What storing does to a score is a sum over the row, and the more features there are, the smaller the optimum is.
  return static_cast<double>(rounded_values) <= most_in_a_row * static_cast<double>(data.rows);
}

}  // namespace smsvm
