#pragma once

#include <condition_variable>
#include <mutex>

namespace smsvm {

/// A counting semaphore. The one of GCC 12's library can sleep for ever: it waits for a change of the count that it saw
/// before it looked whether there was anything to take, and is not woken where the count is above zero already.
class Permits {
 public:
  explicit Permits(int count) : count_(count) {}

  void acquire() {
    std::unique_lock lock(mutex_);
    available_.wait(lock, [&] { return count_ > 0; });
    --count_;
  }
  void release() {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
    }
    available_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable available_;
  int count_;
};

}  // namespace smsvm
