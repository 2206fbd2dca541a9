#pragma once

#include <optional>

#include "select/path_run.hpp"

namespace smsvm {

/// The least strength of the penalty at which every weight is zero. Where w = 0 leaves every row on the sloping side of
/// the hinge (no intercept, or a penalised one that stays within ±1) the dual is known and the answer exact. Where the
/// intercept comes to ±1, all rows of one class stand at the kink and their duals are the unknowns of a linear
/// programme: the answer is then bracketed within 1e-4, if that is not too much work, by solving just above and below
/// it. With features that are not penalised it is only estimated, and the lower end is 0. Nothing if cancelled.
std::optional<LargestStrength> largest_strength(PathRun& run);

}  // namespace smsvm
