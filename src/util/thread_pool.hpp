#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace smsvm {

/// What is meant by so many threads: 0 stands for as many as the machine has.
int thread_count(int asked);

/// A private pool: no OpenMP, whose runtimes clash in Python processes and hang after fork.
/// The calling thread works too, so a pool of one starts no thread at all.
class ThreadPool {
 public:
  /// See thread_count.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(0) … task(count − 1), each once, handed out in increasing order; returns when all are done.
  /// The first exception is rethrown here; tasks not yet begun are then skipped. Not reentrant.
  void for_each(std::int64_t count, const std::function<void(std::int64_t)>& task);

 private:
  void work();
  void close();
  void run_tasks();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(std::int64_t)>* task_ = nullptr;
  std::int64_t next_ = 0, count_ = 0;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
  std::exception_ptr failure_;
  std::vector<std::jthread> workers_;  ///< last, so that they are joined before what they use is destroyed
};

}  // namespace smsvm
