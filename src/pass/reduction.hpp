#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace smsvm {

/// Adds the partial sums of numbered chunks in a fixed binary tree: the result has the same bits whatever the order in
/// which the chunks are finished. Buffers are used again, also from one reduction to the next; usually about (threads +
/// log₂ chunks) of them exist.
template <class Buffer>
class OrderedReduction {
 public:
  /// Before the first chunk. Whatever an abandoned reduction left behind becomes idle.
  void begin(std::int64_t chunks) {
    chunks_ = chunks;
    for (auto& place : waiting_) retire(std::move(place));
    retire(std::move(result_));
    std::size_t places = 0;
    for (std::int64_t width = chunks; width > 1; width = (width + 1) / 2) places += static_cast<std::size_t>(width / 2);
    waiting_.resize(places);
  }

  /// A buffer whose content is stale.
  std::unique_ptr<Buffer> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) {
      idle_.reserve(++made_);  // so that a buffer can always be handed back without asking for memory
      return std::make_unique<Buffer>();
    }
    auto buffer = std::move(idle_.back());
    idle_.pop_back();
    return buffer;
  }

  void finish(std::int64_t chunk, std::unique_ptr<Buffer> buffer) {
    std::size_t level_start = 0;
    for (std::int64_t width = chunks_; width > 1; chunk /= 2, width = (width + 1) / 2) {
      const std::size_t at = level_start + static_cast<std::size_t>(chunk / 2);
      level_start += static_cast<std::size_t>(width / 2);
      const bool alone = (chunk ^ 1) >= width;  // the odd one at the end goes up as it is
      if (alone) continue;
      std::unique_ptr<Buffer> other;
      {
        const std::lock_guard lock(mutex_);
        if (!waiting_[at]) {
          waiting_[at] = std::move(buffer);
          return;
        }
        other = std::move(waiting_[at]);
      }
      if (chunk % 2 == 1) std::swap(buffer, other);
      buffer->add(*other);
      const std::lock_guard lock(mutex_);
      retire(std::move(other));
    }
    result_ = std::move(buffer);
  }

  /// Once all chunks are finished; valid until the next begin().
  Buffer& result() { return *result_; }
  std::size_t buffers() const { return made_; }

 private:
  void retire(std::unique_ptr<Buffer> buffer) {
    if (buffer) idle_.push_back(std::move(buffer));
  }

  std::int64_t chunks_ = 0;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Buffer>> waiting_;  ///< level after level of the tree
  std::vector<std::unique_ptr<Buffer>> idle_;
  std::size_t made_ = 0;
  std::unique_ptr<Buffer> result_;
};

}  // namespace smsvm
