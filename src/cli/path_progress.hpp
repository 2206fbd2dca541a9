#pragma once

#include <string>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/log.hpp"
#include "cli/path_options.hpp"
#include "cli/progress_bar.hpp"
#include "cli/training_run.hpp"
#include "smsvm/path.hpp"

namespace smsvm::cli {

/// Says what is about to be done; `name` is that of the command.
void announce_path(std::string_view name, const TrainingRun& run, const PathCommandOptions& options, Log& log);

/// Shows how far all problems have come, and logs their passes where asked for.
class PathProgress {
 public:
  PathProgress(Log& log, std::size_t problems, int points)
      : log_(log), bar_(log), points_(points), problems_(problems) {}
  void update(std::size_t problem, int point, const Progress& now);

 private:
  struct OfProblem {
    int point = -1;
    double passes = 0;  ///< of the last line: the solver also calls in the middle of a sweep
  };
  void log_pass(std::size_t problem, const Progress& now);
  double share() const;

  Log& log_;
  ProgressBar bar_;
  Stopwatch watch_;
  int points_;
  std::vector<OfProblem> problems_;
};

/// After a stop that came before there was anything to write; returns the exit code.
int nothing_known(const TrainingRun& run, const DeferredSignals& signals, Log& log);

/// Says that there are fewer points than asked for, and why.
void warn_of_stop(const DeferredSignals& signals, Log& log);

/// Not after a signal that cut the path short: the point would be another one. After one that came later training
/// begins, and ends at once, with what `train` would then keep: its checkpoint too.
bool may_train_the_model(bool path_was_stopped, const DeferredSignals& signals);

/// Trains at this point of a path, writes the model, and its certificate if asked for, and says so. False where a limit
/// or a signal left nothing worth writing.
bool write_model_at(TrainingRun& run, const PathPoint& point, const DeferredSignals& signals, Log& log);

/// By signals and by --strict, which asks for every point, and the model if there is one, to have converged.
int exit_code(const TrainingRun& run, const std::vector<Path>& paths, const DeferredSignals& signals, Log& log);

}  // namespace smsvm::cli
