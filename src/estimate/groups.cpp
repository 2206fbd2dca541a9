#include "estimate/groups.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace smsvm {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{4} << 30;
constexpr std::int64_t bytes_per_row = 64;  // of one problem: slacks and duals, signs and weights, and what copies them
constexpr std::int64_t most_at_once = 128;  // each has a thread of its own

Batch group_of(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t first, std::size_t last) {
  Batch batch;
  for (std::size_t k = first; k < last; ++k)
    batch.target.push_back(cross_fit.target(k, problem.target(cross_fit.problem_of(k))));
  batch.penalty.assign(last - first, problem.penalty);
  return batch;
}

}  // namespace

std::size_t problems_at_once(std::int64_t rows) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(most_bytes / (bytes_per_row * std::max<std::int64_t>(rows, 1)), 1, most_at_once));
}

BatchFit train_in_groups(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t at_once,
                         const BatchObserver& observer) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::size_t count = cross_fit.size();
  const SolverOptions& given = problem.options.solver;
  bool goes_on = true;
  BatchFit all;
  for (std::size_t first = 0; first < count && (goes_on || cross_fit.is_whole(first)); first += at_once) {
    SolverOptions options = given;
    options.tolerance = problem.options.solve_to.value_or(given.tolerance);
    const double spent = std::chrono::duration<double>(Clock::now() - start).count();
    options.max_seconds = std::max(given.max_seconds - spent, std::numeric_limits<double>::min());
    const Batch group = group_of(problem, cross_fit, first, std::min(first + at_once, count));
    const BatchFit fits = train(*problem.data, group, options, [&](std::size_t k, const Progress& now) {
      return goes_on = goes_on && (!observer || observer(first + k, now));
    });
    all.fit.insert(all.fit.end(), fits.fit.begin(), fits.fit.end());
    all.passes += fits.passes;
    all.sweeps += fits.sweeps;
    all.seconds += fits.seconds;
  }
  return all;
}

}  // namespace smsvm
