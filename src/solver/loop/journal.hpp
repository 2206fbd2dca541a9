#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "smsvm/solver.hpp"

namespace smsvm {

/// What problems that share their sweeps have in common.
struct SharedTime {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();  ///< the time allowed runs since then
  std::atomic<int> last_looks = 0;  ///< sweeps under way that go on although the time is over

  /// Of earlier runs too, where this one goes on from a checkpoint.
  double seconds(const SolverOptions& options) const;
  /// By the time of this run alone, without its way back to where a checkpoint was made.
  bool is_over(const SolverOptions& options) const;
};

/// Keeps the history, shows it to the observer, and listens to the observer and the clock.
class Journal {
 public:
  using Clock = std::chrono::steady_clock;
  Journal(const SolverOptions& options, const Observer& observer,
          std::shared_ptr<SharedTime> time = std::make_shared<SharedTime>());

  /// Writes a line and shows it to the observer.
  void note(Progress progress);
  /// Asked during sweeps: false once the observer or the clock says stop.
  bool keep_going();
  std::optional<Status> cancelled() const { return cancelled_; }  ///< by whom, if a sweep was
  bool out_of_time() const { return time_->is_over(options_); }
  /// Makes one sweep that nothing cancels, over what would be lost otherwise.
  template <class Sweep>
  bool last_look(const Sweep& sweep) {
    ++time_->last_looks;
    const bool done = sweep();
    --time_->last_looks;
    return done;
  }

  double seconds() const { return time_->seconds(options_); }
  /// Begins a new history, of the next problem of several, after so many passes. The clock runs on.
  void begin_history(double passes_before);
  double passes_before() const { return passes_before_; }
  bool is_empty() const { return history_.empty(); }
  const Progress& last() const { return last_; }
  /// The line so many before the last one, if there is one.
  const Progress* line_before(std::size_t lines) const {
    return history_.size() > lines ? &history_[history_.size() - 1 - lines] : nullptr;
  }
  std::vector<Progress> take_history() { return std::move(history_); }

 private:
  const SolverOptions& options_;
  const Observer& observer_;
  std::shared_ptr<SharedTime> time_;
  double passes_before_ = 0;
  std::vector<Progress> history_;
  Progress last_;  ///< what the observer is shown; P = 1 and D = 0 before the first full sweep
  std::optional<Status> cancelled_;
};

}  // namespace smsvm
