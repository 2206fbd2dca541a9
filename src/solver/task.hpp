#pragma once

#include "smsvm/solver.hpp"
#include "solver/journal.hpp"
#include "solver/problem.hpp"

namespace smsvm {

/// What a solver is given, whichever it is. Those that are sums over rows use `problem` alone; the others may read the
/// rows themselves.
struct Task {
  const Dataset& data;
  const Target& target;
  const Problem& problem;
  const SolverOptions& options;
  Journal& journal;
};

}  // namespace smsvm
