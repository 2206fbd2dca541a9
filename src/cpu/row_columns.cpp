// The state of the rows as numbers: what checkpoints keep, proofs are made of, and sweeps may begin with.

#include <algorithm>

#include "cpu/row_states.hpp"
#include "data/in_order.hpp"
#include "rows/loss.hpp"

namespace smsvm {
namespace {

/// The rows here that are in a window of all rows: from so many numbers of the window on, from this row here on.
struct Overlap {
  std::size_t in_window = 0, here = 0, rows = 0;

  Overlap(std::int64_t first, std::int64_t window_rows, std::int64_t first_here, std::int64_t rows_here) {
    const std::int64_t from = std::max(first, first_here), to = std::min(first + window_rows, first_here + rows_here);
    if (from >= to) return;
    in_window = static_cast<std::size_t>(from - first);
    here = static_cast<std::size_t>(from - first_here);
    rows = static_cast<std::size_t>(to - from);
  }
};

double from_flag(bool flag) { return flag ? 1.0 : 0.0; }

}  // namespace

void RowStates::answer(const request::GetColumn& what, Answer& answer) {
  const Overlap window(what.first, what.rows, options_.first_row, data_.rows);
  RowState& state = state_[what.problem];
  if (const auto* const column = state.column(what.column)) {
    answer.numbers.assign(column->data() + window.here, column->data() + window.here + window.rows);
    return;
  }
  answer.numbers.assign(window.rows, 0.0);
  const Target& target = options_.problems[what.problem];
  const auto smoothed = [&](std::size_t row) { return SmoothedHinge(state.slack[row], state.epsilon); };
  const auto fill = [&](const auto& number_of) {
    for (std::size_t k = 0; k < window.rows; ++k) answer.numbers[k] = number_of(window.here + k);
  };
  if (what.column == Column::sign) return fill([&](std::size_t row) { return target.sign[row]; });
  if (what.column == Column::weight) return fill([&](std::size_t row) { return target.weight_of(row); });
  if (what.column == Column::number) {
    return fill([&](std::size_t row) {
      return static_cast<double>(options_.first_row + source_row(options_.order, static_cast<std::int64_t>(row)));
    });
  }
  if (what.column == Column::smooth_dual)
    return fill([&](std::size_t row) { return SmoothedHinge::dual(state.slack[row], smoothed(row).q_smooth); });
  shards(what.problem).for_each_row([&](std::size_t row) {
    if (row >= window.here && row < window.here + window.rows)
      answer.numbers[row - window.here] = smoothed(row).curvature(state.distance[row]);
  });
}

void RowStates::answer(const request::PutColumn& what, Answer&) {
  const Overlap window(what.first, std::ssize(what.numbers), options_.first_row, data_.rows);
  auto& column = *state_[what.problem].column(what.column);
  if (column.size() != static_cast<std::size_t>(data_.rows)) make_zero(column);
  if (what.column == Column::given) state_[what.problem].has_given = true;
  std::copy_n(what.numbers.data() + window.in_window, window.rows, column.data() + window.here);
}

void RowStates::answer(const request::GetState& what, Answer& answer) {
  const RowState& state = state_[what.problem];
  const FrozenState* const frozen = frozen_[what.problem].get();
  answer.numbers.assign(ProblemState::count, 0.0);
  answer.numbers[ProblemState::is_present] = from_flag(!state.is_given_back);
  answer.numbers[ProblemState::has_given] = from_flag(state.has_given);
  answer.numbers[ProblemState::level] = static_cast<double>(level_[what.problem]);
  answer.numbers[ProblemState::epsilon] = state.epsilon;
  answer.numbers[ProblemState::trial_epsilon] = state.trial_epsilon;
  if (frozen == nullptr) return;
  answer.numbers[ProblemState::is_frozen] = 1;
  answer.numbers[ProblemState::frozen_epsilon] = frozen->epsilon;
  answer.numbers[ProblemState::is_swapped] = from_flag(frozen->is_swapped);
}

void RowStates::answer(const request::PutState& what, Answer&) {
  RowState& state = state_[what.problem];
  if (what.numbers[ProblemState::is_present] == 0) return state.give_back();
  state.epsilon = what.numbers[ProblemState::epsilon];
  state.trial_epsilon = what.numbers[ProblemState::trial_epsilon];
  FrozenState* const frozen = frozen_[what.problem].get();
  if (frozen == nullptr) return;
  frozen->epsilon = what.numbers[ProblemState::frozen_epsilon];
  frozen->is_swapped = what.numbers[ProblemState::is_swapped] == 1;
}

void RowStates::answer(const request::GetNear& what, Answer& answer) {
  const FrozenState& frozen = *frozen_[what.problem];
  answer.numbers.reserve(frozen.before.size() * ProblemState::numbers_of_near_row);
  auto before = frozen.before.begin();
  frozen.near->for_each_row([&](std::size_t row) {
    const auto position = static_cast<double>(options_.first_row + static_cast<std::int64_t>(row));
    answer.numbers.insert(answer.numbers.end(), {position, before->slack, before->distance, before->dual});
    ++before;
  });
}

/// Keeps those of the rows here.
void RowStates::answer(const request::PutNear& what, Answer&) {
  put_near_.clear();
  const auto first = static_cast<double>(options_.first_row), rows = static_cast<double>(data_.rows);
  for (std::size_t at = 0; at < what.numbers.size(); at += ProblemState::numbers_of_near_row) {
    const double row = what.numbers[at] - first;
    if (!(row >= 0 && row < rows)) continue;
    put_near_.push_back(row);
    put_near_.insert(put_near_.end(), &what.numbers[at + 1], &what.numbers[at] + ProblemState::numbers_of_near_row);
  }
}

}  // namespace smsvm
