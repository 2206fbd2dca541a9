#include "experiments/method.hpp"

namespace smsvm::experiments {

Penalty penalty_of(const Method& method, const Weights& weights) {
  Penalty penalty;
  // As LIBLINEAR has it, so that all rows with the same penalty solve the same problem.
  penalty.intercept = Intercept::penalized;
  if (method.penalty != PenaltyKind::none) penalty.l2 = weights.l2;
  if (method.penalty == PenaltyKind::l1_l2) penalty.l1 = weights.l1;
  return penalty;
}

SolverOptions options_of(const Method& method) {
  SolverOptions options;
  options.solver = method.solver.value_or(Solver::primal_dual);
  options.max_seconds = 60;
  switch (options.solver) {
    case Solver::primal_dual:
      options.tolerance = 1e-6;
      break;
    case Solver::newton:  // one feature leaves the active set per step: wide data take thousands of short sweeps
      options.tolerance = 1e-3;
      options.max_passes = 5000;
      break;
    case Solver::bfgs:
      options.tolerance = 1e-3;
      options.max_passes = 1000;
      break;
    case Solver::sgd:
    case Solver::minibatch_sgd:
    case Solver::cg:
      options.tolerance = 1e-3;
      options.max_passes = 300;
      break;
  }
  return options;
}

}  // namespace smsvm::experiments
