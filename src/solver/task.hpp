#pragma once

#include "smsvm/solver.hpp"
#include "solver/data_shape.hpp"
#include "solver/loop/journal.hpp"
#include "solver/problem.hpp"

namespace smsvm {

/// What a solver is given, whichever it is.
struct Task {
  const DataShape& shape;
  const Problem& problem;
  const SolverOptions& options;
  Journal& journal;
};

}  // namespace smsvm
