#pragma once

#include "solver/task.hpp"

namespace smsvm {

/// What `--memory` means, or 1 GiB.
std::int64_t memory_allowed(const SolverOptions& options);

/// The order of the largest dense system: three such squares of doubles fit into the memory allowed (25 MB are always
/// taken). A sweep keeps further ones, about one for each thread and a few for the reduction.
std::size_t largest_system(const SolverOptions& options);

/// Without ℓ1, and with more features than rows or than a dense system may have, the rows are the smaller space, unless
/// features are few. They need λ_j > 0 throughout (a free intercept is fine).
bool row_space_is_smaller(const DataShape& data, const Objective& objective, std::size_t largest);

/// With ℓ1, few rows and many features, H is dealt with by its factors, the rows. They need a penalty
/// on every feature.
bool few_rows_and_many_features(const DataShape& data, const Objective& objective, const SolverOptions& options);

/// With ℓ1 and so many features that H is formed on working sets of them, dual ascent comes first, unless the data are
/// tall: on these, few passes are Newton's strength. It needs λ_j > 0 throughout and, for its copy of the rows, at most
/// half of the memory.
bool ascent_may_save_working_sets(const DataShape& data, const Objective& objective, const SolverOptions& options);

/// Proximal problems copy the rows, and the free ones once more for their systems, in at most half of the memory.
bool rows_fit_twice(const DataShape& data, const SolverOptions& options);

/// Whether a pair is found by an interior point method: with ℓ1 on every feature, where few rows or few features make a
/// dense system over them no burden.
bool interior_point_suits(const DataShape& data, const Objective& objective, const SolverOptions& options);

bool every_feature_has_l2(const Objective& objective);  ///< a free intercept is fine
bool every_feature_has_a_penalty(const Objective& objective);

/// Where Newton's systems are.
enum class Space { factors, rows, features };

/// The rule, for a single problem and for a sequence of penalties alike.
Space choose_space(const Task& task);

/// Given that the space is that of the features: whether dual ascent comes first, or a pair found by whatever means,
/// also without ℓ2.
bool ascent_comes_first(const Task& task);
bool pair_comes_first(const Task& task);

}  // namespace smsvm
