#include "solver/choose_space.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

#include "smsvm/error.hpp"
#include "solver/dual_ascent.hpp"
#include "solver/feature_space.hpp"
#include "solver/live_rows.hpp"
#include "solver/primal_dual.hpp"
#include "solver/primal_dual_gradients.hpp"
#include "solver/row_space.hpp"
#include "solver/wide_space.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

std::int64_t memory_allowed(const SolverOptions& options) {
  constexpr std::int64_t usual = std::int64_t{1} << 30;  // not the machine's: the result must not depend on it
  return options.memory > 0 ? options.memory : usual;
}

namespace {

/// Up to so many features a system over them is solved at once, and it is better conditioned than one over rows: there
/// a column of large values and little penalty, say 1e6 under λ = 1e-4, drowns all others.
constexpr std::int64_t few_features = 64;

/// What the dual view needs; a free intercept is fine.
bool every_feature_has_l2(const Objective& objective) {
  const auto features = static_cast<std::ptrdiff_t>(objective.features());
  return std::all_of(objective.l2.begin(), objective.l2.begin() + features, [](double l2) { return l2 > 0; });
}

bool every_feature_has_a_penalty(const Objective& objective) {
  for (std::size_t j = 0; j < objective.features(); ++j)
    if (!(objective.l2[j] > 0 || objective.l1[j] > 0)) return false;
  return true;
}

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

/// None if few passes are allowed: these are better spent on Newton's steps, each of which improves P.
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

/// An ascent that ended early is not what it would have been without a limit.
void note_what_ended(const Task& task, const DualStart& start, const std::function<bool()>& keep_going) {
  if (start.out_of_passes) task.problem.log.note_limit(task.problem.index, Limit::passes);
  if (!keep_going()) task.problem.log.note_limit(task.problem.index, Limit::outside);
}

std::vector<double> as_numbers(const DualStart& start) {
  std::vector<double> numbers{start.epsilon, start.relative_gap, start.passes};
  numbers.insert(numbers.end(), start.point.begin(), start.point.end());
  numbers.insert(numbers.end(), start.dual.begin(), start.dual.end());
  return numbers;
}

DualStart as_start(const std::vector<double>& numbers, const Task& task) {
  constexpr std::ptrdiff_t scalars = 3;
  const auto point = numbers.begin() + scalars, dual = point + std::ssize(task.problem.objective.l2);
  if (std::ssize(numbers) != scalars + std::ssize(task.problem.objective.l2) + task.shape.rows)
    throw Error(ErrorKind::bad_data, "the checkpoint has an ascent over other rows");
  return {.point = {point, dual},
          .dual = {dual, numbers.end()},
          .epsilon = numbers[0],
          .relative_gap = numbers[1],
          .passes = numbers[2]};
}

/// Coordinate ascent on the dual, where every feature has ℓ2. None if few passes are allowed.
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

constexpr double useless = 0.5;  // a larger relative gap, where λ is tiny: w = 0 and a large ε are a better start

/// Up to so many weights (with ℓ1, where each step takes many factorisations) or rows Newton's steps are no burden.
double largest_newton(const Objective& objective, const SolverOptions& options) {
  constexpr double with_l1 = 2500, room = 1.25;
  const double largest = static_cast<double>(largest_system(options)) / room;
  return objective.has_l1() ? std::min(with_l1, largest) : largest;
}
/// First-order steps keep the rows twice.
bool rows_fit_twice(const DataShape& data, const SolverOptions& options) {
  return 2 * data.nonzeros * bytes_per_live_value(data.precision) <= memory_allowed(options) / 2;
}
bool newton_can_go_on(const DualStart& start, const Objective& objective, double largest) {
  if (!every_feature_has_a_penalty(objective)) return true;              // there it has to
  if (objective.has_l1() && start.relative_gap > useless) return false;  // it would begin at w = 0
  const auto size = objective.has_l1() ? std::ranges::count_if(start.point, [](double w) { return w != 0; })
                                       : std::ranges::count_if(start.dual, [](double a) { return a > 0 && a < 1; });
  return static_cast<double>(size) <= largest;
}

/// A pair to start from, if the passes allow it: by coordinate ascent where there is ℓ2 everywhere, and by first-order
/// steps on both where that is not enough and linear systems would be too large.
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
    if (every_feature_has_l2(objective)) {
      AscentLimits with_gradients = *limits;
      with_gradients.most_ahead = 300;  // what these take, about
      with_gradients.largest_newton = largest;
      start = ascend(task, held, with_gradients, keep_going);
    }
    if (start.relative_gap > task.options.tolerance && !newton_can_go_on(start, objective, largest) &&
        rows_fit_twice(task.shape, task.options) && keep_going()) {
      const double passes = start.passes;
      const DualStart from = start.relative_gap < useless ? std::move(start) : DualStart{};
      const GradientLimits gradients{task.options.tolerance, task.options.pass_limit() - passes, largest};
      start = primal_dual_gradients(held, objective, gradients, from, pool, keep_going);
      start.passes += passes;
    }
    note_what_ended(task, start, keep_going);
    log.remember(task.problem.index, as_numbers(start));
  }
  count_passes(task, start);
  return start;
}

}  // namespace

std::size_t largest_system(const SolverOptions& options) {
  const auto bytes = static_cast<double>(memory_allowed(options));
  return static_cast<std::size_t>(std::clamp(std::sqrt(bytes / (3 * sizeof(double))), 1024.0, 6144.0));
}

bool row_space_is_smaller(const DataShape& data, const Objective& objective, std::size_t largest) {
  if (data.features <= few_features || objective.has_l1() || !every_feature_has_l2(objective)) return false;
  return data.rows < data.features || objective.dimension() > largest;
}

bool few_rows_and_many_features(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  constexpr std::int64_t few = 1024, many = 512;  // up to so many features a square of them is no burden
  if (data.rows > few || data.features <= std::max(many, 2 * data.rows)) return false;
  if (!objective.has_l1() || !every_feature_has_a_penalty(objective)) return false;
  constexpr std::int64_t sparse = 4;  // every row is a dense factor there: few values a row make a cheap square instead
  if (sparse * data.nonzeros < data.rows * data.features) return false;
  return data.rows * data.features * static_cast<std::int64_t>(sizeof(double)) <= memory_allowed(options) / 4;
}

bool ascent_may_save_working_sets(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  constexpr std::int64_t tall = 10;
  if (data.rows >= tall * data.features || !every_feature_has_l2(objective)) return false;
  return data.nonzeros * bytes_per_live_value(data.precision) <= memory_allowed(options) / 2;
}

namespace {

enum class Space { factors, rows, features };

/// The rule, for a single problem and for a sequence of penalties alike.
Space choose_space(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  if (few_rows_and_many_features(data, objective, options)) return Space::factors;
  return row_space_is_smaller(data, objective, largest_system(options)) ? Space::rows : Space::features;
}
Space choose_space(const Task& task) { return choose_space(task.shape, task.problem.objective, task.options); }

/// Given that the space is that of the features.
bool ascent_comes_first(const DataShape& data, const Objective& objective, const SolverOptions& options) {
  return FeatureSpace(objective, largest_system(options)).needs_working_set() &&
         ascent_may_save_working_sets(data, objective, options);
}
bool ascent_comes_first(const Task& task) {
  return ascent_comes_first(task.shape, task.problem.objective, task.options);
}

/// The same, also without ℓ2.
bool pair_comes_first(const Task& task) {
  const auto& [shape, problem, options, journal] = task;
  if (every_feature_has_l2(problem.objective)) return ascent_comes_first(task);
  constexpr std::int64_t tall = 10;
  return shape.rows < tall * shape.features && every_feature_has_a_penalty(problem.objective) &&
         rows_fit_twice(shape, options) && FeatureSpace(problem.objective, largest_system(options)).needs_working_set();
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
    return solve(problem, directions, {}, options, journal);
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
  if (start.relative_gap > useless && !journal.cancelled()) start = {};
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
  task_.journal.turn_page(before);
  const auto limits = ascent_limits(task_.options);
  if (ascent_ && !limits) task_.problem.log.note_limit(task_.problem.index, Limit::passes);
  if (!ascent_ || !limits) {
    const Status status = sequence_->solve(task_.options, task_.journal);
    if (status != Status::stalled) return status;
    task_.journal.turn_page(before);  // from what was left of the last problem there is no way; a fresh start has one
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
