#include "cpu/row_states.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "data/in_order.hpp"
#include "data/row_sample.hpp"
#include "rows/loss.hpp"

namespace smsvm {

RowStates::RowStates(const Dataset& data, BackendOptions options)
    : data_(data),
      options_(std::move(options)),
      pool_(options_.threads),
      level_(options_.problems.size()),
      frozen_(options_.problems.size()),
      state_(options_.problems.size()) {
  for (auto& state : state_)
    for (const Column column : state_columns) make_zero(*state.column(column));
}

/// In parallel: with many rows the machine takes its time to find the memory.
void RowStates::make_zero(UninitializedVector<double>& column) {
  column.resize(static_cast<std::size_t>(data_.rows));
  for_each_range([&](std::size_t from, std::size_t to) { std::fill(&column[from], &column[from] + (to - from), 0.0); });
}

void RowStates::answer(const request::Describe&, Answer& answer) {
  answer.numbers = {static_cast<double>(data_.rows), static_cast<double>(data_.features),
                    static_cast<double>(options_.problems.size()), options_.order == nullptr ? 0.0 : 1.0};
}

void RowStates::answer(const request::UseSample& what, Answer& answer) {
  const auto at = static_cast<std::size_t>(what.level);
  level_[what.problem] = at;
  if (levels_.size() <= at) levels_.resize(at + 1);
  if (!levels_[at]) {
    const RowSample sample(options_.seed);
    const Shards::Choice chosen = [&](std::int64_t position) {
      return sample.has(options_.first_row + source_row(options_.order, position), what.level);
    };
    levels_[at] = std::make_unique<Shards>(data_, what.level == 0 ? Shards::Choice() : chosen, pool_);
  }
  answer.work = levels_[at]->work();
  answer.numbers = numbers_of({data_.rows, !options_.problems[what.problem].weight.empty()});
}

void RowStates::answer(const request::Cut& what, Answer&) {
  shards(what.problem).cut(what);
  if (frozen_[what.problem]) begin_with_near_rows(what.problem);
}

void RowStates::answer(const request::AddWeights& what, Answer& answer) {
  const Target& problem = options_.problems[what.problem];
  double sum = what.before;
  shards(what.problem).for_each_row([&](std::size_t row) { sum += problem.weight_of(row); });
  answer.numbers = {sum};
}

bool RowStates::is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const {
  const RowState& state = state_[problem];
  const double u = state.slack[row], before = state.trial_slack[row];  // there stands what was accepted before
  const bool crossed = nearness.reach > 0 && (u > 0) != (before > 0);
  const bool near = crossed || std::abs(u) <= nearness.width + nearness.reach * std::abs(u - before);
  return near && options_.problems[problem].weight_of(row) > 0;
}

void RowStates::answer(const request::CountNear& what, Answer& answer) {
  std::atomic<std::int64_t> count = 0;
  for_each_range([&](std::size_t from, std::size_t to) {
    std::int64_t here = 0;
    for (std::size_t row = from; row < to; ++row) here += is_near(what.problem, what.nearness, row);
    count += here;
  });
  answer.numbers = {static_cast<double>(count)};
}

void RowStates::answer(const request::UseNear& what, Answer& answer) {
  std::vector<bool> is_put;
  if (what.as_put) {
    is_put.resize(static_cast<std::size_t>(data_.rows));
    for (std::size_t at = 0; at < put_near_.size(); at += ProblemState::numbers_of_near_row)
      is_put[static_cast<std::size_t>(put_near_[at])] = true;
  }
  const auto chosen = [&](std::int64_t position) -> bool {
    const auto row = static_cast<std::size_t>(position);
    return what.as_put ? is_put[row] : is_near(what.problem, what.nearness, row);
  };
  auto frozen = std::make_unique<FrozenState>();
  frozen->near = std::make_unique<Shards>(data_, chosen, pool_);
  answer.work = frozen->near->work();
  answer.numbers = numbers_of({data_.rows});
  frozen_[what.problem] = std::move(frozen);
}

void RowStates::begin_with_near_rows(std::size_t problem) {
  FrozenState& frozen = *frozen_[problem];
  RowState& state = state_[problem];
  if (!put_near_.empty()) {  // the state is what was put, and PutState says the rest
    for (std::size_t at = 0; at < put_near_.size(); at += ProblemState::numbers_of_near_row)
      frozen.before.push_back({put_near_[at + 1], put_near_[at + 2], put_near_[at + 3]});
    put_near_.clear();
    return;
  }
  frozen.before.reserve(static_cast<std::size_t>(frozen.near->rows()));
  frozen.near->for_each_row([&](std::size_t row) {
    frozen.before.push_back({state.slack[row], state.distance[row], std::exchange(state.running_dual[row], 0.0)});
  });
  frozen.epsilon = state.epsilon;
}

void RowStates::answer(const request::Thaw& what, Answer&) {
  const std::unique_ptr<FrozenState> frozen = std::move(frozen_[what.problem]);
  RowState& state = state_[what.problem];
  if (frozen->is_swapped) {
    std::swap(state.slack, state.trial_slack);
    std::swap(state.distance, state.trial_distance);
  }
  state.epsilon = frozen->epsilon;

  // ā of all rows is mixed but of the near ones, for which that has been done already.
  const double share = what.share, keep = 1 - share;
  auto& dual = state.running_dual;
  auto before = frozen->before.begin();
  std::vector<double> near;
  near.reserve(frozen->before.size());
  frozen->near->for_each_row([&](std::size_t row) {
    near.push_back(SmoothedHinge::clip(share * dual[row] + keep * before->dual));
    state.slack[row] = before->slack;
    state.distance[row] = before++->distance;
  });
  if (share > 0) {
    const auto& sign = options_.problems[what.problem].sign;
    for_each_range([&](std::size_t from, std::size_t to) {
      for (std::size_t row = from; row < to; ++row) {
        const double a = state.slack[row] > 0 ? 1.0 : 0.0;
        dual[row] = SmoothedHinge::clip(keep * dual[row] + what.take[sign[row] > 0] * a);
      }
    });
  }
  auto mixed = near.begin();
  frozen->near->for_each_row([&](std::size_t row) { dual[row] = *mixed++; });
}

void RowStates::answer(const request::Accept& what, Answer&) {
  state_[what.problem].accept();
  if (FrozenState* const frozen = frozen_[what.problem].get()) frozen->is_swapped = !frozen->is_swapped;
}

void RowStates::answer(const request::Release& what, Answer&) {
  frozen_[what.problem].reset();
  state_[what.problem].give_back();
}

}  // namespace smsvm
