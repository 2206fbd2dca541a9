#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "smsvm/solver.hpp"

namespace smsvm::python {

namespace nb = nanobind;

/// What a problem reports after a sweep.
struct Report {
  std::size_t problem = 0;
  int point = 0;  ///< of a path
  Progress progress;
};

/// Work that needs no interpreter, on a thread of its own, and the meeting point with the thread that waits for it. It
/// holds no Python object, since either of the two may be the last to let go of it.
class Job {
 public:
  virtual ~Job() = default;

  /// Called by the work, from any thread; false: stop.
  bool tell(const Report& report);
  bool goes_on() const { return !stop_; }

  /// Waits, with the interpreter free for others. Now and then lets Python handle signals, and hands reports to
  /// `listener`, a function or None. If that returns True, or anything raises (Ctrl-C: KeyboardInterrupt), the work is
  /// asked to stop. Returns what was raised, or None, for the caller to raise it again once the result is safe. Work
  /// that does not stop soon is left to end by itself, with all it needs: then what was raised is thrown here. What the
  /// work throws is thrown too. `needed` are Python objects that must live as long as the work.
  static nb::object run(std::shared_ptr<Job> job, nb::object needed, nb::object listener);

 protected:
  virtual void work() = 0;

 private:
  friend class LeftBehind;

  void start(std::shared_ptr<Job> self);
  bool has_ended();
  bool wait_a_little();
  nb::object wait(const nb::object& listener);
  void hand_over_news(const nb::object& listener);

  std::atomic<bool> stop_ = false;
  bool listening_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Report> news_;
  std::exception_ptr failure_;
  bool ended_ = false;
};

/// A job that is a function of itself; the function must own, or be sure of, all it refers to.
template <class Result>
class JobWithResult : public Job {
 public:
  explicit JobWithResult(std::function<Result(Job&)> function) : function_(std::move(function)) {}
  Result result{};

 private:
  void work() override { result = function_(*this); }
  std::function<Result(Job&)> function_;
};

/// The result, and what was raised meanwhile or None.
template <class Result>
std::pair<Result, nb::object> run_interruptibly(nb::object listener, nb::object needed,
                                                std::function<Result(Job&)> function) {
  const auto job = std::make_shared<JobWithResult<Result>>(std::move(function));
  nb::object raised = Job::run(job, std::move(needed), std::move(listener));
  return {std::move(job->result), std::move(raised)};
}

/// Raises, in Python, what run_interruptibly returned.
[[noreturn]] void raise_again(const nb::object& raised);

/// Waits for jobs that were left to end by themselves; at the interpreter's exit nothing may still run.
void wait_for_jobs_left_behind();

}  // namespace smsvm::python
