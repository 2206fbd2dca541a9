#pragma once

#include <random>
#include <vector>

#include "rows/held_rows.hpp"
#include "rows/instance.hpp"
#include "rows/rounding.hpp"
#include "smsvm/proof.hpp"
#include "smsvm/solver.hpp"
#include "solver/data_shape.hpp"

namespace smsvm::test {

/// m <= 6, m < n <= 40, both classes, any intercept, any mix of penalties that admits a bound, sometimes factors,
/// scales and row weights.
Instance random_small_problem(std::mt19937_64& random);

/// w, then b where there is an intercept.
std::vector<double> point_of(const Instance& instance, const Fit& fit);

/// Of the sums of a pass over the instance.
Rounding rounding_of(const Instance& instance);

HeldRows held_rows_of(const Instance& instance, Storage storage = Storage::sparse_double);
DataShape shape_of(const Dataset& data);

/// What the verifier says about a fit with a bound.
Verdict verdict_on(const Instance& instance, const Fit& fit, Storage storage);

/// Checks what every fit promises, whatever its status: the objective is that of the weights, and the dual point proves
/// the bound, by the verifier.
void expect_honest(const Instance& instance, const Fit& fit, Storage storage, const SolverOptions& options);

Fit fit_of(const Instance& instance, const SolverOptions& options = {}, Storage storage = Storage::sparse_double,
           const Observer& observer = {});

SolverOptions precise(double tolerance = 1e-9, int threads = 1);

}  // namespace smsvm::test
