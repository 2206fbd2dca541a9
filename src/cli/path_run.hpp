#pragma once

#include <vector>

#include "cli/interruption.hpp"
#include "cli/log.hpp"
#include "cli/path_options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/training_run.hpp"
#include "smsvm/path.hpp"

namespace smsvm::cli {

/// One target for each problem of the run: one for two classes, else one for each class.
std::vector<Target> targets_of(const TrainingRun& run);

/// Shows how far the problem that is behind has come, and logs points as they are solved.
class PathProgress {
 public:
  PathProgress(Log& log, std::size_t problems, int points) : bar_(log), points_(points), reached_(problems, -1) {}
  void update(std::size_t problem, int point, const Progress& now);

 private:
  ProgressBar bar_;
  Stopwatch watch_;
  int points_;
  std::vector<int> reached_;
};

/// After a stop that came before there was anything to write; returns the exit code.
int nothing_known(const DeferredSignals& signals, Log& log);

/// Trains at this point of a path and writes the model, and its certificate if asked for.
void write_model_at(TrainingRun& run, double l1, double l2, const DeferredSignals& signals, Log& log);

}  // namespace smsvm::cli
