#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

namespace smsvm {

/// Where the paths of a group end before their last point: when every one that leads has said enough. The others follow
/// to the same point, whatever they would say themselves, so that all can be compared.
///
/// `now` counts the sweeps that all share. Only what was decided before the last of them is heeded: that is the same
/// however the threads run.
class EarlyEnd {
 public:
  explicit EarlyEnd(std::size_t leading) : leads_alone_(leading == 1), undecided_(leading) {}

  /// Returns whether it can stop at once, there being nobody to wait for.
  bool say_enough(std::size_t points, std::int64_t now) {
    const std::lock_guard lock(mutex_);
    points_ = std::max(points_, points);
    if (--undecided_ == 0) decided_ = now;
    return leads_alone_;
  }

  bool is_reached(std::size_t points, std::int64_t now) const {
    const std::lock_guard lock(mutex_);
    return decided_ < now && points >= points_;
  }

  /// How many of so many points belong to the path.
  std::size_t cut(std::size_t points) const { return undecided_ == 0 ? std::min(points, points_) : points; }

 private:
  mutable std::mutex mutex_;
  const bool leads_alone_;
  std::size_t undecided_, points_ = 0;
  std::int64_t decided_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace smsvm
