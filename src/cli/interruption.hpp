#pragma once

namespace smsvm::cli {

/// From now on SIGINT, SIGTERM and SIGHUP end the process at once with 128 + their number, and writing to a closed pipe
/// or beyond the limit on file sizes is an error rather than a signal. A signal that the parent chose to ignore stays
/// ignored.
void install_signal_handlers();

/// There is a checkpoint to go on from: what a signal ends at once from now on ends with the code that says so.
void note_checkpoint();

/// While one exists, the first such signal is only noted, so that work in hand can be finished or undone. A second
/// one still ends the process at once.
class DeferredSignals {
 public:
  DeferredSignals();
  ~DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;

  int received() const;  ///< its number, or 0
  void check() const;    ///< throws Interrupted if there was one
};

/// Unwinds a command that has nothing to keep.
struct Interrupted {
  int signal;
};

constexpr int exit_code_of_signal(int signal) { return 128 + signal; }

}  // namespace smsvm::cli
