#pragma once

#include <optional>

#include "smsvm/solver.hpp"
#include "solver/task.hpp"

namespace smsvm {

/// Throws if target and penalty do not fit the data.
void check_problem(const Dataset& data, const Target& target, const Penalty& penalty);

/// The same; then, what can be answered without looking at the features.
std::optional<Fit> answer_at_once(const Dataset& data, const Target& target, const Penalty& penalty,
                                  const SolverOptions& options, std::size_t problem);

/// By the method that the options name.
Fit solve_by_method(const Task& task);

}  // namespace smsvm
