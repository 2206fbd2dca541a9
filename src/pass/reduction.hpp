#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace smsvm {

/// Adds the partial sums of numbered chunks in a fixed binary tree: the result has the same bits whatever the order in
/// which the chunks are finished. Buffers are reused, so that about (threads + log₂ chunks) of them exist at a time.
template <class Buffer>
class OrderedReduction {
 public:
  explicit OrderedReduction(std::int64_t chunks) : chunks_(chunks) {
    for (std::int64_t width = chunks; width > 1; width = (width + 1) / 2) waiting_.emplace_back(width / 2);
  }

  /// An idle buffer, or null if the caller must make one. Its content is stale.
  std::unique_ptr<Buffer> reuse() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto buffer = std::move(idle_.back());
    idle_.pop_back();
    return buffer;
  }

  void finish(std::int64_t chunk, std::unique_ptr<Buffer> buffer) {
    std::int64_t width = chunks_;
    for (std::size_t level = 0; width > 1; ++level, chunk /= 2, width = (width + 1) / 2) {
      const bool alone = (chunk ^ 1) >= width;  // the odd one at the end goes up as it is
      if (alone) continue;
      std::unique_ptr<Buffer> other;
      {
        const std::lock_guard lock(mutex_);
        auto& place = waiting_[level][static_cast<std::size_t>(chunk / 2)];
        if (!place) {
          place = std::move(buffer);
          return;
        }
        other = std::move(place);
      }
      if (chunk % 2 == 1) std::swap(buffer, other);
      buffer->add(*other);
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(other));
    }
    result_ = std::move(buffer);
  }

  std::unique_ptr<Buffer> result() { return std::move(result_); }

 private:
  std::int64_t chunks_;
  std::mutex mutex_;
  std::vector<std::vector<std::unique_ptr<Buffer>>> waiting_;
  std::vector<std::unique_ptr<Buffer>> idle_;
  std::unique_ptr<Buffer> result_;
};

}  // namespace smsvm
