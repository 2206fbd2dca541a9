#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "smsvm/solver.hpp"

namespace smsvm {

/// Keeps the history, tells the observer, and knows when to stop.
class Journal {
 public:
  using Clock = std::chrono::steady_clock;
  /// `start`: when the time allowed began to run.
  Journal(const SolverOptions& options, const Observer& observer, Clock::time_point start = Clock::now());

  /// Writes a line and shows it to the observer.
  void note(Progress progress);
  /// The first reason to stop that holds; `cost` is what going on would take, in
  /// passes; after `patience` lines without progress the solver has stalled.
  std::optional<Status> stop_reason(double cost, std::size_t patience = 30) const;

  /// Asked during sweeps: false once the observer or the clock says stop.
  bool keep_going();
  bool cancelled() const { return cancelled_.has_value(); }
  /// Also where a sweep was cancelled by somebody else, who has the same clock and the same observer.
  Status why_cancelled() const;

  double seconds() const;  ///< of earlier runs too, where this one goes on from a checkpoint
  /// Begins a new history, of the next problem of several, after so many passes. The clock runs on.
  void turn_page(double passes_before);
  double passes_before() const { return passes_before_; }
  bool is_empty() const { return history_.empty(); }
  const Progress& last() const { return last_; }
  std::vector<Progress> take_history() { return std::move(history_); }

 private:
  bool stalled(std::size_t patience) const;
  /// By the time of this run alone, without its way back to where a checkpoint was made.
  bool out_of_time() const;

  const SolverOptions& options_;
  const Observer& observer_;
  Clock::time_point start_;
  double passes_before_ = 0;
  std::vector<Progress> history_;
  Progress last_;  ///< what the observer is shown; P = 1 and D = 0 before the first full sweep
  std::optional<Status> cancelled_;
};

}  // namespace smsvm
