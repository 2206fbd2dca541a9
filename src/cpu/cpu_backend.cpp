#include "cpu/cpu_backend.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cpu/make_cpu_backend.hpp"
#include "cpu/thin_out.hpp"
#include "data/block_size.hpp"
#include "data/residency.hpp"

namespace smsvm {

template <class Value>
CpuBackend<Value>::CpuBackend(const Dataset& data, const BlockedRows<Value>& matrix, BackendOptions options)
    : data_(data),
      matrix_(matrix),
      states_(data, std::move(options)),
      aside_(states_.options().problems.size()),
      scratch_(states_.pool().size()) {}

template <class Value>
void CpuBackend<Value>::ask(const Request& request, Answer& answer) {
  answer.clear();
  std::visit(
      [&]<class What>(const What& what) {
        if constexpr (requires { states_.answer(what, answer); })
          states_.answer(what, answer);
        else
          this->answer(what, answer);
      },
      request);
  if (std::holds_alternative<request::Cut>(request) || std::holds_alternative<request::Thaw>(request))
    set_near_rows_aside(problem_of(request));
}

/// Rows of a file larger than the memory come from the disk in every sweep, and near rows are few but on nearly all of
/// its pages. What the file holds of the memory at present is what can be had without harm.
template <class Value>
void CpuBackend<Value>::set_near_rows_aside(std::size_t problem) {
  aside_[problem].reset();
  if (!states_.is_frozen(problem) || !is_from_disk()) return;
  const Shards& near = states_.shards_of(problem);
  if (RowsAside<Value>::bytes_for(matrix_, near) > residency_of(matrix_).resident / 4) return;
  aside_[problem] = std::make_unique<RowsAside<Value>>(matrix_, near, states_.pool());
  if (!places_.empty()) return;
  places_.resize(most_block_rows);
  std::iota(places_.begin(), places_.end(), 0U);
}

template <class Value>
bool CpuBackend<Value>::cancelled() {
  const auto& keep_going = states_.options().keep_going;
  if (cancelled_ || !keep_going) return cancelled_;
  const std::unique_lock lock(poll_mutex_, std::try_to_lock);
  const auto now = std::chrono::steady_clock::now();
  if (lock && now - last_poll_ > std::chrono::milliseconds(50)) {
    last_poll_ = now;
    if (!keep_going()) cancelled_ = true;
  }
  return cancelled_;
}

template <class Value>
bool CpuBackend<Value>::is_from_disk() {
  if (from_disk_) from_disk_ = !residency_of(matrix_).is_complete();
  return from_disk_;
}

template <class Value>
template <class Visit>
void CpuBackend<Value>::for_each_part(const Shards& shards, std::int64_t chunk, bool from_disk, const Visit& visit) {
  const std::span<const BlockPart> parts = shards.parts(chunk);
  const std::int64_t later = chunk + states_.pool().size();
  ReadAhead<Value> ahead(matrix_, parts, later < shards.chunks() ? shards.parts(later) : std::span<const BlockPart>());
  for (const BlockPart& part : parts) {
    if (from_disk) ahead.step();
    visit(part);
  }
}

template <class Value>
template <class Reset, class Visit>
bool CpuBackend<Value>::sum_chunk(OrderedReduction<SumNode>& tree, const Shards& shards, std::int64_t chunk,
                                  bool cancellable, const Reset& reset, const Visit& visit) {
  const SharedChunks* const shared = states_.options().shared_chunks;
  const bool begins_elsewhere = chunk == 0 && shards.begins_elsewhere();
  const bool ends_elsewhere = chunk + 1 == shards.chunks() && shards.ends_elsewhere();
  const std::string begun = begins_elsewhere ? shared->take_over() : std::string();
  if ((cancellable && cancelled()) || (begins_elsewhere && begun.empty())) {
    if (ends_elsewhere) shared->hand_on({});
    return false;
  }
  auto buffer = tree.take();
  reset(*buffer);
  Border border;
  MessageReader before(begun);
  Message scratch_state;
  if (begins_elsewhere) {
    read(before, *buffer);
    border.begun = &before;
  }
  if (ends_elsewhere) border.open = &scratch_state;
  scratch_.borrow([&](Scratch& scratch) { visit(chunk, *buffer, scratch, border); });
  if (!ends_elsewhere) {
    tree.finish(shards.first_chunk() + chunk, std::move(buffer));
    return true;
  }
  Message message;
  write(message, *buffer);
  message.add_plain(scratch_state.bytes().data(), scratch_state.bytes().size());
  shared->hand_on(message.take());
  tree.give_back(std::move(buffer));
  return true;
}

template <class Value>
template <class Reset, class Visit>
void CpuBackend<Value>::add_up(OrderedReduction<SumNode>& tree, const Shards& shards, bool cancellable,
                               const Reset& reset, const Visit& visit, Answer& answer) {
  if (cancellable && cancelled_) cancelled_ = !states_.options().keep_going();  // the sweep before was
  tree.begin(shards.chunks_everywhere());
  const std::int64_t chunks = shards.chunks();
  // What another backend waits for comes first, what is waited for last.
  const std::int64_t early = chunks > 1 && shards.ends_elsewhere() ? 1 : 0, late = shards.begins_elsewhere() ? 1 : 0;
  std::atomic<bool> complete = true;
  const auto run_chunk = [&](std::int64_t task) {
    const std::int64_t chunk = task < early ? chunks - 1 : (task - early + late) % (chunks - early);
    if (!sum_chunk(tree, shards, chunk, cancellable, reset, visit)) complete = false;
  };
  states_.pool().for_each(chunks, std::ref(run_chunk));  // by reference: a copy would need memory
  answer.is_sum = true;
  answer.complete = complete;
  std::size_t nodes = 0;
  tree.for_each_left([&](int level, std::int64_t number, SumNode& partial) {
    if (!complete) return;
    if (answer.nodes.size() == nodes) answer.nodes.emplace_back();
    SumNode& node = answer.nodes[nodes++];
    node.level = level;
    node.number = number;
    node.begin(partial.queries);
    for (std::size_t k = 0; k < partial.queries; ++k) std::swap(node.sums[k], partial.sums[k]);
  });
  answer.nodes.resize(std::max<std::size_t>(nodes, 1));
  if (nodes == 0) answer.nodes.front().queries = 0;
}

template <class Value>
void CpuBackend<Value>::add_moments(const Block& block, const RowBatch& rows, QueryScratch<Value>& mine,
                                    Scratch& scratch, Sums& sums) {
  const auto& kernels = row_kernels<Value>();
  const LossBatch& batch = scratch.batch;
  const PairFactors factors{batch.sign.data(), batch.smooth.data(), batch.carried.data()};
  if (!block.dense_columns.empty()) {
    scratch.by_class.split(batch.sign, rows.rows.size());
    for (const RowClass c : {negative_rows, positive_rows})
      kernels.add_tile_pairs(block, rows.rows, scratch.by_class.of(c), factors, wanted_next(block, rows, 2 + c),
                             mine.moment[c].data());
  }
  kernels.add_list_pairs(block, rows.rows, factors, sums.moment[negative_rows].data(),
                         sums.moment[positive_rows].data());
}

template <class Value>
void CpuBackend<Value>::evaluate_batch(const Query& query, std::size_t k, const BlockPart& part, const Block& block,
                                       const RowBatch& rows, BlockRows positions, Sums& sums, Scratch& scratch) {
  const auto& kernels = row_kernels<Value>();
  auto& mine = scratch.query[k];
  LossBatch& batch = scratch.batch;
  const RowState& state = states_.state(query.problem);
  SweepDual start{query.begin == DualBegin::carried};
  if (query.begin == DualBegin::running) start.dual = state.running_dual.data() + part.first_row;
  if (query.begin == DualBegin::given) start.dual = state.given.data() + part.first_row;

  kernels.scores(block, rows.rows, {query.point.data(), mine.point.data()}, wanted_next(block, rows, 0),
                 batch.score.data());
  loss_kernels().evaluate(problem_at(query.problem, part), positions, intercept(query.point), start, batch, sums);
  add_moments(block, rows, mine, scratch, sums);
  if (query.hessian.empty()) return;
  const std::int64_t first_row = states_.options().first_row + part.first_row;
  if (query.least_curvature > 0 && !has_lists(block))
    thin_out(first_row, positions, query.least_curvature, batch.curvature.data());
  else if (query.least_curvature > 0 && mine.hessian.is_spread())
    thin_out(first_row, positions, query.least_curvature, batch.curvature.data(),
             [&](std::uint32_t row) { return scratch.rare.has_one(row); });
  sums.hessian_rows += static_cast<double>(mine.hessian.add(block, rows.rows, batch.curvature.data()));
}

template <class Value>
void CpuBackend<Value>::evaluate_part(std::span<const Query> queries, const BlockPart& part,
                                      const RowsAside<Value>* aside, SumNode& partial, Scratch& scratch) {
  const Block& whole = matrix_.blocks[part.block];
  const Block& block = aside == nullptr ? whole : aside->block(part.block);
  const BlockRows places =
      aside == nullptr ? part.position : BlockRows(places_).subspan(part.before, part.position.size());
  bool some_thinned = false;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    scratch.query[k].enter(block, queries[k].point.data());
    if (queries[k].hessian.empty()) continue;
    HessianSum<Value>& hessian = scratch.query[k].hessian;
    hessian.enter(block, whole);
    if (queries[k].least_curvature > 0 && hessian.is_spread()) some_thinned = true;
  }
  if (some_thinned) scratch.rare.enter(whole);
  const std::uint32_t* position = part.position.data();
  for_each_batch(places, rows_together(whole), [&](const RowBatch& rows) {
    fetch_scattered(block, rows.next);
    const BlockRows positions(position, rows.rows.size());
    position += rows.rows.size();
    for (std::size_t k = 0; k < queries.size(); ++k)
      evaluate_batch(queries[k], k, part, block, rows, positions, partial.sums[k], scratch);
  });
  for (std::size_t k = 0; k < queries.size(); ++k) scratch.query[k].leave(block, partial.sums[k]);
}

template <class Value>
void CpuBackend<Value>::answer(const request::Sweep& what, Answer& answer) {
  const std::span<const Query> queries = what.queries;
  const Shards& shards = states_.shards_of(queries.front().problem);
  const RowsAside<Value>* const aside = aside_[queries.front().problem].get();
  if (coordinates_.size() < queries.size()) coordinates_.resize(queries.size());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    states_.state(queries[k].problem).trial_epsilon = queries[k].epsilon;
    if (!queries[k].hessian.empty()) coordinates_[k].assign(queries[k].hessian, data_.features);
  }
  const auto reset = [&](SumNode& partial) {
    partial.begin(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k) partial.sums[k].reset(data_.features, queries[k].hessian.size());
  };
  const bool from_disk = aside == nullptr && is_from_disk();
  const auto visit = [&](std::int64_t chunk, SumNode& partial, Scratch& scratch, const Border& border) {
    begin_hessians(queries, partial, scratch, border);
    for_each_part(shards, chunk, from_disk,
                  [&](const BlockPart& part) { evaluate_part(queries, part, aside, partial, scratch); });
    for (std::size_t k = 0; k < queries.size(); ++k) {
      if (queries[k].hessian.empty()) continue;
      HessianSum<Value>& hessian = scratch.query[k].hessian;
      border.open != nullptr ? hessian.suspend(*border.open) : hessian.finish();
    }
  };
  add_up(sums_, shards, true, reset, visit, answer);
  answer.rows_read = shards.rows();
}

template <class Value>
void CpuBackend<Value>::begin_hessians(std::span<const Query> queries, SumNode& partial, Scratch& scratch,
                                       const Border& border) {
  if (scratch.query.size() < queries.size()) scratch.query.resize(queries.size());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    if (queries[k].hessian.empty()) continue;
    double* const target = partial.sums[k].hessian.data();
    HessianSum<Value>& hessian = scratch.query[k].hessian;
    border.begun != nullptr ? hessian.resume(coordinates_[k], target, *border.begun)
                            : hessian.begin(coordinates_[k], target);
  }
}

template <class Value>
void CpuBackend<Value>::combine_part(const BlockPart& part, const double* coefficient, SumNode& partial,
                                     Scratch& scratch) const {
  const Block& block = matrix_.blocks[part.block];
  const double* const of_block = coefficient + part.first_row;
  double* const sum = partial.sums.front().numbers.data();
  scratch.sum.clear(block.dense_columns);
  for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& batch) {
    std::size_t count = 0;
    for (const std::uint32_t row : batch.rows) {
      scratch.chosen[count] = row;
      scratch.factor[count] = of_block[row];
      count += of_block[row] != 0;
    }
    row_kernels<Value>().add_scaled(block, BlockRows(scratch.chosen).first(count), scratch.factor.data(),
                                    {sum, scratch.sum.data()});
  });
  scratch.sum.add_to(block.dense_columns, sum);
}

template <class Value>
void CpuBackend<Value>::answer(const request::Combine& what, Answer& answer) {
  const double* const coefficient = states_.state(what.problem).given.data();
  const bool from_disk = is_from_disk();
  const auto visit = [&](std::int64_t chunk, SumNode& partial, Scratch& scratch, const Border&) {
    for_each_part(states_.all_rows(), chunk, from_disk,
                  [&](const BlockPart& part) { combine_part(part, coefficient, partial, scratch); });
  };
  add_up(numbers_, states_.all_rows(), true, numbers_of(data_.features), visit, answer);
  answer.rows_read = what.rows;
}

template <class Value>
void CpuBackend<Value>::answer(const request::Along& what, Answer& answer) {
  const Shards& shards = states_.shards_of(what.problem);
  const auto visit = [&](std::int64_t chunk, SumNode& partial, Scratch& scratch, const Border&) {
    for (const BlockPart& part : shards.parts(chunk)) {
      for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& rows) {
        loss_kernels().along(problem_at(what.problem, part), rows.rows, what.epsilon, what.steps, scratch.batch,
                             partial.sums.front().numbers.data());
      });
    }
  };
  add_up(numbers_, shards, false, numbers_of(std::ssize(what.steps)), visit, answer);
}

template <class Value>
void CpuBackend<Value>::answer(const request::Mix& what, Answer&) {
  const Shards& shards = states_.shards_of(what.problem);
  const auto mix_chunk = [&](std::int64_t chunk) {
    scratch_.borrow([&](Scratch& scratch) {
      for (const BlockPart& part : shards.parts(chunk)) {
        for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& rows) {
          loss_kernels().mix(problem_at(what.problem, part), rows.rows, what.mixture, scratch.batch);
        });
      }
    });
  };
  states_.pool().for_each(shards.chunks(), std::ref(mix_chunk));
}

std::unique_ptr<Backend> make_cpu_backend(const Dataset& data, BackendOptions options) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>& matrix) -> std::unique_ptr<Backend> {
        return std::make_unique<CpuBackend<Value>>(data, matrix, std::move(options));
      },
      data.matrix);
}

}  // namespace smsvm
