#include "solver/ascent/first_pair.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "smsvm/error.hpp"
#include "solver/ascent/interior_point.hpp"
#include "solver/ascent/newton_work.hpp"
#include "solver/ascent/proximal_ascent.hpp"
#include "solver/step/choose_space.hpp"

namespace smsvm {
namespace {

std::vector<double> as_numbers(const DualStart& start) {
  std::vector<double> numbers{start.epsilon, start.relative_gap, start.passes};
  numbers.insert(numbers.end(), start.point.begin(), start.point.end());
  numbers.insert(numbers.end(), start.dual.begin(), start.dual.end());
  return numbers;
}

DualStart as_start(const std::vector<double>& numbers, const Task& task) {
  constexpr std::ptrdiff_t scalars = 3;
  if (std::ssize(numbers) == scalars)  // a pair that led nowhere
    return {.point = {}, .dual = {}, .epsilon = numbers[0], .relative_gap = numbers[1], .passes = numbers[2]};
  const auto point = numbers.begin() + scalars, dual = point + std::ssize(task.problem.objective.l2);
  if (std::ssize(numbers) != scalars + std::ssize(task.problem.objective.l2) + task.shape.rows)
    throw Error(ErrorKind::bad_data, "the checkpoint has an ascent over other rows");
  return {.point = {point, dual},
          .dual = {dual, numbers.end()},
          .epsilon = numbers[0],
          .relative_gap = numbers[1],
          .passes = numbers[2]};
}

/// Where every feature has ℓ2.
DualStart ascend(const Task& task, const HeldRows& held, const AscentLimits& limits,
                 const std::function<bool()>& keep_going) {
  RunLog& log = task.problem.log;
  AscentKeeper keeper;
  keeper.halfway = log.take_halfway(task.problem.index);
  if (log.keeps_halfway())
    keeper.keep = [&](std::span<const double> state, std::int64_t rows) {
      log.keep_halfway(task.problem.index, state, rows);
    };
  return dual_ascent(held, task.problem.objective, limits, keep_going, keeper);
}

/// Up to so many weights (with ℓ1, where each step takes many factorisations) or rows Newton's steps are no burden.
double largest_newton(const Objective& objective, const SolverOptions& options) {
  constexpr double with_l1 = 1000, room = 1.25;
  const double largest = static_cast<double>(largest_system(options)) / room;
  return objective.has_l1() ? std::min(with_l1, largest) : largest;
}
bool newton_can_go_on(const DualStart& start, const Objective& objective, double largest) {
  if (!every_feature_has_a_penalty(objective)) return true;                  // there it has to
  if (objective.has_l1() && start.relative_gap > useless_gap) return false;  // it would begin at w = 0
  return static_cast<double>(newton_size(objective.has_l1(), start.point, start.dual)) <= largest;
}

}  // namespace

std::optional<AscentLimits> ascent_limits(const SolverOptions& options) {
  constexpr double small_allowance = 20;
  if (options.pass_limit() < small_allowance) return std::nullopt;
  // To high accuracy it may take hundreds of passes, where Newton's method takes few, if dear ones.
  constexpr double high_accuracy = 1e-5;
  const double most_passes = options.tolerance < high_accuracy ? 120 : 400;
  return AscentLimits{options.tolerance, std::min(most_passes, options.pass_limit() / 2), true, options.seed};
}

void count_passes(const Task& task, const DualStart& start) {
  task.problem.pass.count_rows(std::llround(start.passes * static_cast<double>(task.shape.rows)));
}

void note_what_ended(const Task& task, const DualStart& start, const std::function<bool()>& keep_going) {
  if (start.out_of_passes) task.problem.log.note_limit(task.problem.index, Limit::passes);
  if (!keep_going()) task.problem.log.note_limit(task.problem.index, Limit::outside);
}

DualStart first_pair(const Task& task, ThreadPool& pool, const std::function<bool()>& keep_going) {
  RunLog& log = task.problem.log;
  const auto limits = ascent_limits(task.options);
  if (!limits) {
    log.note_limit(task.problem.index, Limit::passes);
    return {};
  }
  DualStart start;
  if (const auto found = log.recall(task.problem.index)) {
    start = as_start(*found, task);
  } else {
    const Objective& objective = task.problem.objective;
    const HeldRows held = task.problem.pass.hold(task.problem.index);
    const double largest = largest_newton(objective, task.options);
    constexpr double needed = 200;  // from inside a step takes six passes, and proves little before the last ones
    const bool suits = interior_point_suits(task.shape, objective, task.options);
    const bool inside = suits && task.options.pass_limit() >= needed;
    if (suits && !inside) log.note_limit(task.problem.index, Limit::passes);
    if (every_feature_has_l2(objective)) {
      AscentLimits with_others = *limits;
      with_others.most_ahead = inside ? 30 : 300;  // what these, or proximal problems, take, about
      with_others.largest_newton = inside ? 0 : largest;
      start = ascend(task, held, with_others, keep_going);
    }
    bool from_inside = false;
    if (inside && start.relative_gap > task.options.tolerance && keep_going()) {
      const InteriorLimits rest{task.options.tolerance, task.options.pass_limit() - start.passes};
      DualStart inner = interior_point(held, objective, task.problem.rounding, rest, pool, keep_going);
      from_inside = !inner.point.empty() && inner.relative_gap < start.relative_gap;
      start.passes = inner.passes += start.passes;
      start.out_of_passes = start.out_of_passes || inner.out_of_passes;
      if (from_inside) start = std::move(inner);
    }
    if (!from_inside && start.relative_gap > task.options.tolerance && !newton_can_go_on(start, objective, largest) &&
        rows_fit_twice(task.shape, task.options) && keep_going()) {
      const double passes = start.passes;
      const DualStart from = start.relative_gap < useless_gap ? std::move(start) : DualStart{};
      const ProximalLimits rest{task.options.tolerance, task.options.pass_limit() - passes, largest};
      start = proximal_ascent(held, objective, rest, from, keep_going);
      start.passes += passes;
    }
    note_what_ended(task, start, keep_going);
    log.remember(task.problem.index, as_numbers(start));
  }
  count_passes(task, start);
  return start;
}

}  // namespace smsvm
