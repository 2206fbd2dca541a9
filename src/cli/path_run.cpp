#include "cli/path_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text.hpp"
#include "cli/training_files.hpp"

namespace smsvm::cli {

std::vector<Target> targets_of(const TrainingRun& run) {
  std::vector<Target> targets;
  for (std::size_t k = 0; k < run.classes.positive.size(); ++k) targets.push_back(target_of(run, k));
  return targets;
}

void PathProgress::update(std::size_t problem, int point, const Progress& now) {
  reached_[problem] = point;
  const int behind = *std::min_element(reached_.begin(), reached_.end());
  const double share = std::max(0.0, static_cast<double>(behind) / points_);
  const std::string what = behind < 0 ? "where the path begins" : fmt::format("point {} of {}", behind + 1, points_);
  const double left = share > 0 ? watch_.seconds() * (1 - share) / share : 0;
  bar_.show(share, fmt::format("{}  gap {:.1e}  ε {:.1e}  nonzeros {}{}", what, now.relative_gap(), now.epsilon,
                               with_thousands(now.nonzero_weights), left > 0 ? "  ETA " + duration(left) : ""));
}

int nothing_known(const DeferredSignals& signals, Log& log) {
  constexpr int not_converged = 3;
  log.warning("stopped before the first point of the path was known; nothing was written");
  return signals.received() != 0 ? exit_code_of_signal(signals.received()) : not_converged;
}

void write_model_at(TrainingRun& run, double l1, double l2, const DeferredSignals& signals, Log& log) {
  run.penalty.l1 = l1;
  run.penalty.l2 = l2;
  fit(run, signals, log);
  write_training_files(run, log);
}

}  // namespace smsvm::cli
