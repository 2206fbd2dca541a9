#include "python/interruptible.hpp"

#include <nanobind/stl/optional.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <optional>
#include <thread>

namespace smsvm::python {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between_looks = std::chrono::milliseconds(20);
constexpr auto patience = std::chrono::milliseconds(120);  // with Ctrl-C; the solver mostly stops sooner

}  // namespace

/// Jobs that nobody waits for any more. Python objects in them are let go of here, where the interpreter is held.
class LeftBehind {
 public:
  static LeftBehind& instance() {
    static auto* const all = new LeftBehind();  // never destroyed: threads may outlive what is
    return *all;
  }
  struct Entry {
    std::shared_ptr<Job> job;
    nb::object needed;
  };
  /// One entry; nothing is allocated.
  void add(std::list<Entry>& one) noexcept { entries_.splice(entries_.end(), one); }
  void forget_ended() {
    if (process_ != ::getpid()) {  // after fork there are no such threads, and their jobs never end
      new std::list<Entry>(std::move(entries_));
      entries_.clear();
      process_ = ::getpid();
    }
    entries_.remove_if([](const Entry& entry) { return entry.job->has_ended(); });
  }
  void wait() {
    for (forget_ended(); !entries_.empty(); forget_ended()) std::shared_ptr(entries_.front().job)->wait_a_little();
  }

 private:
  std::list<Entry> entries_;
  ::pid_t process_ = ::getpid();
};

bool Job::tell(const Report& report) {
  if (listening_) {
    const std::lock_guard lock(mutex_);
    news_.push_back(report);
  }
  return goes_on();
}

void Job::start(std::shared_ptr<Job> self) {
  std::thread([job = std::move(self)]() mutable {
    std::exception_ptr failure;
    try {
      job->work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(job->mutex_);
    job->failure_ = std::move(failure);
    job->ended_ = true;
    job->changed_.notify_all();
  }).detach();
}

bool Job::has_ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool Job::wait_a_little() {
  const nb::gil_scoped_release others_may_run;
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, between_looks, [this] { return ended_; });
}

void Job::hand_over_news(const nb::object& listener) {
  std::vector<Report> news;
  {
    const std::lock_guard lock(mutex_);
    news.swap(news_);
  }
  for (const Report& report : news) {
    const Progress& now = report.progress;
    const nb::object answer = listener(report.problem, report.point, now.passes, now.seconds, now.primal, now.dual,
                                       now.epsilon, now.nonzero_weights);
    if (answer.is(nb::bool_(true))) stop_ = true;
  }
}

nb::object Job::wait(const nb::object& listener) {
  nb::object raised = nb::none();
  std::optional<Clock::time_point> until;
  for (bool ended = false; !ended;) {
    ended = wait_a_little();
    if (until && !ended && Clock::now() > *until) raise_again(raised);
    if (until) continue;
    try {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      hand_over_news(listener);
    } catch (const nb::python_error& error) {
      raised = nb::borrow(error.value());
      stop_ = true;
      until = Clock::now() + patience;
    }
  }
  return raised;
}

nb::object Job::run(std::shared_ptr<Job> job, nb::object needed, nb::object listener) {
  LeftBehind::instance().forget_ended();
  job->listening_ = !listener.is_none();
  // What the job needs is kept in a place made beforehand: it may still run when memory has run out here.
  std::list<LeftBehind::Entry> kept;
  kept.push_back({job, std::move(needed)});
  job->start(job);
  try {
    nb::object raised = job->wait(listener);
    if (job->failure_) std::rethrow_exception(job->failure_);
    return raised;
  } catch (...) {
    job->stop_ = true;
    if (!job->has_ended()) LeftBehind::instance().add(kept);
    throw;
  }
}

void raise_again(const nb::object& raised) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised.ptr())), raised.ptr());
  throw nb::python_error();
}

void wait_for_jobs_left_behind() { LeftBehind::instance().wait(); }

}  // namespace smsvm::python
