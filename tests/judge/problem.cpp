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
  const auto is_extreme = [](const Cell& cell) {
    const double size = std::abs(std::strtod(cell.text.c_str(), nullptr));
    return size > 1e15 || (size < 1e-15 && size != 0);
  };
  return std::ranges::any_of(rows, [&](const TextRow& row) { return std::ranges::any_of(row.cells, is_extreme); });
}

}  // namespace smsvm::judge
