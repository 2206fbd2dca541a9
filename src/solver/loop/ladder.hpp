#pragma once

#include <cstdint>
#include <vector>

namespace smsvm {

/// The levels to climb before all rows are used, smallest first: level k holds about rows/4^k of them, at random.
/// Each level has enough rows for its optimum to be near that of the whole; none where the features are too many.
std::vector<int> ladder_levels(std::int64_t rows, std::size_t dimension);

/// √((1 + nonzeros)/(rows · h̄)): on a sample, smoothing below this scale fits the sample and not the data.
double sampling_scale(std::int64_t nonzeros, std::int64_t rows, double mean_curvature);

}  // namespace smsvm
