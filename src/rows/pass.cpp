#include "rows/pass.hpp"

#include <algorithm>
#include <utility>

#include "data/in_order.hpp"

namespace smsvm {
namespace {

/// Numbers of rows cross to the rows and back so many at a time.
constexpr std::int64_t rows_of_window = 1 << 20;
/// Rows themselves are longer.
constexpr std::int64_t rows_of_blocks = 1 << 15;

}  // namespace

Pass::Pass(Backend& rows, std::size_t problem) : backend_(rows), first_(problem) {
  describe();
  uses_.resize(1);
  restrict_to_level(problem, 0);
}

Pass::Pass(std::unique_ptr<Backend> rows) : owned_(std::move(rows)), backend_(*owned_) {
  describe();
  uses_.resize(static_cast<std::size_t>(answer_.numbers[2]));
  for (std::size_t problem = 0; problem < uses_.size(); ++problem) restrict_to_level(problem, 0);
}

void Pass::describe() {
  const Answer& said = ask(request::Describe{});
  rows_ = static_cast<std::int64_t>(said.numbers[0]);
  features_ = static_cast<std::int64_t>(said.numbers[1]);
  is_in_another_order_ = said.numbers[3] != 0;
}

template <class RequestOf, class Visit>
void Pass::for_each_window(const RequestOf& request_of, const Visit& visit) {
  for (std::int64_t first = 0; first < rows_; first += rows_of_window)
    visit(ask(request_of(first, std::min(rows_of_window, rows_ - first))).numbers);
}

const std::shared_ptr<const RowOrder>& Pass::order() {
  if (is_in_another_order_ && !order_) {
    std::vector<std::int32_t> shift;
    shift.reserve(static_cast<std::size_t>(rows_));
    for_each_window(
        [&](std::int64_t first, std::int64_t rows) {
          return request::GetColumn{first_, Column::number, first, rows};
        },
        [&](const std::vector<double>& numbers) {
          for (const double number : numbers)
            shift.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(number) - std::ssize(shift)));
        });
    order_ = std::make_shared<const RowOrder>(std::move(shift));
  }
  return order_;
}

const Answer& Pass::ask(const Request& request) {
  backend_.ask(request, answer_);
  rows_read_ += answer_.rows_read;
  return answer_;
}

std::int64_t Pass::restrict_to_level(std::size_t problem, int level) {
  const Answer& said = ask(request::UseSample{problem, level});
  state(problem).active_weight = said.numbers[1];
  return static_cast<std::int64_t>(said.numbers[0]);
}

std::int64_t Pass::count_near(std::size_t problem, const Nearness& nearness) {
  return static_cast<std::int64_t>(ask(request::CountNear{problem, nearness}).numbers[0]);
}

std::int64_t Pass::freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                          const Nearness& nearness) {
  ProblemUse& use = state(problem);
  const auto rows = static_cast<std::int64_t>(ask(request::UseNear{problem, nearness}).numbers[0]);
  const Query again{problem, point, use.epsilon};
  Sums near;
  if (!sweep({&again, 1}, {&near, 1})) {
    ask(request::Thaw{problem});
    return 0;
  }
  use.others = std::make_unique<FrozenRows>(at, near);
  use.loss = use.others->loss(point.first(static_cast<std::size_t>(features_)),
                              point.size() > static_cast<std::size_t>(features_) ? point.back() : 0.0);
  use.pending = {};
  use.frozen_at_epsilon = use.epsilon;
  return rows;
}

void Pass::thaw(std::size_t problem, double share) {
  ProblemUse& use = state(problem);
  ask(request::Thaw{problem, share, {share * use.pending.take[0], share * use.pending.take[1]}});
  use.others.reset();
  use.epsilon = use.frozen_at_epsilon;
}

bool Pass::sweep(std::span<const Query> queries, std::span<Sums> sums) {
  for (const Query& query : queries) state(query.problem).trial_epsilon = query.epsilon;
  // The caller's memory goes with the question, and comes back with the answer.
  answer_.nodes.resize(std::max<std::size_t>(answer_.nodes.size(), 1));
  answer_.nodes.front().begin(queries.size());
  for (std::size_t k = 0; k < queries.size(); ++k) std::swap(answer_.nodes.front().sums[k], sums[k]);
  const bool complete = ask(request::Sweep{queries}).complete;
  if (answer_.nodes.front().sums.size() < queries.size()) return complete;
  for (std::size_t k = 0; k < queries.size(); ++k) std::swap(answer_.nodes.front().sums[k], sums[k]);
  return complete;
}

bool Pass::evaluate(std::span<const Query> queries, std::span<Sums> sums) {
  if (!sweep(queries, sums)) return false;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    hessian_rows_ += static_cast<std::int64_t>(sums[k].hessian_rows);
    ProblemUse& use = state(queries[k].problem);
    if (!use.others) continue;
    const auto features = static_cast<std::size_t>(features_);
    const std::span<const double> point = queries[k].point;
    use.trial_loss = use.others->loss(point.first(features), point.size() > features ? point.back() : 0.0);
    use.others->add_to(sums[k], use.trial_loss);
  }
  return true;
}

bool Pass::combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) {
  put_column(problem, Column::given, coefficient);
  const auto rows = std::ranges::count_if(coefficient, [](double factor) { return factor != 0; });
  if (!ask(request::Combine{problem, rows}).complete) return false;
  std::ranges::copy(answer_.sums().front().numbers, sum.begin());
  return true;
}

void Pass::along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) {
  ask(request::Along{problem, epsilon, steps});
  std::ranges::copy(answer_.sums().front().numbers, losses.begin());
  const ProblemUse& use = state(problem);
  if (!use.others) return;
  for (std::size_t k = 0; k < steps.size(); ++k) losses[k] += use.loss + steps[k] * (use.trial_loss - use.loss);
}

void Pass::accept(std::size_t problem) {
  ask(request::Accept{problem});
  ProblemUse& use = state(problem);
  use.epsilon = use.trial_epsilon;
  use.loss = use.trial_loss;
}

void Pass::mix(std::size_t problem, const DualMixture& mixture) {
  ask(request::Mix{problem, mixture});
  if (state(problem).others) state(problem).pending.add(mixture);
}

template <class RequestOf>
std::vector<double> Pass::of_each_row(const RequestOf& request_of) {
  std::vector<double> stored;
  stored.reserve(static_cast<std::size_t>(rows_));
  for_each_window(request_of, [&](const std::vector<double>& window) {
    stored.insert(stored.end(), window.begin(), window.end());
  });
  return in_source_order(order().get(), std::move(stored));
}

std::vector<double> Pass::column(std::size_t problem, Column which) {
  return of_each_row([&](std::int64_t first, std::int64_t rows) {
    return request::GetColumn{problem, which, first, rows};
  });
}

std::vector<double> Pass::squares(std::span<const double> scale, double constant) {
  return of_each_row([&](std::int64_t first, std::int64_t rows) {
    return request::AddSquares{first, rows, scale, constant};
  });
}

void Pass::put_column(std::size_t problem, Column which, std::span<const double> of_row) {
  std::vector<double> stored;
  if (order()) stored = in_stored_order<double>(order().get(), {of_row.begin(), of_row.end()});
  const std::span<const double> numbers = order() ? std::span<const double>(stored) : of_row;
  for (std::int64_t first = 0; first < rows_; first += rows_of_window) {
    const std::int64_t rows = std::min(rows_of_window, rows_ - first);
    ask(request::PutColumn{problem, which, first,
                           numbers.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(rows))});
  }
}

void Pass::hand_out_running_dual(std::size_t problem, const std::function<void(std::span<const double>)>& take) {
  // Rows are stored near their places, so that few wait for those before them.
  constexpr double not_yet = -1;  // ā is in [0, 1]
  std::vector<double> waiting, number;
  std::int64_t handed_out = 0;
  for (std::int64_t first = 0; first < rows_; first += rows_of_window) {
    const std::int64_t rows = std::min(rows_of_window, rows_ - first);
    if (is_in_another_order_) number = ask(request::GetColumn{problem, Column::number, first, rows}).numbers;
    const std::vector<double>& dual = ask(request::GetColumn{problem, Column::running_dual, first, rows}).numbers;
    for (std::size_t k = 0; k < dual.size(); ++k) {
      const std::int64_t its_number =
          is_in_another_order_ ? static_cast<std::int64_t>(number[k]) : first + static_cast<std::int64_t>(k);
      const auto at = static_cast<std::size_t>(its_number - handed_out);
      if (waiting.size() <= at) waiting.resize(at + 1, not_yet);
      waiting[at] = dual[k];
    }
    const auto ready = std::ranges::find(waiting, not_yet);
    take({waiting.begin(), ready});
    handed_out += ready - waiting.begin();
    waiting.erase(waiting.begin(), ready);
  }
  release(problem);
}

SparseRows Pass::fetch(std::span<const std::int64_t> rows) {
  std::vector<std::int64_t> position(rows.begin(), rows.end());
  if (order())
    for (std::int64_t& at : position) at = order()->position_of(at);
  std::vector<std::int64_t> sorted = position;
  std::ranges::sort(sorted);
  ask(request::FetchRows{sorted});
  if (sorted == position) return std::move(answer_.rows);
  SparseRows in_order;
  for (const std::int64_t at : position) {
    const auto place = std::ranges::lower_bound(sorted, at) - sorted.begin();
    answer_.rows.for_each_value(place, [&](std::size_t column, double x) { in_order.add(column, x); });
    in_order.end_row();
  }
  return in_order;
}

HeldRows Pass::hold(std::size_t problem) {
  HeldRows held{.rows = rows_, .features = features_, .blocks = {}, .order = order(), .target = {}};
  for (std::int64_t first = 0; first < rows_; first += rows_of_blocks) {
    ask(request::FetchBlocks{first, rows_of_blocks});
    Rows& window = answer_.blocks;
    if (first == 0) {
      held.blocks = std::move(window);
      continue;
    }
    std::visit(
        [&]<class Value>(BlockedRows<Value>& all) {
          for (RowBlock<Value>& block : std::get<BlockedRows<Value>>(window).blocks) {
            all.first_row.push_back(all.first_row.back() + block.rows);
            all.blocks.push_back(std::move(block));
          }
        },
        held.blocks);
  }
  held.target.weight = weights(problem);
  const std::vector<double> sign = column(problem, Column::sign);
  held.target.sign.assign(sign.begin(), sign.end());
  return held;
}

}  // namespace smsvm
