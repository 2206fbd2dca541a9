#pragma once

#include <cstdint>
#include <string_view>

#include "solver/task.hpp"

namespace smsvm {

// What the paper proposes and compares with (docs/paper.md). Each keeps the common stops, and reports the objective,
// the passes and, where one exists, the certificate.

/// The paper's Algorithms 1 to 4, with its errata mended (docs/method.md, section 8).
Fit paper_newton(const Task& task);

/// Limited-memory BFGS on the smoothed problem, ε driven to zero; with ℓ1, orthant by orthant.
Fit limited_memory_bfgs(const Task& task);

/// Stochastic subgradient descent with steps 1/(λt + R), `batch` rows at a time. Needs λ > 0 and μ = 0.
Fit stochastic_gradient(const Task& task, std::int64_t batch);

/// Conjugate gradients, Polak-Ribière plus, with a subgradient of the hinge itself. Needs μ = 0.
Fit conjugate_gradients(const Task& task);

/// Throws OptionError for a solver that knows no ℓ1 penalty; `word`: what the user calls it.
void check_takes_l1(Solver solver, std::string_view word);

}  // namespace smsvm
