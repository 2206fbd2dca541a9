#pragma once

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace smsvm {

/// How to wait for a message: with the processor in hand for a moment, since most come soon, then asleep for short
/// times. MPI itself would never let go of the processor; and who merely yields it must wait, once others have it,
/// until their time is up, while a sleeper is woken in time.
class MessageWait {
 public:
  void wait() {
    using std::chrono::microseconds;
    constexpr microseconds moment(200), shortest(10), longest(100);
    if (std::chrono::steady_clock::now() - begin_ < moment) return;
    if (nap_ == microseconds(0)) ::prctl(PR_SET_TIMERSLACK, 1000UL);  // else a nap takes 50 µs more than it should
    nap_ = std::min(longest, nap_ + shortest);
    std::this_thread::sleep_for(nap_);
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::microseconds nap_{0};
};

}  // namespace smsvm
