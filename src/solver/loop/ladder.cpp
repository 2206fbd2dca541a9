#include "solver/loop/ladder.hpp"

#include <algorithm>
#include <cmath>

namespace smsvm {

std::vector<int> ladder_levels(std::int64_t rows, std::size_t dimension) {
  const double least = std::max(1000.0, 10.0 * static_cast<double>(dimension));
  std::vector<int> levels;
  double share = static_cast<double>(rows) / 4;
  for (int level = 1; share >= least; ++level, share /= 4) levels.push_back(level);
  std::reverse(levels.begin(), levels.end());
  return levels;
}

double sampling_scale(std::int64_t nonzeros, std::int64_t rows, double mean_curvature) {
  return std::min(1.0, std::sqrt((1.0 + static_cast<double>(nonzeros)) / (static_cast<double>(rows) * mean_curvature)));
}

}  // namespace smsvm
