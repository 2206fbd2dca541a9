#pragma once

#include <CLI/App.hpp>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "cli/interruption.hpp"
#include "cli/kept_options.hpp"
#include "cli/log.hpp"
#include "smsvm/checkpoint.hpp"

namespace smsvm::cli {

/// How a command that trains is to be kept, as given.
struct CheckpointingOptions {
  std::string file, resume;
  std::optional<double> every;
  KeptOptions options;  ///< of the whole command

  void add_to(CLI::App& command);
  /// Before anything is made of the options of the command: fills in what follows from others and, where it resumes a
  /// run, what that one was given and this one is not. Throws an Error for what cannot be done.
  void complete(CLI::App& command);
};

/// A run that may be kept in a file, and may go on from one.
class Checkpointing {
 public:
  /// Reads the file to go on from, if there is one, and says so.
  Checkpointing(const CheckpointingOptions& options, Log& log);

  /// For SolverOptions.
  Checkpoint* checkpoint() const { return checkpoint_.get(); }
  /// On the way back to where the run ended last time: there is nothing new to tell.
  bool is_replaying() const { return checkpoint_ && checkpoint_->is_replaying(); }

  /// Passes on what was written and what went wrong meanwhile; solvers have threads of their own, the log has not.
  void say_news(Log& log);
  /// Where the run ended early: how to go on.
  void say_how_to_go_on(Log& log) const;
  /// After a signal.
  int exit_code(int signal) const;

 private:
  std::string file_, command_;
  std::mutex mutex_;
  std::string warning_;
  std::atomic<int> written_ = 0;
  int announced_ = 0;
  std::unique_ptr<Checkpoint> checkpoint_;  ///< none: the run is not kept
};

}  // namespace smsvm::cli
