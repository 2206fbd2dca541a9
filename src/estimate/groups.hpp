#pragma once

#include "select/cross_fit.hpp"
#include "smsvm/estimate.hpp"

namespace smsvm {

/// How many problems a group has, from the number of rows alone: results do not depend on the machine.
std::size_t problems_at_once(std::int64_t rows);

/// Solves all members of the cross-fit in shared sweeps, so many at once. Ends early, with the whole problems at least,
/// where the observer says stop.
Training train_in_groups(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t at_once,
                         const BatchObserver& observer);

}  // namespace smsvm
