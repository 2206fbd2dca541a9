#pragma once

#include <memory>
#include <mutex>

#include "smsvm/solver.hpp"
#include "solver/loop/journal.hpp"

namespace smsvm {

/// Lets the problems of a batch speak to one observer, one at a time; once it says stop, all of them are stopped.
class CommonObserver {
 public:
  CommonObserver(const SolverOptions& options, const BatchObserver& observer) : options_(options), observer_(observer) {
    last_.primal = last_.epsilon = 1;
  }

  bool observe(std::size_t problem, const Progress& now) {
    const std::lock_guard lock(mutex_);
    last_problem_ = problem;
    last_ = now;
    return ask();
  }
  /// During sweeps.
  bool keep_going() {
    if (time_->last_looks > 0) return true;
    const std::lock_guard lock(mutex_);
    return !time_->is_over(options_) && ask();
  }
  std::shared_ptr<SharedTime> time() const { return time_; }
  double seconds() const { return time_->seconds(options_); }

 private:
  bool ask() { return go_ = go_ && (!observer_ || observer_(last_problem_, last_)); }

  std::shared_ptr<SharedTime> time_ = std::make_shared<SharedTime>();
  const SolverOptions& options_;
  const BatchObserver& observer_;
  std::mutex mutex_;
  bool go_ = true;
  std::size_t last_problem_ = 0;
  Progress last_;
};

}  // namespace smsvm
