#include "train/solve_by_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "baselines/baselines.hpp"
#include "rows/signs.hpp"
#include "smsvm/error.hpp"
#include "solver/primal_dual.hpp"
#include "solver/step/choose_space.hpp"
#include "util/temporary_file.hpp"

namespace smsvm {
namespace {

void check(const Dataset& data, const Target& target) {
  const bool by_label = target.sign.empty() && target.positive >= 0;
  if (by_label && target.positive >= std::ssize(data.labels.distinct))
    throw OptionError(fmt::format("there is no label {} among {}", target.positive, data.labels.distinct.size()));
  if (!by_label && static_cast<std::int64_t>(target.sign.size()) != data.rows)
    throw OptionError(fmt::format("{} signs for {} rows", target.sign.size(), data.rows));
  if (!target.weight.empty() && static_cast<std::int64_t>(target.weight.size()) != data.rows)
    throw OptionError(fmt::format("{} row weights for {} rows", target.weight.size(), data.rows));
  for (const double weight : target.weight) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw OptionError(fmt::format("a row weight is {}; each must be 0 or more", weight));
  }
  if (!(target.total_weight(data.rows) > 0)) throw OptionError("all row weights are 0; nothing is left to train on");
}

/// Whether there are rows of −1, and of +1, that weigh anything.
std::array<bool, 2> classes_in_use(const Dataset& data, const Target& target) {
  if (target.sign.empty() && target.weight.empty()) {
    const std::int64_t positive = data.labels.count()[static_cast<std::size_t>(target.positive)];
    return {positive<data.rows, positive> 0};
  }
  std::array<bool, 2> in_use{};
  const auto by_label = target.sign.empty() ? signs_of(data.all_labels(), target.positive) : std::vector<std::int8_t>();
  const std::vector<std::int8_t>& sign = target.sign.empty() ? by_label : target.sign;
  for (std::size_t i = 0; i < sign.size(); ++i)
    if (target.weight_of(i) > 0) in_use[sign[i] > 0] = true;
  return in_use;
}

/// Rows of one class only, and a free intercept to put them all on its side: P = 0, and nothing is below that.
std::optional<Fit> trivial_fit(const Dataset& data, const Target& target, const Penalty& penalty) {
  if (penalty.intercept != Intercept::free) return std::nullopt;
  const auto [has_negative, has_positive] = classes_in_use(data, target);
  if (has_negative && has_positive) return std::nullopt;
  Fit fit;
  fit.status = Status::converged;
  fit.weights.assign(static_cast<std::size_t>(data.features), 0.0);
  fit.intercept = has_positive ? 1 : -1;
  fit.dual = 0;
  return fit;
}

}  // namespace

void check_problem(const Dataset& data, const Target& target, const Penalty& penalty) {
  penalty.check(data.features);
  check(data, target);
}

std::optional<Fit> answer_at_once(const Dataset& data, const Target& target, const Penalty& penalty,
                                  const SolverOptions& options, std::size_t problem) {
  check_problem(data, target, penalty);
  std::optional<Fit> fit = trivial_fit(data, target, penalty);
  if (fit && options.dual_points == DualPoints::returned)
    fit->dual_point.assign(static_cast<std::size_t>(data.rows), 0.0);
  if (fit && options.dual_points == DualPoints::streamed) {
    const std::vector<double> zeros(numbers_of_piece);
    for (auto left = static_cast<std::size_t>(data.rows); left > 0; left -= std::min(left, zeros.size()))
      options.dual_point_sink(problem, std::span(zeros).first(std::min(left, zeros.size())));
  }
  return fit;
}

Fit solve_by_method(const Task& task) {
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
