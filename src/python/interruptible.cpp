#include "python/interruptible.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

namespace smsvm::python {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(20);

/// Tells the waiting thread when the other one has ended, and how.
class Ending {
 public:
  void announce(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
    ended_ = true;
    changed_.notify_all();
  }
  bool wait_a_little() {
    const nb::gil_scoped_release others_may_run;
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, between_looks, [this] { return ended_; });
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr failure_;
  bool ended_ = false;
};

void hand_over(const std::vector<Report>& news, const nb::object& listener, Meeting& meeting) {
  for (const Report& report : news) {
    const Progress& now = report.progress;
    const nb::object answer = listener(report.problem, report.point, now.passes, now.seconds, now.primal, now.dual,
                                       now.epsilon, now.nonzero_weights);
    if (answer.is(nb::bool_(true))) return meeting.ask_to_stop();
  }
}

}  // namespace

bool Meeting::tell(const Report& report) {
  if (listening_) {
    const std::lock_guard lock(mutex_);
    news_.push_back(report);
  }
  return goes_on();
}

std::vector<Report> Meeting::news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, {});
}

nb::object run_interruptibly(nb::object listener, const std::function<void(Meeting&)>& work) {
  Meeting meeting;
  Ending ending;
  nb::object raised = nb::none();
  if (!listener.is_none()) meeting.expect_news();
  std::jthread worker([&] {
    try {
      work(meeting);
      ending.announce(nullptr);
    } catch (...) {
      ending.announce(std::current_exception());
    }
  });
  for (bool ended = false; !ended;) {
    ended = ending.wait_a_little();
    if (!raised.is_none()) continue;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      hand_over(meeting.news(), listener, meeting);
    } catch (const nb::python_error& error) {
      raised = nb::borrow(error.value());
      meeting.ask_to_stop();
    }
  }
  worker.join();
  ending.rethrow();
  return raised;
}

}  // namespace smsvm::python
