#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cpu/loss_kernels.hpp"
#include "cpu/rare_columns.hpp"
#include "kernels/hessian_sum.hpp"
#include "kernels/tile_vector.hpp"

namespace smsvm {

/// Which rows of a batch belong to which class: sums of moments are kept per class.
class ClassLists {
 public:
  /// Each row is written to both lists and counts in one: no branch that could be guessed wrong.
  void split(const LossBatch::Column& sign, std::size_t rows) {
    auto &negative = lists_[negative_rows], &positive = lists_[positive_rows];
    std::size_t negatives = 0, positives = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      negative[negatives] = positive[positives] = static_cast<std::uint32_t>(k);
      const bool is_positive = sign[k] > 0;
      negatives += is_positive ? 0 : 1;
      positives += is_positive ? 1 : 0;
    }
    sizes_ = {negatives, positives};
  }
  std::span<const std::uint32_t> of(RowClass c) const { return std::span(lists_[c]).first(sizes_[c]); }

 private:
  std::array<std::array<std::uint32_t, LossBatch::most_rows>, 2> lists_;
  std::array<std::size_t, 2> sizes_{};
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
  RareColumns rare;  ///< of the block at hand, where H is thinned out and not all of its columns are in the tile
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
    if (idle_.empty()) return std::make_unique<SweepScratch<Value>>();  // after an exception in a borrower
    auto scratch = std::move(idle_.back());
    idle_.pop_back();
    return scratch;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<SweepScratch<Value>>> idle_;
};

}  // namespace smsvm
