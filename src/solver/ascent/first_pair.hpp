#pragma once

#include <functional>
#include <optional>

#include "solver/ascent/dual_ascent.hpp"
#include "solver/task.hpp"

namespace smsvm {

/// A larger relative gap of a pair is no use with ℓ1, where λ is tiny: w = 0 and a large ε are a better start.
inline constexpr double useless_gap = 0.5;

class ThreadPool;

/// A pair to start from, if the passes allow it: by coordinate ascent where there is ℓ2 everywhere; where that is not
/// enough, from inside if the smaller side is small, and by a sequence of proximal problems where linear systems would
/// be too large.
DualStart first_pair(const Task& task, ThreadPool& pool, const std::function<bool()>& keep_going);

/// None if few passes are allowed: these are better spent on Newton's steps, each of which improves P.
std::optional<AscentLimits> ascent_limits(const SolverOptions& options);

void count_passes(const Task& task, const DualStart& start);
/// An ascent that ended early is not what it would have been without a limit.
void note_what_ended(const Task& task, const DualStart& start, const std::function<bool()>& keep_going);

}  // namespace smsvm
