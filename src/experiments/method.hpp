#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "smsvm/objective.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::experiments {

enum class PenaltyKind { none, l2, l1_l2 };

/// A row of the paper's tables, or one of ours beside them.
struct Method {
  std::string_view name;
  std::optional<Solver> solver;  ///< none: LIBLINEAR
  PenaltyKind penalty;
};

/// The eight rows of the paper's Table 3, in its order and with its names.
inline constexpr std::array paper_methods = {
    Method{"SmSVM", Solver::newton, PenaltyKind::none},
    Method{"SmSVM-ℓ2", Solver::newton, PenaltyKind::l2},
    Method{"SmSVM-ℓ1-ℓ2", Solver::newton, PenaltyKind::l1_l2},
    Method{"LinearSVC-Hinge", std::nullopt, PenaltyKind::l2},
    Method{"SGD ℓ2", Solver::sgd, PenaltyKind::l2},
    Method{"SSGD ℓ2 mb", Solver::minibatch_sgd, PenaltyKind::l2},
    Method{"CG", Solver::cg, PenaltyKind::none},
    Method{"CG-ℓ2", Solver::cg, PenaltyKind::l2},
};

/// Ours, first: they are proved to 1e-6 and so say where the optimum lies for all the others.
inline constexpr std::array our_methods = {
    Method{"primal-dual", Solver::primal_dual, PenaltyKind::none},
    Method{"primal-dual-ℓ2", Solver::primal_dual, PenaltyKind::l2},
    Method{"primal-dual-ℓ1-ℓ2", Solver::primal_dual, PenaltyKind::l1_l2},
    Method{"BFGS-ℓ2", Solver::bfgs, PenaltyKind::l2},
    Method{"BFGS-ℓ1-ℓ2", Solver::bfgs, PenaltyKind::l1_l2},
};

/// λ and μ as chosen for a data set; a method takes what its row asks for.
struct Weights {
  double l2 = 0;
  double l1 = 0;
};
Penalty penalty_of(const Method& method, const Weights& weights);

/// The accuracy asked of each method: ours 1e-6, the paper's Newton and BFGS 1e-3, and for those that come no nearer a
/// limit on passes.
SolverOptions options_of(const Method& method);

}  // namespace smsvm::experiments
