#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "pass/frozen_rows.hpp"
#include "pass/pass.hpp"
#include "pass/rank_rows.hpp"
#include "pass/read_ahead.hpp"
#include "pass/reduction.hpp"
#include "pass/row_batch.hpp"
#include "pass/row_state.hpp"
#include "pass/rows_aside.hpp"
#include "pass/shards.hpp"
#include "pass/sweep_scratch.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// Pass over rows in memory by the threads of one process. A sweep takes a few rows at a time through all that it does
/// with them, while they are in the nearest caches. Its memory is kept: once shapes repeat, a sweep asks for none.
///
/// Where there are several ranks, each has one over its own rows. All of them are asked for the same, in the same order
/// (see DistributedPass); what is a sum is then found on rank 0, and what is a vector of rows is that of the rows here.
template <class Value>
class CpuPass final : public Pass {
 public:
  CpuPass(const Dataset& data, const BlockedRows<Value>& matrix, std::vector<Target> problems, bool has_intercept,
          std::uint64_t seed, int threads, std::function<bool()> keep_going, const RankRows& here = {});

  std::int64_t rows() const override { return rows_everywhere_; }
  std::int64_t features() const override { return data_.features; }
  double active_weight(std::size_t problem) const override { return active_weight_[problem]; }
  std::int64_t restrict_to_level(std::size_t problem, int level) override;

  std::int64_t count_near(std::size_t problem, const Nearness& nearness) override;
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                      const Nearness& nearness) override;
  void thaw(std::size_t problem, double share) override;

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override;
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) override;

  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override;
  void accept(std::size_t problem) override;
  void mix(std::size_t problem, const DualMixture& mixture) override;

  std::vector<double> slacks(std::size_t problem) const override;
  std::vector<double> curvatures(std::size_t problem) const override;
  std::vector<double> smooth_duals(std::size_t problem) const override;
  std::vector<double> running_dual(std::size_t problem) const override;
  std::vector<double> take_running_dual(std::size_t problem) override;

  double passes() const override { return static_cast<double>(rows_read_) / static_cast<double>(rows_everywhere_); }
  void count_rows(std::size_t, std::int64_t rows) override { rows_read_ += rows; }
  double hessian_rows() const override {
    return static_cast<double>(hessian_rows_) / static_cast<double>(rows_everywhere_);
  }

  void save(std::size_t problem, const NumberSink& put) const override;
  void restore(std::size_t problem, const NumberSource& take) override;

 private:
  using Block = RowBlock<Value>;
  using Scratch = SweepScratch<Value>;

  /// Sums of all queries of a sweep; the unit of the reduction.
  struct Partial {
    std::vector<Sums> sums;  ///< at least as many as there are queries
    std::size_t queries = 0;
    void add(const Partial& other);
    void write(Message& to) const;
    void read(MessageReader& from);
  };
  struct Vector {
    std::vector<double> values;
    void add(const Vector& other);
    void write(Message& to) const { to.add_all(values); }
    void read(MessageReader& from) { values = from.take_all<double>(); }
  };
  /// What the scratch holds of a chunk of which other ranks have rows too.
  struct Border {
    MessageReader* begun = nullptr;  ///< null: the chunk begins here
    Message* open = nullptr;         ///< null: the chunk ends here
  };

  bool is_known_to_all(bool succeeded);  ///< of a sweep: what rank 0 knows, for the others too
  bool is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const;
  double intercept(std::span<const double> point) const { return has_intercept_ ? point.back() : 0.0; }
  BlockProblem problem_at(std::size_t problem, const BlockPart& part) {
    return {problems_[problem], state_[problem], part.first_row};
  }

  /// What is kept while rows of a problem are frozen.
  struct FrozenState {
    std::unique_ptr<Shards> near;
    std::unique_ptr<RowsAside<Value>> aside;  ///< a copy of them, where it is worth it
    std::unique_ptr<FrozenRows> others;       ///< none until their sums are known
    double loss = 0, trial_loss = 0;          ///< of the others, accepted and trial
    PendingMixture pending;                   ///< for the others
    struct Row {
      double slack, distance, dual;
    };
    std::vector<Row> before;                 ///< the near rows' accepted state and ā
    double epsilon = 1;                      ///< of that state
    const double* accepted_slack = nullptr;  ///< where it stands, whatever changes places meanwhile
  };

  void set_near_rows_aside(FrozenState& frozen);
  void save_frozen(std::size_t problem, const NumberSink& put) const;
  void restore_frozen(std::size_t problem, const NumberSource& take);

  const Shards& shards_of(std::size_t problem) const {
    return frozen_[problem] ? *frozen_[problem]->near : *levels_[level_[problem]];
  }
  const Shards& everything() const { return *levels_.front(); }

  /// Calls visit(part) for the parts of a chunk, which are fetched before that if they are on the disk.
  template <class Visit>
  void for_each_part(const Shards& shards, std::int64_t chunk, bool from_disk, const Visit& visit) const;
  /// Whether rows are to be fetched in this sweep: once all are in memory, nobody asks again.
  bool is_from_disk();

  /// Runs visit(chunk, buffer, scratch, border) for each chunk, in parallel, and adds up the buffers,
  /// each made ready by reset(buffer). Null if cancelled, and on other ranks than the first.
  template <class Buffer, class Reset, class Visit>
  Buffer* reduce(const Shards& shards, OrderedReduction<Buffer>& reduction, bool cancellable, const Reset& reset,
                 const Visit& visit);
  /// One chunk; false if it was cancelled.
  template <class Buffer, class Reset, class Visit>
  bool sum_chunk(const Shards& shards, std::int64_t chunk, OrderedReduction<Buffer>& reduction, bool cancellable,
                 const Reset& reset, const Visit& visit);
  /// What the other ranks have found goes to rank 0; false if any of them was cancelled.
  template <class Buffer>
  bool gather_nodes(OrderedReduction<Buffer>& reduction, bool complete, bool cancellable);
  template <class Buffer>
  bool receive_nodes(int sender, OrderedReduction<Buffer>& reduction, bool cancellable);

  /// `aside`: where the rows are read, if not in the blocks themselves.
  void evaluate_part(std::span<const Query> queries, const BlockPart& part, const RowsAside<Value>* aside,
                     Partial& partial, Scratch& scratch);
  /// `rows` are their places in `block`, `positions` those in the block of the data.
  void evaluate_batch(const Query& query, std::size_t k, const BlockPart& part, const Block& block,
                      const RowBatch& rows, BlockRows positions, Sums& sums, Scratch& scratch);
  /// Of the rows' duals, which are in scratch.batch.
  void add_moments(const Block& block, const RowBatch& rows, QueryScratch<Value>& mine, Scratch& scratch, Sums& sums);
  /// Calls work(from, to) for ranges of rows, in parallel.
  template <class Work>
  void for_each_range(const Work& work);
  void make_zero(UninitializedVector<double>& column);
  bool cancelled();
  bool asked_to_stop();

  const Dataset& data_;
  const BlockedRows<Value>& matrix_;
  std::vector<Target> problems_;
  bool has_intercept_;
  std::uint64_t seed_;
  ThreadPool pool_;
  std::function<bool()> keep_going_;
  RankRows here_;
  std::int64_t rows_everywhere_;
  std::int64_t sweep_ = 0;  ///< its number, the same on all ranks

  std::vector<std::unique_ptr<Shards>> levels_;  ///< made when first asked for
  std::vector<std::size_t> level_;               ///< of each problem, in levels_
  std::vector<double> active_weight_;
  std::vector<std::unique_ptr<FrozenState>> frozen_;  ///< of each problem, if any
  std::vector<RowState> state_;
  std::int64_t rows_read_ = 0, hessian_rows_ = 0;

  bool from_disk_ = true;                        ///< until everything is in memory
  std::vector<std::uint32_t> places_;            ///< 0, 1, 2, …, for rows that were set aside
  std::vector<HessianCoordinates> coordinates_;  ///< of each query of a sweep
  ScratchPool<Value> scratch_;
  OrderedReduction<Partial> partials_;
  OrderedReduction<Vector> vectors_;

  std::mutex poll_mutex_;
  std::chrono::steady_clock::time_point last_poll_{};
  std::atomic<bool> cancelled_ = false;
};

}  // namespace smsvm
