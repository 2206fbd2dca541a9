#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/hessian_sum.hpp"
#include "kernels/tile_vector.hpp"
#include "pass/loss_kernels.hpp"

namespace smsvm {

/// The rows of a batch by class, with the factors of their two duals: sums of moments are kept per class.
class ClassLists {
 public:
  struct List {
    std::array<std::uint32_t, LossBatch::most_rows> position;
    LossBatch::Column smooth, carried;
    std::size_t size = 0;

    BlockRows rows() const { return BlockRows(position).first(size); }
  };

  /// From the columns sign, smooth and carried of the batch.
  void split(BlockRows rows, const LossBatch& batch) {
    for (List& list : lists_) list.size = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      List& list = lists_[batch.sign[k] > 0 ? positive_rows : negative_rows];
      list.position[list.size] = rows[k];
      list.smooth[list.size] = batch.smooth[k];
      list.carried[list.size] = batch.carried[k];
      ++list.size;
    }
  }
  const List& of(RowClass c) const { return lists_[c]; }

 private:
  std::array<List, 2> lists_;
};

/// What one thread needs for one query, block after block.
template <class Value>
struct QueryScratch {
  TileVector<1> point;
  std::array<TileVector<2>, 2> moment;  ///< [class]
  HessianSum<Value> hessian;
};

/// What one thread needs in a sweep.
template <class Value>
struct SweepScratch {
  LossBatch batch;
  ClassLists by_class;
  std::vector<QueryScratch<Value>> query;
  TileVector<1> sum;
  std::array<std::uint32_t, LossBatch::most_rows> chosen;
  LossBatch::Column factor;
};

/// One for each thread that sweeps, made beforehand and kept from sweep to sweep.
template <class Value>
class ScratchPool {
 public:
  explicit ScratchPool(int threads) {
    for (int t = 0; t < threads; ++t) idle_.push_back(std::make_unique<SweepScratch<Value>>());
  }

  /// Calls use(scratch) with one that nobody else has.
  template <class Use>
  void borrow(const Use& use) {
    auto scratch = take();
    use(*scratch);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(scratch));
  }

 private:
  std::unique_ptr<SweepScratch<Value>> take() {
    const std::lock_guard lock(mutex_);
    auto scratch = std::move(idle_.back());
    idle_.pop_back();
    return scratch;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<SweepScratch<Value>>> idle_;
};

}  // namespace smsvm
