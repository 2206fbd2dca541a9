// What a checkpoint keeps of a pass.

#include <array>
#include <cmath>
#include <vector>

#include "pass/cpu_pass.hpp"
#include "pass/state_section.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

double from_flag(bool flag) { return flag ? 1.0 : 0.0; }

/// A count or a flag, within what it can be.
std::int64_t count_in(double number, std::int64_t most) {
  if (!(number >= 0 && number <= static_cast<double>(most)) || number != std::floor(number))
    throw Error(ErrorKind::bad_data, "the state of the rows was altered");
  return static_cast<std::int64_t>(number);
}

/// Of the ladder: levels with hardly any rows are never used.
std::int64_t deepest_level(std::int64_t rows) {
  std::int64_t level = 0;
  while (rows >> (2 * (level + 1)) > 100) ++level;
  return level;
}

}  // namespace

// In sections, see StateSection: a distributed pass tells them apart by their order.

template <class Value>
void CpuPass<Value>::save(std::size_t problem, const NumberSink& put) const {
  const RowState& state = state_[problem];
  const bool present = !state.is_given_back;
  put(std::array{from_flag(present), static_cast<double>(level_[problem]), state.epsilon, state.trial_epsilon,
                 from_flag(frozen_[problem] != nullptr)});
  if (!present) return;
  for (const auto* column :
       {&state.slack, &state.distance, &state.trial_slack, &state.trial_distance, &state.running_dual})
    put(std::span(column->data(), column->size()));
  if (frozen_[problem]) save_frozen(problem, put);
}

template <class Value>
void CpuPass<Value>::save_frozen(std::size_t problem, const NumberSink& put) const {
  const FrozenState& frozen = *frozen_[problem];
  put(std::array{static_cast<double>(frozen.before.size())});
  std::vector<double> near;
  near.reserve(frozen.before.size() * StateSection::numbers_of_near_row);
  auto before = frozen.before.begin();
  frozen.near->for_each_row([&](std::size_t row) {
    near.insert(near.end(), {static_cast<double>(here_.first_row + static_cast<std::int64_t>(row)), before->slack,
                             before->distance, before->dual});
    ++before;
  });
  put(near);
  put(std::array{frozen.epsilon, from_flag(frozen.accepted_slack == state_[problem].slack.data()), frozen.loss,
                 frozen.trial_loss, frozen.pending.take[0], frozen.pending.take[1]});
  if (frozen.others) frozen.others->save(put);  // there are none on ranks but the first
}

template <class Value>
void CpuPass<Value>::restore(std::size_t problem, const NumberSource& take) {
  RowState& state = state_[problem];
  std::array<double, 5> head{};
  take(head);
  const bool present = count_in(head[0], 1) == 1, frozen = count_in(head[4], 1) == 1;
  restrict_to_level(problem, static_cast<int>(count_in(head[1], deepest_level(rows_everywhere_))));
  state.epsilon = head[2];
  state.trial_epsilon = head[3];
  if (!present) {
    state.give_back();
    return;
  }
  for (auto* column : {&state.slack, &state.distance, &state.trial_slack, &state.trial_distance, &state.running_dual})
    take(std::span(column->data(), column->size()));
  if (frozen) restore_frozen(problem, take);
}

template <class Value>
void CpuPass<Value>::restore_frozen(std::size_t problem, const NumberSource& take) {
  auto frozen = std::make_unique<FrozenState>();
  double counted = 0;
  take({&counted, 1});
  const auto count = static_cast<std::size_t>(count_in(counted, data_.rows));
  if (count == 0 && here_.ranks == nullptr) throw Error(ErrorKind::bad_data, "no row is near the kink");
  std::vector<double> numbers(count * StateSection::numbers_of_near_row);
  take(numbers);
  std::vector<bool> is_near(static_cast<std::size_t>(data_.rows), false);
  std::int64_t last = -1;
  for (auto at = numbers.begin(); at != numbers.end(); at += StateSection::numbers_of_near_row) {
    const std::int64_t row = count_in(at[0] - static_cast<double>(here_.first_row), data_.rows - 1);
    if (row <= last) throw Error(ErrorKind::bad_data, "the rows near the kink are not in order");
    last = row;
    is_near[static_cast<std::size_t>(row)] = true;
    frozen->before.push_back({at[1], at[2], at[3]});
  }
  const auto chosen = [&](std::int64_t row) -> bool { return is_near[static_cast<std::size_t>(row)]; };
  frozen->near = std::make_unique<Shards>(data_, chosen, pool_, here_);
  set_near_rows_aside(*frozen);
  std::array<double, 6> tail{};
  take(tail);
  frozen->epsilon = tail[0];
  const RowState& state = state_[problem];
  frozen->accepted_slack = (count_in(tail[1], 1) == 1 ? state.slack : state.trial_slack).data();
  frozen->loss = tail[2];
  frozen->trial_loss = tail[3];
  frozen->pending.take = {tail[4], tail[5]};
  if (here_.ranks == nullptr || here_.ranks->is_first())
    frozen->others = std::make_unique<FrozenRows>(data_.features, take);
  frozen_[problem] = std::move(frozen);
}

template void CpuPass<float>::save(std::size_t, const NumberSink&) const;
template void CpuPass<double>::save(std::size_t, const NumberSink&) const;
template void CpuPass<float>::restore(std::size_t, const NumberSource&);
template void CpuPass<double>::restore(std::size_t, const NumberSource&);

}  // namespace smsvm
