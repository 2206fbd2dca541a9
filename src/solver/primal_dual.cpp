#include "solver/primal_dual.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "solver/ascent/first_pair.hpp"
#include "solver/step/choose_space.hpp"
#include "solver/step/feature_space.hpp"
#include "solver/step/row_space.hpp"
#include "solver/step/wide_space.hpp"

namespace smsvm {
namespace {

/// Inner solvers ask often, which the caller shall not notice: at most every 50 ms. A no is remembered, by all copies.
std::function<bool()> now_and_then(std::function<bool()> ask) {
  using Clock = std::chrono::steady_clock;
  struct Memory {
    Clock::time_point last{};
    bool answer = true;
  };
  return [ask = std::move(ask), memory = std::make_shared<Memory>()] {
    if (const auto now = Clock::now(); memory->answer && now - memory->last > std::chrono::milliseconds(50)) {
      memory->last = now;
      memory->answer = ask();
    }
    return memory->answer;
  };
}

}  // namespace

Fit primal_dual(const Task& task) {
  const auto& [shape, problem, options, journal] = task;
  const std::function<bool()> keep_going = now_and_then([&journal = journal] { return journal.keep_going(); });
  ThreadPool pool(options.threads);
  const CholeskyOptions factorisation{&pool, keep_going};
  const std::size_t largest = largest_system(options);
  const Space space = choose_space(task);
  if (space == Space::factors) {
    WideSpace directions(problem, factorisation);
    DualStart start;
    constexpr double from_inside = 1e-6;  // below, steps by factors may have to finish, which fail from so near
    if (options.tolerance >= from_inside && pair_comes_first(task)) start = first_pair(task, pool, keep_going);
    if (start.relative_gap > options.tolerance && !journal.cancelled()) start = {};
    return solve(problem, directions, std::move(start), options, journal);
  }
  // Newton's first steps concern every row, or thousands of features; coordinate ascent on the dual is the cheaper way
  // to the few that matter in the end, and often to the goal.
  if (space == Space::rows) {
    DualStart start = first_pair(task, pool, keep_going);
    const auto between = std::count_if(start.dual.begin(), start.dual.end(), [](double a) { return a > 0 && a < 1; });
    const auto enough = static_cast<std::size_t>(1.25 * static_cast<double>(between)) + 500;
    RowSpace directions(problem.objective, std::min(std::max<std::size_t>(enough, 1000), largest), factorisation);
    return solve(problem, directions, std::move(start), options, journal);
  }
  FeatureSpace directions(problem.objective, largest, factorisation);
  DualStart start;
  if (pair_comes_first(task)) start = first_pair(task, pool, keep_going);
  if (start.relative_gap > useless_gap && !journal.cancelled()) start = {};
  return solve(problem, directions, std::move(start), options, journal);
}

PrimalDualPath::PrimalDualPath(const Task& task) : task_(task), pool_(task.options.threads) {
  const auto& [shape, problem, options, journal] = task;
  keep_going_ = now_and_then([&journal = journal] { return journal.keep_going(); });
  const CholeskyOptions factorisation{&pool_, keep_going_};
  const std::size_t largest = largest_system(options);
  switch (choose_space(task)) {
    case Space::factors:
      directions_ = std::make_unique<WideSpace>(problem, factorisation);
      break;
    case Space::rows:
      directions_ = std::make_unique<RowSpace>(problem.objective, largest, factorisation);
      ascent_ = make_successive_ascent(problem.pass.hold(problem.index), problem.objective);  // as for a single problem
      break;
    case Space::features:
      directions_ =
          std::make_unique<FeatureSpace>(problem.objective, largest, factorisation, FeatureSpace::Extent::lean);
      if (ascent_comes_first(task))
        ascent_ = make_successive_ascent(problem.pass.hold(problem.index), problem.objective);
      break;
  }
  sequence_.emplace(problem, *directions_);
}

PrimalDualPath::~PrimalDualPath() = default;

Status PrimalDualPath::solve_next() {
  const double before = task_.problem.pass.passes();
  task_.journal.begin_history(before);
  const auto limits = ascent_limits(task_.options);
  if (ascent_ && !limits) task_.problem.log.note_limit(task_.problem.index, Limit::passes);
  if (!ascent_ || !limits) {
    const Status status = sequence_->solve(task_.options, task_.journal);
    if (status != Status::stalled) return status;
    task_.journal.begin_history(
        before);  // from what was left of the last problem there is no way; a fresh start has one
    return sequence_->solve_from({}, task_.options, task_.journal);
  }
  DualStart start = ascent_->climb(*limits, keep_going_);  // again where a run is resumed: it goes on from itself
  note_what_ended(task_, start, keep_going_);
  count_passes(task_, start);
  constexpr double roughly = 2;
  if (start.relative_gap > roughly * limits->tolerance) ascent_.reset();  // nor will it get there with less penalty
  return sequence_->solve_from(std::move(start), task_.options, task_.journal);
}

}  // namespace smsvm
