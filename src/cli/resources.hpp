#pragma once

#include <chrono>
#include <cstdint>

namespace smsvm::cli {

/// The most memory this process has had resident so far.
std::int64_t peak_memory_bytes();

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace smsvm::cli
