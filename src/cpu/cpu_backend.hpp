#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "cpu/fetch_rows.hpp"
#include "cpu/read_ahead.hpp"
#include "cpu/row_batch.hpp"
#include "cpu/row_states.hpp"
#include "cpu/rows_aside.hpp"
#include "cpu/sweep_scratch.hpp"
#include "rows/backend.hpp"
#include "rows/reduction.hpp"

namespace smsvm {

/// Rows in memory, added up by the threads of one process. A sweep takes a few rows at a time through all that it does
/// with them, while they are in the nearest caches. Its memory is kept: once shapes repeat, a sweep asks for none.
template <class Value>
class CpuBackend final : public Backend {
 public:
  CpuBackend(const Dataset& data, const BlockedRows<Value>& matrix, BackendOptions options);

  void ask(const Request& request, Answer& answer) override;

 private:
  using Block = RowBlock<Value>;
  using Scratch = SweepScratch<Value>;

  /// What the scratch holds of a chunk of which other backends have rows too.
  struct Border {
    MessageReader* begun = nullptr;  ///< null: the chunk begins here
    Message* open = nullptr;         ///< null: the chunk ends here
  };
  // The requests that go through the rows; states_ answers the others.
  void answer(const request::Sweep& what, Answer& answer);
  void answer(const request::Along& what, Answer& answer);
  void answer(const request::Combine& what, Answer& answer);
  void answer(const request::Mix& what, Answer& answer);
  void answer(const request::FetchRows& what, Answer& answer) {
    fetch_rows(matrix_, states_.options().first_row, what, answer.rows);
  }
  void answer(const request::FetchBlocks& what, Answer& answer) {
    answer.blocks = fetch_blocks(matrix_, states_.options().first_row, what);
  }
  void answer(const request::AddSquares& what, Answer& answer) {
    add_squares(matrix_, states_.options().first_row, what, answer.numbers);
  }

  double intercept(std::span<const double> point) const { return states_.options().has_intercept ? point.back() : 0.0; }
  BlockProblem problem_at(std::size_t problem, const BlockPart& part) {
    return {states_.options().problems[problem], states_.state(problem), part.first_row};
  }

  void set_near_rows_aside(std::size_t problem);

  /// Calls visit(part) for the parts of a chunk, which are fetched before that if they are on the disk.
  template <class Visit>
  void for_each_part(const Shards& shards, std::int64_t chunk, bool from_disk, const Visit& visit);
  /// Whether rows are to be fetched in this sweep: once all are in memory, nobody asks again.
  bool is_from_disk();

  /// Runs visit(chunk, buffer, scratch, border) for each chunk, in parallel, each buffer made ready by reset(buffer),
  /// and adds them up as far as all is here.
  template <class Reset, class Visit>
  void add_up(OrderedReduction<SumNode>& tree, const Shards& shards, bool cancellable, const Reset& reset,
              const Visit& visit, Answer& answer);
  /// Of add_up; false if cancelled.
  template <class Reset, class Visit>
  bool sum_chunk(OrderedReduction<SumNode>& tree, const Shards& shards, std::int64_t chunk, bool cancellable,
                 const Reset& reset, const Visit& visit);
  /// Makes a chunk's sum of so many numbers ready.
  static auto numbers_of(std::int64_t count) {
    return [count](SumNode& partial) {
      partial.begin(1);
      partial.sums.front().reset_numbers(static_cast<std::size_t>(count));
    };
  }
  void begin_hessians(std::span<const Query> queries, SumNode& partial, Scratch& scratch, const Border& border);
  void evaluate_part(std::span<const Query> queries, const BlockPart& part, const RowsAside<Value>* aside,
                     SumNode& partial, Scratch& scratch);
  /// `rows`: those of the block to read, which are those at these positions.
  void evaluate_batch(const Query& query, std::size_t k, const BlockPart& part, const Block& block,
                      const RowBatch& rows, BlockRows positions, Sums& sums, Scratch& scratch);
  void add_moments(const Block& block, const RowBatch& rows, QueryScratch<Value>& mine, Scratch& scratch, Sums& sums);
  void combine_part(const BlockPart& part, const double* coefficient, SumNode& partial, Scratch& scratch) const;

  bool cancelled();

  const Dataset& data_;
  const BlockedRows<Value>& matrix_;
  RowStates states_;

  std::vector<std::unique_ptr<RowsAside<Value>>> aside_;  ///< of each problem: a copy of its near rows, if worth it
  bool from_disk_ = true;                                 ///< until everything is in memory
  std::vector<std::uint32_t> places_;                     ///< 0, 1, 2, …, for rows that were set aside
  std::vector<HessianCoordinates> coordinates_;           ///< of each query of a sweep
  ScratchPool<Value> scratch_;
  OrderedReduction<SumNode> sums_;     ///< of sweeps
  OrderedReduction<SumNode> numbers_;  ///< of what asks for other sums

  std::mutex poll_mutex_;
  std::chrono::steady_clock::time_point last_poll_{};
  std::atomic<bool> cancelled_ = false;
};

}  // namespace smsvm
