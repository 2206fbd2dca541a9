#include "estimate/groups.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "train/problems_at_once.hpp"
#include "util/temporary_file.hpp"

namespace smsvm {

Batch group_of(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t first, std::size_t last) {
  Batch batch;
  RowsOfPart rows;
  for (std::size_t k = first; k < last; ++k) {
    const std::size_t own = cross_fit.problem_of(k);
    batch.target.push_back(problem.target(own));
    batch.penalty.push_back(problem.penalty);
    if (cross_fit.is_whole(k)) continue;
    if (own == 0 || k == first) rows = problem.part(cross_fit.copies(k));
    batch.target.back().weight = rows.weight;
    batch.penalty.back().scale = rows.scale;
  }
  return batch;
}

namespace {

/// Nobody collects what is known of each row, where all that rank 0 knows of the rows is small.
void send_dual_points(const TrainingProblem& problem, std::size_t first, SolverOptions& options,
                      std::vector<std::shared_ptr<TemporaryFile>>& files) {
  const bool rows_are_elsewhere = problem.data->distributed && problem.weight_given.empty();
  if (!rows_are_elsewhere) return;
  options.dual_points = DualPoints::dropped;
  if (problem.options.folder_for_proofs.empty()) return;
  while (files.size() < problem.problems())
    files.push_back(std::make_shared<TemporaryFile>(problem.options.folder_for_proofs));
  options.dual_points = DualPoints::streamed;
  options.dual_point_sink = [first, &files](std::size_t k, std::span<const double> window) {
    if (first + k < files.size())  // those without a fold prove nothing that is asked for
      files[first + k]->append({reinterpret_cast<const char*>(window.data()), window.size_bytes()});
  };
}

}  // namespace

std::size_t problems_of_group(const TrainingProblem& problem) {
  return problems_at_once(problem.data->rows, std::int64_t{4} << 30);
}

SolverOptions solver_options(const TrainingProblem& problem) {
  SolverOptions options = problem.options.solver;
  options.tolerance = problem.options.solve_to.value_or(options.tolerance);
  return options;
}

Training train_in_groups(const TrainingProblem& problem, const CrossFit& cross_fit, std::size_t at_once,
                         const BatchObserver& observer) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::size_t count = cross_fit.size();
  const SolverOptions given = solver_options(problem);
  bool goes_on = true;
  Training all;
  std::vector<std::shared_ptr<TemporaryFile>> dual_points;  // where nobody has all of them in memory
  for (std::size_t first = 0; first < count && (goes_on || cross_fit.is_whole(first)); first += at_once) {
    SolverOptions options = given;
    const double spent = std::chrono::duration<double>(Clock::now() - start).count();
    send_dual_points(problem, first, options, dual_points);
    options.max_seconds = std::max(given.max_seconds - spent, std::numeric_limits<double>::min());
    const Batch group = group_of(problem, cross_fit, first, std::min(first + at_once, count));
    BatchFit fits = train(*problem.data, group, options, [&](std::size_t k, const Progress& now) {
      return goes_on = goes_on && (!observer || observer(first + k, now));
    });
    for (Fit& fit : fits.fit) {
      if (!cross_fit.is_whole(all.fit.size())) fit.dual_point = {};  // nobody asks what it proves
      all.fit.push_back(std::move(fit));
    }
    all.passes += fits.passes;
    all.sweeps += fits.sweeps;
    all.seconds += fits.seconds;
  }
  for (const auto& numbers : dual_points) all.dual_points.push_back(pieces_of(numbers));
  return all;
}

}  // namespace smsvm
