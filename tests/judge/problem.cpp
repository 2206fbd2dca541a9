#include "judge/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace smsvm::judge {

std::string Problem::text() const {
  std::string text;
  for (const TextRow& row : rows) {
    text += labels[row.label];
    for (const Cell& cell : row.cells) text += ' ' + std::to_string(cell.feature + 1) + ':' + cell.text;
    text += '\n';
  }
  return text;
}

std::size_t Problem::values() const {
  std::size_t count = 0;
  for (const TextRow& row : rows) count += row.cells.size();
  return count;
}

bool Problem::has_extreme_values() const {
  constexpr double limit = 1e15;
  double least = INFINITY, greatest = 0;
  for (const double weight : row_weight) {
    if (weight > 0) least = std::min(least, weight);
    greatest = std::max(greatest, weight);
  }
  if (greatest > limit * least) return true;
  const auto is_extreme = [](const Cell& cell) {
    const double size = std::abs(std::strtod(cell.text.c_str(), nullptr));
    return size > limit || (size < 1 / limit && size != 0);
  };
  return std::ranges::any_of(rows, [&](const TextRow& row) { return std::ranges::any_of(row.cells, is_extreme); });
}

}  // namespace smsvm::judge
