#include "cli/training_groups.hpp"

#include <algorithm>
#include <limits>

#include "cli/resources.hpp"

namespace smsvm::cli {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{4} << 30;
constexpr std::int64_t bytes_per_row = 64;  // of one problem: slacks and duals, signs and weights, and what copies them
constexpr std::int64_t most_at_once = 128;  // each has a thread of its own

Batch batch_of(const TrainingRun& run, std::size_t first, std::size_t last) {
  Batch batch;
  for (std::size_t k = first; k < last; ++k) batch.target.push_back(target_of(run, k));
  batch.penalty.assign(last - first, run.penalty);
  return batch;
}

}  // namespace

std::size_t problems_at_once(std::int64_t rows) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(most_bytes / (bytes_per_row * std::max<std::int64_t>(rows, 1)), 1, most_at_once));
}

BatchFit train_in_groups(const TrainingRun& run, const BatchObserver& observer) {
  const Stopwatch watch;
  const std::size_t count = run.cross_fit.size(), at_once = problems_at_once(run.data.rows);
  BatchFit all;
  for (std::size_t first = 0; first < count; first += at_once) {
    SolverOptions options = solver_options(run);
    options.max_seconds = std::max(options.max_seconds - watch.seconds(), std::numeric_limits<double>::min());
    const BatchFit group = train(run.data, batch_of(run, first, std::min(first + at_once, count)), options,
                                 [&](std::size_t k, const Progress& now) { return observer(first + k, now); });
    all.fit.insert(all.fit.end(), group.fit.begin(), group.fit.end());
    all.passes += group.passes;
    all.seconds += group.seconds;
  }
  return all;
}

}  // namespace smsvm::cli
