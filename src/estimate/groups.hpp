#pragma once

#include "select/cross_fit.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm {

/// How many problems a group has, from the number of rows alone: results do not depend on the machine.
std::size_t problems_of_group(const TrainingProblem& problem);

/// What the problems are solved with: to TrainingOptions::solve_to, where that is asked for.
SolverOptions solver_options(const TrainingProblem& problem);

/// Members first … last − 1 of the cross-fit. Those without a fold learn weights of balanced classes and the scale of
/// features from their own rows.
Batch group_of(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t first, std::size_t last);

/// Solves all members of the cross-fit in shared sweeps, so many at once. Ends early, with the whole problems at least,
/// where the observer says stop. Only the whole problems have dual points.
Training train_in_groups(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t at_once,
                         const BatchObserver& observer);

}  // namespace smsvm
