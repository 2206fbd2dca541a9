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

  /// From the columns sign, smooth and carried of the batch. Each row is written to both lists and counts in one: no
  /// branch that could be guessed wrong.
  void split(BlockRows rows, const LossBatch& batch) {
    List &negative = lists_[negative_rows], &positive = lists_[positive_rows];
    std::size_t negatives = 0, positives = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      negative.position[negatives] = positive.position[positives] = rows[k];
      negative.smooth[negatives] = positive.smooth[positives] = batch.smooth[k];
      negative.carried[negatives] = positive.carried[positives] = batch.carried[k];
      const bool is_positive = batch.sign[k] > 0;
      negatives += is_positive ? 0 : 1;
      positives += is_positive ? 1 : 0;
    }
    negative.size = negatives;
    positive.size = positives;
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

  void enter(const RowBlock<Value>& block, const double* whole_point) {
    point.gather(block.dense_columns, whole_point);
    for (auto& of_class : moment) of_class.clear(block.dense_columns);
  }
  void leave(const RowBlock<Value>& block, Sums& sums) const {
    for (const RowClass c : {negative_rows, positive_rows})
      moment[c].add_to(block.dense_columns, sums.moment[c].data());
  }
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
