#include "util/thread_pool.hpp"

#include <algorithm>
#include <exception>

namespace smsvm {

int thread_count(int asked) {
  return asked > 0 ? asked : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ThreadPool::ThreadPool(int threads) {
  const int count = thread_count(threads);
  try {
    for (int i = 1; i < count; ++i) workers_.emplace_back([this] { work(); });
  } catch (...) {
    close();  // those already started would wait for ever
    throw;
  }
}

ThreadPool::~ThreadPool() { close(); }

void ThreadPool::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
}

void ThreadPool::for_each(std::int64_t count, const std::function<void(std::int64_t)>& task) {
  if (workers_.empty() || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) task(i);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    next_ = 0;
    count_ = count;
    busy_ = size();
    failure_ = nullptr;
    ++round_;
  }
  wake_.notify_all();
  run_tasks();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void ThreadPool::work() {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    run_tasks();
  }
}

void ThreadPool::run_tasks() {
  std::unique_lock lock(mutex_);
  while (next_ < count_) {
    const std::int64_t mine = next_++;
    lock.unlock();
    try {
      (*task_)(mine);
      lock.lock();
    } catch (...) {
      lock.lock();
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
  }
  if (--busy_ == 0) done_.notify_all();
}

}  // namespace smsvm
