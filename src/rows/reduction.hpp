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
///
/// Where several backends have some of the chunks each, one is left with the nodes of the tree that only others can go
/// on from: another one finishes these as if it had found them itself.
template <class Buffer>
class OrderedReduction {
 public:
  /// Before the first chunk. Whatever an abandoned reduction left behind becomes idle.
  void begin(std::int64_t chunks) {
    chunks_ = chunks;
    for (auto& place : waiting_) retire(std::move(place.buffer));
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

  /// One that was taken and is not finished here.
  void give_back(std::unique_ptr<Buffer> buffer) {
    const std::lock_guard lock(mutex_);
    retire(std::move(buffer));
  }

  void finish(std::int64_t chunk, std::unique_ptr<Buffer> buffer) { finish_node(0, chunk, std::move(buffer)); }

  /// The sum of all chunks below a node of the tree: of the one with this number, from 0, in its level above the
  /// chunks.
  void finish_node(int level, std::int64_t number, std::unique_ptr<Buffer> buffer) {
    std::size_t level_start = 0;
    int height = 0;
    for (std::int64_t width = chunks_; width > 1; width = (width + 1) / 2, ++height) {
      const std::size_t at = level_start + static_cast<std::size_t>(number / 2);
      level_start += static_cast<std::size_t>(width / 2);
      if (height < level) continue;
      const bool is_right = number % 2 == 1, alone = (number ^ 1) >= width;  // the odd one at the end goes up as it is
      number /= 2;
      if (alone) continue;
      std::unique_ptr<Buffer> other;
      {
        const std::lock_guard lock(mutex_);
        if (!waiting_[at].buffer) {
          waiting_[at] = {std::move(buffer), is_right};
          return;
        }
        other = std::move(waiting_[at].buffer);
      }
      if (is_right) std::swap(buffer, other);
      buffer->add(*other);
      const std::lock_guard lock(mutex_);
      retire(std::move(other));
    }
    result_ = std::move(buffer);
  }

  /// Calls visit(level, number, buffer) for each node that is finished and waits for another one, or is the result.
  template <class Visit>
  void for_each_left(const Visit& visit) {
    std::size_t at = 0;
    int level = 0;
    for (std::int64_t width = chunks_; width > 1; width = (width + 1) / 2, ++level) {
      for (std::int64_t pair = 0; pair < width / 2; ++pair, ++at) {
        if (const Waiting& node = waiting_[at]; node.buffer)
          visit(level, 2 * pair + (node.is_right ? 1 : 0), *node.buffer);
      }
    }
    if (result_) visit(level, std::int64_t{0}, *result_);
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
  struct Waiting {
    std::unique_ptr<Buffer> buffer;
    bool is_right = false;
  };
  std::vector<Waiting> waiting_;  ///< level after level of the tree
  std::vector<std::unique_ptr<Buffer>> idle_;
  std::size_t made_ = 0;
  std::unique_ptr<Buffer> result_;
};

}  // namespace smsvm
