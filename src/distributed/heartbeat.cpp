#include "distributed/heartbeat.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace smsvm {

Heartbeat::Heartbeat(Communicator& ranks, Seconds patience, std::function<void(int)> silent)
    : ranks_(ranks), patience_(patience), silent_(std::move(silent)) {
  if (ranks.size() > 1) thread_ = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

void Heartbeat::beat(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const int size = ranks_.size(), next = (ranks_.rank() + 1) % size, before = (ranks_.rank() + size - 1) % size;
  const Seconds between = std::min(Seconds(1), patience_ / 5);
  std::mutex mutex;
  std::condition_variable_any wake;
  Clock::time_point heard = Clock::now(), last = heard;
  while (!stop.stop_requested()) {
    ranks_.send(next, Tag::heartbeat, {});
    const auto now = Clock::now();
    // Where this process itself stood still (a suspended job), nothing is known about the other.
    if (now - last > 3 * between) heard = now;
    last = now;
    while (ranks_.has_arrived(before, Tag::heartbeat)) {
      ranks_.receive(before, Tag::heartbeat);
      heard = now;
    }
    if (now - heard > patience_) return silent_(before);
    std::unique_lock lock(mutex);
    wake.wait_for(lock, stop, between, [] { return false; });
  }
}

}  // namespace smsvm
