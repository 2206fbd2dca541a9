#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <tuple>
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

/// Where work without the interpreter and the thread that waits for it meet.
class Meeting {
 public:
  /// Called by the work, from any thread; false: stop.
  bool tell(const Report& report);
  bool goes_on() const { return !stop_; }

  /// Called by who waits.
  void ask_to_stop() { stop_ = true; }
  std::vector<Report> news();
  void expect_news() { listening_ = true; }

 private:
  std::atomic<bool> stop_ = false;
  bool listening_ = false;
  std::mutex mutex_;
  std::vector<Report> news_;
};

/// Runs `work` on another thread, with the interpreter free for others. The calling thread wakes up now and then to let
/// Python handle signals, and hands reports to `listener`, a function or None; if that returns True, or anything raises
/// (Ctrl-C: KeyboardInterrupt), the work is asked to stop and its result so far is awaited. Returns what was raised, or
/// None; it is for the caller to raise it again once the result is safe. What `work` throws is thrown.
nb::object run_interruptibly(nb::object listener, const std::function<void(Meeting&)>& work);

}  // namespace smsvm::python
