#include "train/solve.hpp"

#include <fmt/format.h>

#include <cmath>

#include "baselines/baselines.hpp"
#include "smsvm/error.hpp"
#include "solver/choose_space.hpp"

namespace smsvm {
namespace {

void check(const Dataset& data, const Target& target) {
  if (static_cast<std::int64_t>(target.sign.size()) != data.rows)
    throw OptionError(fmt::format("{} signs for {} rows", target.sign.size(), data.rows));
  if (!target.weight.empty() && static_cast<std::int64_t>(target.weight.size()) != data.rows)
    throw OptionError(fmt::format("{} row weights for {} rows", target.weight.size(), data.rows));
  for (const double weight : target.weight) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw OptionError(fmt::format("a row weight is {}; each must be 0 or more", weight));
  }
  if (!(target.total_weight() > 0)) throw OptionError("all row weights are 0; nothing is left to train on");
}

/// Rows of one class only, and a free intercept to put them all on its side: P = 0, and nothing is below that.
std::optional<Fit> trivial_fit(const Dataset& data, const Target& target, const Penalty& penalty) {
  if (penalty.intercept != Intercept::free) return std::nullopt;
  bool in_use[2] = {false, false};
  for (std::size_t i = 0; i < target.sign.size(); ++i)
    if (target.weight_of(i) > 0) in_use[target.sign[i] > 0] = true;
  if (in_use[0] && in_use[1]) return std::nullopt;
  Fit fit;
  fit.status = Status::converged;
  fit.weights.assign(static_cast<std::size_t>(data.features), 0.0);
  fit.intercept = in_use[1] ? 1 : -1;
  fit.dual = 0;
  fit.dual_point.assign(static_cast<std::size_t>(data.rows), 0.0);
  return fit;
}

}  // namespace

void check_problem(const Dataset& data, const Target& target, const Penalty& penalty) {
  penalty.check(data.features);
  check(data, target);
}

std::optional<Fit> answer_at_once(const Dataset& data, const Target& target, const Penalty& penalty) {
  check_problem(data, target, penalty);
  return trivial_fit(data, target, penalty);
}

Fit solve(const Task& task) {
  switch (task.options.solver) {
    case Solver::primal_dual:
      return primal_dual(task);
    case Solver::newton:
      return paper_newton(task);
    case Solver::bfgs:
      return limited_memory_bfgs(task);
    case Solver::sgd:
      return stochastic_gradient(task, 1);
    case Solver::minibatch_sgd:
      return stochastic_gradient(task, 32);
    case Solver::cg:
      return conjugate_gradients(task);
  }
  return primal_dual(task);
}

}  // namespace smsvm
