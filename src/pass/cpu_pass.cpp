#include "pass/cpu_pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "data/block_size.hpp"
#include "data/residency.hpp"
#include "distributed/collectives.hpp"
#include "distributed/message_wait.hpp"
#include "pass/local_pass.hpp"
#include "pass/loss.hpp"
#include "pass/sums_message.hpp"
#include "pass/thin_out.hpp"

namespace smsvm {
template <class Value>
void CpuPass<Value>::Partial::add(const Partial& other) {
  for (std::size_t k = 0; k < queries; ++k) sums[k].add(other.sums[k]);
}

template <class Value>
void CpuPass<Value>::Partial::write(Message& to) const {
  to.add(queries);
  for (std::size_t k = 0; k < queries; ++k) smsvm::write(to, sums[k]);
}

template <class Value>
void CpuPass<Value>::Partial::read(MessageReader& from) {
  queries = from.take<std::size_t>();
  if (sums.size() < queries) sums.resize(queries);
  for (std::size_t k = 0; k < queries; ++k) smsvm::read(from, sums[k]);
}

template <class Value>
void CpuPass<Value>::Vector::add(const Vector& other) {
  for (std::size_t k = 0; k < values.size(); ++k) values[k] += other.values[k];
}

template <class Value>
CpuPass<Value>::CpuPass(const Dataset& data, const BlockedRows<Value>& matrix, std::vector<Target> problems,
                        bool has_intercept, std::uint64_t seed, int threads, std::function<bool()> keep_going,
                        const RankRows& here)
    : data_(data),
      matrix_(matrix),
      problems_(std::move(problems)),
      has_intercept_(has_intercept),
      seed_(seed),
      pool_(threads),
      keep_going_(std::move(keep_going)),
      here_(here),
      rows_everywhere_(here.ranks == nullptr ? data.rows : here.rows_everywhere),
      sweep_(here.pass << 32),  // so that no two passes of a job have a sweep of the same number
      level_(problems_.size()),
      active_weight_(problems_.size()),
      frozen_(problems_.size()),
      state_(problems_.size()),
      scratch_(pool_.size()) {
  for (auto& state : state_) {
    for (auto* column : {&state.slack, &state.distance, &state.trial_slack, &state.trial_distance, &state.running_dual})
      make_zero(*column);
  }
  for (std::size_t p = 0; p < problems_.size(); ++p) restrict_to_level(p, 0);
}

/// In parallel: with many rows the machine takes its time to find the memory.
template <class Value>
void CpuPass<Value>::make_zero(UninitializedVector<double>& column) {
  column.resize(static_cast<std::size_t>(data_.rows));
  for_each_range([&](std::size_t from, std::size_t to) { std::fill(&column[from], &column[from] + (to - from), 0.0); });
}

template <class Value>
template <class Work>
void CpuPass<Value>::for_each_range(const Work& work) {
  constexpr std::int64_t together = 1 << 16;
  pool_.for_each((data_.rows + together - 1) / together, [&](std::int64_t k) {
    work(static_cast<std::size_t>(k * together), static_cast<std::size_t>(std::min((k + 1) * together, data_.rows)));
  });
}

template <class Value>
std::int64_t CpuPass<Value>::restrict_to_level(std::size_t problem, int level) {
  const std::size_t at = level_[problem] = static_cast<std::size_t>(level);
  if (levels_.size() <= at) levels_.resize(at + 1);
  if (!levels_[at]) levels_[at] = std::make_unique<Shards>(data_, seed_, level, pool_, here_);
  const Shards& shards = *levels_[at];
  const auto& weight = problems_[problem].weight;
  bool weighted = !weight.empty();
  double sum = 0;
  const auto add_weights = [&] {
    if (!weight.empty()) shards.for_each_row([&](std::size_t row) { sum += weight[row]; });
  };
  if (here_.ranks == nullptr) {
    add_weights();
  } else {
    const std::string all = in_turn(*here_.ranks, Message().add(false).add(0.0).take(), [&](const std::string& before) {
      MessageReader from(before);
      weighted = from.take<bool>() || weighted;
      sum = from.take<double>();
      add_weights();
      return Message().add(weighted).add(sum).take();
    });
    if (here_.ranks->is_first()) {
      MessageReader from(all);
      weighted = from.take<bool>();
      sum = from.take<double>();
    }
  }
  active_weight_[problem] = weighted ? sum : static_cast<double>(shards.rows());
  return shards.rows();
}

template <class Value>
bool CpuPass<Value>::is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const {
  const RowState& state = state_[problem];
  const double u = state.slack[row], before = state.trial_slack[row];  // there stands what was accepted before
  const bool crossed = nearness.reach > 0 && (u > 0) != (before > 0);
  const bool near = crossed || std::abs(u) <= nearness.width + nearness.reach * std::abs(u - before);
  return near && problems_[problem].weight_of(row) > 0;
}

template <class Value>
std::int64_t CpuPass<Value>::count_near(std::size_t problem, const Nearness& nearness) {
  std::atomic<std::int64_t> count = 0;
  for_each_range([&](std::size_t from, std::size_t to) {
    std::int64_t here = 0;
    for (std::size_t row = from; row < to; ++row) here += is_near(problem, nearness, row);
    count += here;
  });
  if (here_.ranks == nullptr) return count;
  const std::vector<std::int64_t> of_rank = gather_rows(*here_.ranks, std::vector<std::int64_t>{count});
  return std::accumulate(of_rank.begin(), of_rank.end(), std::int64_t{0});
}

template <class Value>
std::int64_t CpuPass<Value>::freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                                    const Nearness& nearness) {
  RowState& state = state_[problem];
  const auto chosen = [&](std::int64_t row) { return is_near(problem, nearness, static_cast<std::size_t>(row)); };
  frozen_[problem] = std::make_unique<FrozenState>();
  FrozenState& frozen = *frozen_[problem];
  frozen.near = std::make_unique<Shards>(data_, chosen, pool_, here_);
  set_near_rows_aside(frozen);
  const auto count = static_cast<std::size_t>(frozen.near->rows());
  frozen.before.reserve(count);
  std::vector<double> trial_slack;  // which says who is near, should this have to be undone
  trial_slack.reserve(count);
  frozen.near->for_each_row([&](std::size_t row) {
    frozen.before.push_back({state.slack[row], state.distance[row], std::exchange(state.running_dual[row], 0.0)});
    trial_slack.push_back(state.trial_slack[row]);
  });
  frozen.epsilon = state.epsilon;
  frozen.accepted_slack = state.slack.data();
  const Query again{problem, point, state.epsilon};
  Sums near;
  if (!is_known_to_all(evaluate({&again, 1}, {&near, 1}))) {
    auto before = frozen.before.begin();
    auto slack = trial_slack.begin();
    frozen.near->for_each_row([&](std::size_t row) {
      state.running_dual[row] = before++->dual;
      state.trial_slack[row] = *slack++;
    });
    frozen_[problem].reset();
    return 0;
  }
  if (here_.ranks == nullptr || here_.ranks->is_first()) {  // nobody else has sums
    frozen.others = std::make_unique<FrozenRows>(at, near);
    frozen.loss = frozen.others->loss(point, intercept(point));
  }
  return frozen.near->rows();
}

/// Rows of a file larger than the memory come from the disk in every sweep, and near rows are few but on nearly all of
/// its pages. What the file holds of the memory at present is what can be had without harm.
template <class Value>
void CpuPass<Value>::set_near_rows_aside(FrozenState& frozen) {
  if (!is_from_disk()) return;
  if (RowsAside<Value>::bytes_for(matrix_, *frozen.near) > residency_of(matrix_).resident / 4) return;
  frozen.aside = std::make_unique<RowsAside<Value>>(matrix_, *frozen.near, pool_);
  if (!places_.empty()) return;
  places_.resize(most_block_rows);
  std::iota(places_.begin(), places_.end(), 0U);
}

template <class Value>
bool CpuPass<Value>::is_known_to_all(bool succeeded) {
  if (here_.ranks == nullptr) return succeeded;
  return MessageReader(broadcast(*here_.ranks, Message().add(succeeded).take())).template take<bool>();
}

template <class Value>
void CpuPass<Value>::thaw(std::size_t problem, double share) {
  const std::unique_ptr<FrozenState> frozen = std::move(frozen_[problem]);
  RowState& state = state_[problem];
  if (state.slack.data() != frozen->accepted_slack) {
    std::swap(state.slack, state.trial_slack);
    std::swap(state.distance, state.trial_distance);
  }
  state.epsilon = frozen->epsilon;

  // ā of all rows is mixed but of the near ones, for which that has been done already.
  auto& dual = state.running_dual;
  auto before = frozen->before.begin();
  std::vector<double> near;
  near.reserve(frozen->before.size());
  frozen->near->for_each_row([&](std::size_t row) {
    near.push_back(SmoothedHinge::clip(share * dual[row] + (1 - share) * before->dual));
    state.slack[row] = before->slack;
    state.distance[row] = before++->distance;
  });
  if (share > 0) {
    const double keep = 1 - share;
    const std::array<double, 2> take{share * frozen->pending.take[0], share * frozen->pending.take[1]};
    const auto& sign = problems_[problem].sign;
    for_each_range([&](std::size_t from, std::size_t to) {
      for (std::size_t row = from; row < to; ++row) {
        const double a = state.slack[row] > 0 ? 1.0 : 0.0;
        dual[row] = SmoothedHinge::clip(keep * dual[row] + take[sign[row] > 0] * a);
      }
    });
  }
  auto mixed = near.begin();
  frozen->near->for_each_row([&](std::size_t row) { dual[row] = *mixed++; });
}

template <class Value>
bool CpuPass<Value>::cancelled() {
  if (cancelled_ || (!keep_going_ && here_.ranks == nullptr)) return cancelled_;
  const std::unique_lock lock(poll_mutex_, std::try_to_lock);
  const auto now = std::chrono::steady_clock::now();
  if (lock && now - last_poll_ > std::chrono::milliseconds(50)) {
    last_poll_ = now;
    if (asked_to_stop()) cancelled_ = true;
  }
  return cancelled_;
}

/// The caller is asked on rank 0, which tells the others.
template <class Value>
bool CpuPass<Value>::asked_to_stop() {
  Communicator* const ranks = here_.ranks;
  if (ranks != nullptr && !ranks->is_first()) {
    while (ranks->has_arrived(0, Tag::cancel))  // it may be about a sweep that was over before
      if (MessageReader(ranks->receive(0, Tag::cancel)).take<std::int64_t>() == sweep_) return true;
    return false;
  }
  if (!keep_going_ || keep_going_()) return false;
  for (int other = 1; ranks != nullptr && other < ranks->size(); ++other)
    ranks->send(other, Tag::cancel, Message().add(sweep_).take());
  return true;
}

template <class Value>
bool CpuPass<Value>::is_from_disk() {
  if (from_disk_) from_disk_ = !residency_of(matrix_).is_complete();
  return from_disk_;
}

template <class Value>
template <class Visit>
void CpuPass<Value>::for_each_part(const Shards& shards, std::int64_t chunk, bool from_disk, const Visit& visit) const {
  const std::span<const BlockPart> parts = shards.parts(chunk);
  const std::int64_t later = chunk + pool_.size();
  ReadAhead<Value> ahead(matrix_, parts, later < shards.chunks() ? shards.parts(later) : std::span<const BlockPart>());
  for (const BlockPart& part : parts) {
    if (from_disk) ahead.step();
    visit(part);
  }
}

template <class Value>
template <class Buffer, class Reset, class Visit>
bool CpuPass<Value>::sum_chunk(const Shards& shards, std::int64_t chunk, OrderedReduction<Buffer>& reduction,
                               bool cancellable, const Reset& reset, const Visit& visit) {
  const int from = chunk == 0 ? shards.begun_by() : -1;
  const int to = chunk + 1 == shards.chunks() ? shards.ended_by() : -1;
  const std::string begun = from < 0 ? std::string() : here_.ranks->receive(from, Tag::border);
  if ((cancellable && cancelled()) || (from >= 0 && begun.empty())) {
    if (to >= 0) here_.ranks->send(to, Tag::border, {});
    return false;
  }
  auto buffer = reduction.take();
  reset(*buffer);
  Border border;
  MessageReader before(begun);
  Message scratch_state;
  if (from >= 0) {
    buffer->read(before);
    border.begun = &before;
  }
  if (to >= 0) border.open = &scratch_state;
  scratch_.borrow([&](Scratch& scratch) { visit(chunk, *buffer, scratch, border); });
  if (to < 0) {
    reduction.finish(shards.first_chunk() + chunk, std::move(buffer));
    return true;
  }
  Message message;
  buffer->write(message);
  message.add_plain(scratch_state.bytes().data(), scratch_state.bytes().size());
  here_.ranks->send(to, Tag::border, message.take());
  reduction.give_back(std::move(buffer));
  return true;
}

template <class Value>
template <class Buffer, class Reset, class Visit>
Buffer* CpuPass<Value>::reduce(const Shards& shards, OrderedReduction<Buffer>& reduction, bool cancellable,
                               const Reset& reset, const Visit& visit) {
  ++sweep_;
  if (cancellable) cancelled_ = false;  // the sweep before may have been
  reduction.begin(shards.chunks_everywhere());
  const std::int64_t chunks = shards.chunks();
  // What another rank waits for comes first, what is waited for last.
  const std::int64_t early = chunks > 1 && shards.ended_by() >= 0 ? 1 : 0, late = shards.begun_by() >= 0 ? 1 : 0;
  std::atomic<bool> complete = true;
  const auto run_chunk = [&](std::int64_t task) {
    const std::int64_t chunk = task < early ? chunks - 1 : (task - early + late) % (chunks - early);
    if (!sum_chunk(shards, chunk, reduction, cancellable, reset, visit)) complete = false;
  };
  pool_.for_each(chunks, std::ref(run_chunk));  // by reference: a copy would need memory
  if (here_.ranks != nullptr && !gather_nodes(reduction, complete, cancellable)) return nullptr;
  return complete ? &reduction.result() : nullptr;
}

/// Up a binomial tree, as broadcasts go down one: a rank finishes what those at distances 1, 2, 4, … have left over,
/// and sends on what it cannot finish itself. Neighbours come first, since they have neighbouring chunks.
template <class Value>
template <class Buffer>
bool CpuPass<Value>::gather_nodes(OrderedReduction<Buffer>& reduction, bool complete, bool cancellable) {
  Communicator& ranks = *here_.ranks;
  const int rank = ranks.rank();
  for (int distance = 1; distance < ranks.size(); distance *= 2) {
    if ((rank & distance) != 0) {
      Message nodes;
      nodes.add(complete);
      if (complete) {
        reduction.for_each_left([&](int level, std::int64_t number, const Buffer& buffer) {
          nodes.add(level).add(number);
          buffer.write(nodes);
        });
      }
      ranks.send(rank - distance, Tag::sums, nodes.take());
      return false;
    }
    if (rank + distance < ranks.size()) complete = receive_nodes(rank + distance, reduction, cancellable) && complete;
  }
  return complete;
}

/// Whether the sender, and those that it had heard of, came to the end of their chunks.
template <class Value>
template <class Buffer>
bool CpuPass<Value>::receive_nodes(int sender, OrderedReduction<Buffer>& reduction, bool cancellable) {
  Communicator& ranks = *here_.ranks;
  for (MessageWait pause; cancellable && !ranks.has_arrived(sender, Tag::sums); pause.wait())
    cancelled();  // so that a stop is prompt also where the others have more to do
  const std::string bytes = ranks.receive(sender, Tag::sums);
  MessageReader from(bytes);
  const auto complete = from.take<bool>();
  while (!from.at_end()) {
    const auto level = from.take<int>();
    const auto number = from.take<std::int64_t>();
    auto buffer = reduction.take();
    buffer->read(from);
    reduction.finish_node(level, number, std::move(buffer));
  }
  return complete;
}

template <class Value>
void CpuPass<Value>::add_moments(const Block& block, const RowBatch& rows, QueryScratch<Value>& mine, Scratch& scratch,
                                 Sums& sums) {
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
void CpuPass<Value>::evaluate_batch(const Query& query, std::size_t k, const BlockPart& part, const Block& block,
                                    const RowBatch& rows, BlockRows positions, Sums& sums, Scratch& scratch) {
  const auto& kernels = row_kernels<Value>();
  auto& mine = scratch.query[k];
  LossBatch& batch = scratch.batch;
  const SweepDual start{query.carry, query.dual.empty() ? nullptr : query.dual.data() + part.first_row};

  kernels.scores(block, rows.rows, {query.point.data(), mine.point.data()}, wanted_next(block, rows, 0),
                 batch.score.data());
  loss_kernels().evaluate(problem_at(query.problem, part), positions, intercept(query.point), start, batch, sums);
  add_moments(block, rows, mine, scratch, sums);
  if (query.hessian.empty()) return;
  // A listed column may be a rare one, all of whose rows would be left out.
  if (query.least_curvature > 0 && !has_lists(block))
    thin_out(here_.first_row + part.first_row, positions, query.least_curvature, batch.curvature.data());
  sums.hessian_rows += static_cast<double>(mine.hessian.add(block, rows.rows, batch.curvature.data()));
}

template <class Value>
void CpuPass<Value>::evaluate_part(std::span<const Query> queries, const BlockPart& part, const RowsAside<Value>* aside,
                                   Partial& partial, Scratch& scratch) {
  const Block& whole = matrix_.blocks[part.block];
  const Block& block = aside == nullptr ? whole : aside->block(part.block);
  const BlockRows places =
      aside == nullptr ? part.position : BlockRows(places_).subspan(part.before, part.position.size());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    scratch.query[k].enter(block, queries[k].point.data());
    if (!queries[k].hessian.empty()) scratch.query[k].hessian.enter(block);
  }
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
bool CpuPass<Value>::evaluate(std::span<const Query> queries, std::span<Sums> sums) {
  const Shards& shards = shards_of(queries.front().problem);
  const auto& of_first = frozen_[queries.front().problem];
  const RowsAside<Value>* const aside = of_first ? of_first->aside.get() : nullptr;
  if (coordinates_.size() < queries.size()) coordinates_.resize(queries.size());
  for (std::size_t k = 0; k < queries.size(); ++k) {
    state_[queries[k].problem].trial_epsilon = queries[k].epsilon;
    if (!queries[k].hessian.empty()) coordinates_[k].assign(queries[k].hessian, data_.features);
  }
  const auto reset = [&](Partial& partial) {
    partial.queries = queries.size();
    if (partial.sums.size() < queries.size()) partial.sums.resize(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k) partial.sums[k].reset(data_.features, queries[k].hessian.size());
  };
  const bool from_disk = aside == nullptr && is_from_disk();
  const auto visit = [&](std::int64_t chunk, Partial& partial, Scratch& scratch, const Border& border) {
    if (scratch.query.size() < queries.size()) scratch.query.resize(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k) {
      if (queries[k].hessian.empty()) continue;
      double* const target = partial.sums[k].hessian.data();
      HessianSum<Value>& hessian = scratch.query[k].hessian;
      border.begun != nullptr ? hessian.resume(coordinates_[k], target, *border.begun)
                              : hessian.begin(coordinates_[k], target);
    }
    for_each_part(shards, chunk, from_disk,
                  [&](const BlockPart& part) { evaluate_part(queries, part, aside, partial, scratch); });
    for (std::size_t k = 0; k < queries.size(); ++k) {
      if (queries[k].hessian.empty()) continue;
      HessianSum<Value>& hessian = scratch.query[k].hessian;
      border.open != nullptr ? hessian.suspend(*border.open) : hessian.finish();
    }
  };
  Partial* const total = reduce(shards, partials_, true, reset, visit);
  rows_read_ += shards.rows();
  if (total == nullptr) return false;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    std::swap(sums[k], total->sums[k]);
    hessian_rows_ += static_cast<std::int64_t>(sums[k].hessian_rows);
    FrozenState* const frozen = frozen_[queries[k].problem].get();
    if (frozen == nullptr || !frozen->others) continue;
    frozen->trial_loss = frozen->others->loss(queries[k].point, intercept(queries[k].point));
    frozen->others->add_to(sums[k], frozen->trial_loss);
  }
  return true;
}

template <class Value>
bool CpuPass<Value>::combine(std::size_t, std::span<const double> coefficient, std::span<double> sum) {
  const auto reset = [&](Vector& partial) { partial.values.assign(static_cast<std::size_t>(data_.features), 0); };
  const bool from_disk = is_from_disk();
  const auto visit = [&](std::int64_t chunk, Vector& partial, Scratch& scratch, const Border&) {
    for_each_part(everything(), chunk, from_disk, [&](const BlockPart& part) {
      const Block& block = matrix_.blocks[part.block];
      const double* const of_block = coefficient.data() + part.first_row;
      scratch.sum.clear(block.dense_columns);
      for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& batch) {
        std::size_t count = 0;
        for (const std::uint32_t row : batch.rows) {
          scratch.chosen[count] = row;
          scratch.factor[count] = of_block[row];
          count += of_block[row] != 0;
        }
        row_kernels<Value>().add_scaled(block, BlockRows(scratch.chosen).first(count), scratch.factor.data(),
                                        {partial.values.data(), scratch.sum.data()});
      });
      scratch.sum.add_to(block.dense_columns, partial.values.data());
    });
  };
  const Vector* const total = reduce(everything(), vectors_, true, reset, visit);
  rows_read_ += std::count_if(coefficient.begin(), coefficient.end(), [](double factor) { return factor != 0; });
  if (total == nullptr) return false;
  std::copy(total->values.begin(), total->values.end(), sum.begin());
  return true;
}

template <class Value>
void CpuPass<Value>::along(std::size_t problem, double epsilon, std::span<const double> steps,
                           std::span<double> losses) {
  const auto reset = [&](Vector& partial) { partial.values.assign(steps.size(), 0); };
  const Shards& shards = shards_of(problem);
  const auto visit = [&](std::int64_t chunk, Vector& partial, Scratch& scratch, const Border&) {
    for (const BlockPart& part : shards.parts(chunk)) {
      for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& rows) {
        loss_kernels().along(problem_at(problem, part), rows.rows, epsilon, steps, scratch.batch,
                             partial.values.data());
      });
    }
  };
  const Vector* const total = reduce(shards, vectors_, false, reset, visit);
  if (total == nullptr) return;  // rank 0 has it
  std::copy(total->values.begin(), total->values.end(), losses.begin());
  if (const FrozenState* const frozen = frozen_[problem].get())
    for (std::size_t k = 0; k < steps.size(); ++k)
      losses[k] += frozen->loss + steps[k] * (frozen->trial_loss - frozen->loss);
}

template <class Value>
void CpuPass<Value>::accept(std::size_t problem) {
  auto& state = state_[problem];
  if (FrozenState* const frozen = frozen_[problem].get()) frozen->loss = frozen->trial_loss;
  std::swap(state.slack, state.trial_slack);
  std::swap(state.distance, state.trial_distance);
  state.epsilon = state.trial_epsilon;
}

template <class Value>
void CpuPass<Value>::mix(std::size_t problem, const DualMixture& mixture) {
  const Shards& shards = shards_of(problem);
  const auto mix_chunk = [&](std::int64_t chunk) {
    scratch_.borrow([&](Scratch& scratch) {
      for (const BlockPart& part : shards.parts(chunk)) {
        for_each_batch(part.position, LossBatch::most_rows, [&](const RowBatch& rows) {
          loss_kernels().mix(problem_at(problem, part), rows.rows, mixture, scratch.batch);
        });
      }
    });
  };
  pool_.for_each(shards.chunks(), std::ref(mix_chunk));
  if (FrozenState* const frozen = frozen_[problem].get()) frozen->pending.add(mixture);
}

template <class Value>
std::vector<double> CpuPass<Value>::slacks(std::size_t problem) const {
  const auto& slack = state_[problem].slack;
  return {slack.begin(), slack.end()};
}

template <class Value>
std::vector<double> CpuPass<Value>::curvatures(std::size_t problem) const {
  const auto& state = state_[problem];
  std::vector<double> result(state.slack.size());
  shards_of(problem).for_each_row(
      [&](std::size_t i) { result[i] = SmoothedHinge(state.slack[i], state.epsilon).curvature(state.distance[i]); });
  return result;
}

template <class Value>
std::vector<double> CpuPass<Value>::smooth_duals(std::size_t problem) const {
  const auto& state = state_[problem];
  std::vector<double> result(state.slack.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double u = state.slack[i];
    result[i] = SmoothedHinge::dual(u, SmoothedHinge(u, state.epsilon).q_smooth);
  }
  return result;
}

template <class Value>
std::vector<double> CpuPass<Value>::running_dual(std::size_t problem) const {
  const auto& dual = state_[problem].running_dual;
  return {dual.begin(), dual.end()};
}

template <class Value>
std::vector<double> CpuPass<Value>::take_running_dual(std::size_t problem) {
  const UninitializedVector<double> dual = std::move(state_[problem].running_dual);
  state_[problem].give_back();
  return {dual.begin(), dual.end()};
}

template void CpuPass<float>::set_near_rows_aside(FrozenState&);  // for cpu_pass_state.cpp
template void CpuPass<double>::set_near_rows_aside(FrozenState&);

std::unique_ptr<Pass> make_local_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                      std::uint64_t seed, int threads, std::function<bool()> keep_going,
                                      const RankRows& here) {
  return std::visit(
      [&]<class Value>(const BlockedRows<Value>& matrix) -> std::unique_ptr<Pass> {
        return std::make_unique<CpuPass<Value>>(data, matrix, std::move(problems), has_intercept, seed, threads,
                                                std::move(keep_going), here);
      },
      data.matrix);
}

}  // namespace smsvm
