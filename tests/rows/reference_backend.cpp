#include "rows/reference_backend.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/in_order.hpp"
#include "data/row_access.hpp"
#include "data/row_sample.hpp"
#include "rows/loss.hpp"

namespace smsvm::test {

ReferenceBackend::ReferenceBackend(const Dataset& data, BackendOptions options)
    : features_(data.features), options_(std::move(options)) {
  for (std::int64_t i = 0; i < data.rows; ++i) {
    auto& row = x_.emplace_back(features_, 0.0);
    std::visit(
        [&](const auto& matrix) { for_each_value(row_at(matrix, i), [&](std::size_t j, double x) { row[j] = x; }); },
        data.matrix);
  }
  problem_.resize(options_.problems.size());
  for (Problem& problem : problem_) problem.row.resize(x_.size());
}

void ReferenceBackend::ask(const Request& request, Answer& answer) {
  answer.clear();
  std::visit([&](const auto& what) { this->answer(what, answer); }, request);
}

void ReferenceBackend::answer(const request::Describe&, Answer& answer) {
  answer.numbers = {static_cast<double>(x_.size()), static_cast<double>(features_),
                    static_cast<double>(problem_.size()), options_.order == nullptr ? 0.0 : 1.0};
}

std::int64_t ReferenceBackend::here(std::int64_t position) const {
  const std::int64_t row = position - options_.first_row;
  return row >= 0 && row < std::ssize(x_) ? row : -1;
}

// Which rows are in use.

void ReferenceBackend::answer(const request::UseSample& what, Answer& answer) {
  Problem& problem = problem_[what.problem];
  problem.level = what.level;
  const RowSample sample(options_.seed);
  std::int64_t rows = 0;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const std::int64_t number = options_.first_row + source_row(options_.order, static_cast<std::int64_t>(i));
    problem.row[i].is_in_use = what.level == 0 || sample.has(number, what.level);
    rows += problem.row[i].is_in_use ? 1 : 0;
  }
  if (rows > 0) answer.work = {{rows, rows}};
  answer.numbers = numbers_of({std::ssize(x_), !options_.problems[what.problem].weight.empty(), true});
}

bool ReferenceBackend::is_near(std::size_t problem, const Nearness& nearness, std::size_t row) const {
  const Row& it = problem_[problem].row[row];
  const bool crossed = nearness.reach > 0 && (it.slack > 0) != (it.trial_slack > 0);
  const double width = nearness.width + nearness.reach * std::abs(it.slack - it.trial_slack);
  return weight(problem, row) > 0 && (crossed || std::abs(it.slack) <= width);
}

void ReferenceBackend::answer(const request::CountNear& what, Answer& answer) {
  double count = 0;
  for (std::size_t i = 0; i < x_.size(); ++i) count += is_near(what.problem, what.nearness, i) ? 1 : 0;
  answer.numbers = {count};
}

void ReferenceBackend::use_near(Row& row) {
  row.is_in_use = true;
  row.slack_before = row.slack;
  row.distance_before = row.distance;
  row.dual_before = std::exchange(row.running_dual, 0);
}

void ReferenceBackend::answer(const request::Cut& what, Answer&) {
  Problem& problem = problem_[what.problem];
  if (!what.takes_first_row) return;
  problem.row.front().is_in_use = true;
  if (problem.is_frozen) use_near(problem.row.front());
}

void ReferenceBackend::answer(const request::UseNear& what, Answer& answer) {
  Problem& problem = problem_[what.problem];
  std::int64_t rows = 0;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    Row& row = problem.row[i];
    if (!what.as_put) row.is_in_use = is_near(what.problem, what.nearness, i);
    if (!row.is_in_use) continue;
    ++rows;
    if (!what.as_put) use_near(row);
  }
  problem.frozen_epsilon = problem.epsilon;
  problem.is_frozen = true;
  problem.is_swapped = false;
  if (rows > 0) answer.work = {{rows, rows}};
  answer.numbers = numbers_of({std::ssize(x_), false, true});
}

void ReferenceBackend::answer(const request::Thaw& what, Answer&) {
  Problem& problem = problem_[what.problem];
  const double keep = 1 - what.share;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    Row& row = problem.row[i];
    if (problem.is_swapped) {
      std::swap(row.slack, row.trial_slack);
      std::swap(row.distance, row.trial_distance);
    }
    if (row.is_in_use) {
      row.slack = row.slack_before;
      row.distance = row.distance_before;
      row.running_dual = SmoothedHinge::clip(what.share * row.running_dual + keep * row.dual_before);
    } else if (what.share > 0) {
      const double a = row.slack > 0 ? 1 : 0;
      row.running_dual = SmoothedHinge::clip(keep * row.running_dual + what.take[sign(what.problem, i) > 0] * a);
    }
    row.is_in_use = true;
  }
  problem.epsilon = problem.frozen_epsilon;
  problem.is_frozen = false;
}

void ReferenceBackend::answer(const request::AddWeights& what, Answer& answer) {
  double sum = what.before;
  for (std::size_t i = 0; i < x_.size(); ++i)
    if (problem_[what.problem].row[i].is_in_use) sum += weight(what.problem, i);
  answer.numbers = {sum};
}

// Sums.

double ReferenceBackend::value(std::size_t row, std::int32_t coordinate) const {
  return coordinate < features_ ? x_[row][static_cast<std::size_t>(coordinate)] : 1;
}

void ReferenceBackend::add_row(const Query& query, std::size_t i, Sums& sums) {
  Problem& problem = problem_[query.problem];
  Row& row = problem.row[i];
  double score = options_.has_intercept ? query.point.back() : 0;
  for (std::size_t j = 0; j < x_[i].size(); ++j) score += x_[i][j] * query.point[j];
  const double y = sign(query.problem, i), c = weight(query.problem, i), u = 1 - y * score;
  const SmoothedHinge now(u, query.epsilon), before(row.slack, problem.epsilon);
  double distance = now.q_smooth;
  if (query.begin == DualBegin::carried) {
    distance = before.carried(row.distance, u);
    sums.smoothed_before += c * SmoothedHinge(u, problem.epsilon).value();
  }
  if (query.begin == DualBegin::running) distance = SmoothedHinge::dual(u, row.running_dual);
  if (query.begin == DualBegin::given) distance = SmoothedHinge::dual(u, row.given);
  row.trial_slack = u;
  row.trial_distance = distance;

  const double smooth = SmoothedHinge::dual(u, now.q_smooth), a = SmoothedHinge::dual(u, distance);
  const double h = now.curvature(distance);
  sums.hinge += c * SmoothedHinge::hinge(u);
  sums.smoothed += c * now.value();
  sums.smoothing_gap += c * now.gap();
  sums.curvature += c * h;
  const RowClass of = y > 0 ? positive_rows : negative_rows;
  sums.dual[of][smooth_dual] += c * smooth;
  sums.dual[of][carried_dual] += c * a;
  for (std::size_t j = 0; j < x_[i].size(); ++j) {
    sums.moment[of][2 * j] += c * smooth * x_[i][j];
    sums.moment[of][2 * j + 1] += c * a * x_[i][j];
  }
  const std::size_t size = query.hessian.size();
  sums.hessian_rows += size > 0 ? 1 : 0;
  for (std::size_t j = 0; j < size; ++j)
    for (std::size_t k = 0; k <= j; ++k)
      sums.hessian[j * size + k] += c * h * value(i, query.hessian[j]) * value(i, query.hessian[k]);
}

void ReferenceBackend::answer(const request::Sweep& what, Answer& answer) {
  answer.is_sum = true;
  answer.nodes.resize(1);
  answer.nodes.front() = {.level = 0, .number = 0, .sums = {}, .queries = 0};
  answer.nodes.front().begin(what.queries.size());
  for (std::size_t k = 0; k < what.queries.size(); ++k) {
    if (options_.keep_going && !options_.keep_going()) {
      answer.complete = false;
      return;
    }
    const Query& query = what.queries[k];
    Problem& problem = problem_[query.problem];
    Sums& sums = answer.sums()[k];
    sums.reset(features_, query.hessian.size());
    problem.trial_epsilon = query.epsilon;
    answer.rows_read = 0;
    Sums some;  // one number after the other would add up more rounding than backend.hpp allows for
    some.reset(features_, query.hessian.size());
    for (std::size_t i = 0; i < x_.size(); ++i) {
      if (i % 500 == 0) {
        sums.add(some);
        some.reset(features_, query.hessian.size());
      }
      if (!problem.row[i].is_in_use) continue;
      add_row(query, i, some);
      ++answer.rows_read;
    }
    sums.add(some);
  }
}

void ReferenceBackend::answer(const request::Along& what, Answer& answer) {
  answer.is_sum = true;
  answer.nodes.assign(1, {});
  answer.nodes.front().begin(1);
  auto& losses = answer.sums().front().numbers;
  losses.assign(what.steps.size(), 0);
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const Row& row = problem_[what.problem].row[i];
    if (!row.is_in_use) continue;
    for (std::size_t s = 0; s < losses.size(); ++s) {
      const double u = row.slack + what.steps[s] * (row.trial_slack - row.slack);
      losses[s] += weight(what.problem, i) *
                   (what.epsilon > 0 ? SmoothedHinge(u, what.epsilon).value() : SmoothedHinge::hinge(u));
    }
  }
}

void ReferenceBackend::answer(const request::Combine& what, Answer& answer) {
  answer.is_sum = true;
  answer.rows_read = what.rows;
  answer.nodes.assign(1, {});
  answer.nodes.front().begin(1);
  auto& sum = answer.sums().front().numbers;
  sum.assign(static_cast<std::size_t>(features_), 0);
  for (std::size_t i = 0; i < x_.size(); ++i)
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += problem_[what.problem].row[i].given * x_[i][j];
}

// Changes of the state.

void ReferenceBackend::answer(const request::Accept& what, Answer&) {
  Problem& problem = problem_[what.problem];
  for (Row& row : problem.row) {
    std::swap(row.slack, row.trial_slack);
    std::swap(row.distance, row.trial_distance);
  }
  problem.epsilon = problem.trial_epsilon;
  problem.is_swapped = !problem.is_swapped;
}

void ReferenceBackend::answer(const request::Mix& what, Answer&) {
  Problem& problem = problem_[what.problem];
  const auto part = [](double share, double a) { return share == 0 ? 0 : share * a; };
  for (std::size_t i = 0; i < x_.size(); ++i) {
    Row& row = problem.row[i];
    if (!row.is_in_use) continue;
    const double u = row.trial_slack, smooth = SmoothedHinge::dual(u, SmoothedHinge(u, problem.trial_epsilon).q_smooth);
    const RowClass of = sign(what.problem, i) > 0 ? positive_rows : negative_rows;
    row.running_dual = SmoothedHinge::clip(what.mixture.old * row.running_dual + part(what.mixture.smooth[of], smooth) +
                                           part(what.mixture.carried[of], SmoothedHinge::dual(u, row.trial_distance)));
  }
}

void ReferenceBackend::answer(const request::Release& what, Answer&) { problem_[what.problem].is_released = true; }

// The state as numbers.

double ReferenceBackend::column(std::size_t problem, Column which, std::size_t i) const {
  const Row& row = problem_[problem].row[i];
  const SmoothedHinge now(row.slack, problem_[problem].epsilon);
  switch (which) {
    case Column::slack:
      return row.slack;
    case Column::distance:
      return row.distance;
    case Column::trial_slack:
      return row.trial_slack;
    case Column::trial_distance:
      return row.trial_distance;
    case Column::running_dual:
      return row.running_dual;
    case Column::given:
      return row.given;
    case Column::curvature:
      return row.is_in_use ? now.curvature(row.distance) : 0;
    case Column::smooth_dual:
      return SmoothedHinge::dual(row.slack, now.q_smooth);
    case Column::sign:
      return sign(problem, i);
    case Column::weight:
      return weight(problem, i);
    case Column::number:
      return static_cast<double>(options_.first_row + source_row(options_.order, static_cast<std::int64_t>(i)));
  }
  return 0;
}

void ReferenceBackend::answer(const request::GetColumn& what, Answer& answer) {
  for (std::int64_t position = what.first; position < what.first + what.rows; ++position)
    if (const std::int64_t row = here(position); row >= 0)
      answer.numbers.push_back(column(what.problem, what.column, static_cast<std::size_t>(row)));
}

void ReferenceBackend::answer(const request::PutColumn& what, Answer&) {
  static constexpr std::array member{&Row::slack,          &Row::distance,     &Row::trial_slack,
                                     &Row::trial_distance, &Row::running_dual, &Row::given};
  Problem& problem = problem_[what.problem];
  if (what.column == Column::given) problem.has_given = true;
  for (std::size_t k = 0; k < what.numbers.size(); ++k)
    if (const std::int64_t row = here(what.first + static_cast<std::int64_t>(k)); row >= 0)
      problem.row[static_cast<std::size_t>(row)].*member[static_cast<std::size_t>(what.column)] = what.numbers[k];
}

void ReferenceBackend::answer(const request::GetState& what, Answer& answer) {
  const Problem& problem = problem_[what.problem];
  answer.numbers.assign(ProblemState::count, 0);
  answer.numbers[ProblemState::is_present] = problem.is_released ? 0 : 1;
  answer.numbers[ProblemState::has_given] = problem.has_given ? 1 : 0;
  answer.numbers[ProblemState::level] = problem.level;
  answer.numbers[ProblemState::epsilon] = problem.epsilon;
  answer.numbers[ProblemState::trial_epsilon] = problem.trial_epsilon;
  answer.numbers[ProblemState::is_frozen] = problem.is_frozen ? 1 : 0;
  answer.numbers[ProblemState::frozen_epsilon] = problem.frozen_epsilon;
  answer.numbers[ProblemState::is_swapped] = problem.is_frozen && problem.is_swapped ? 1 : 0;
}

void ReferenceBackend::answer(const request::PutState& what, Answer&) {
  Problem& problem = problem_[what.problem];
  problem.is_released = what.numbers[ProblemState::is_present] == 0;
  problem.epsilon = what.numbers[ProblemState::epsilon];
  problem.trial_epsilon = what.numbers[ProblemState::trial_epsilon];
  problem.frozen_epsilon = what.numbers[ProblemState::frozen_epsilon];
  problem.is_swapped = what.numbers[ProblemState::is_swapped] == 1;
}

void ReferenceBackend::answer(const request::GetNear& what, Answer& answer) {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const Row& row = problem_[what.problem].row[i];
    if (!row.is_in_use) continue;
    const double position = static_cast<double>(options_.first_row) + static_cast<double>(i);
    answer.numbers.insert(answer.numbers.end(), {position, row.slack_before, row.distance_before, row.dual_before});
  }
}

void ReferenceBackend::answer(const request::PutNear& what, Answer&) {
  Problem& problem = problem_[what.problem];
  for (Row& row : problem.row) row.is_in_use = false;
  for (std::size_t at = 0; at < what.numbers.size(); at += ProblemState::numbers_of_near_row) {
    const std::int64_t i = here(static_cast<std::int64_t>(what.numbers[at]));
    if (i < 0) continue;
    Row& row = problem.row[static_cast<std::size_t>(i)];
    row.is_in_use = true;
    row.slack_before = what.numbers[at + 1];
    row.distance_before = what.numbers[at + 2];
    row.dual_before = what.numbers[at + 3];
  }
}

// The rows themselves.

void ReferenceBackend::answer(const request::FetchRows& what, Answer& answer) {
  for (const std::int64_t position : what.positions) {
    const std::int64_t i = here(position);
    if (i < 0) continue;
    const std::vector<double>& x = x_[static_cast<std::size_t>(i)];
    for (std::size_t j = 0; j < x.size(); ++j)
      if (x[j] != 0) answer.rows.add(j, x[j]);
    answer.rows.end_row();
  }
}

/// Each row is a block.
void ReferenceBackend::answer(const request::FetchBlocks& what, Answer& answer) {
  BlockedRows<double> all{.blocks = {}, .first_row = {0}};
  std::vector<std::int32_t> columns(static_cast<std::size_t>(features_));
  std::iota(columns.begin(), columns.end(), 0);
  for (std::int64_t position = what.first; position < what.first + what.rows; ++position) {
    const std::int64_t i = here(position);
    if (i < 0) continue;
    RowBlock<double> block;
    block.rows = 1;
    block.dense_columns = columns;
    std::vector<double> tile = x_[static_cast<std::size_t>(i)];
    tile.resize(tile.size() + RowBlock<double>::tile_padding);
    block.tile = std::move(tile);
    all.blocks.push_back(std::move(block));
    all.first_row.push_back(all.first_row.back() + 1);
  }
  answer.blocks = std::move(all);
}

void ReferenceBackend::answer(const request::AddSquares& what, Answer& answer) {
  for (std::int64_t position = what.first; position < what.first + what.rows; ++position) {
    const std::int64_t i = here(position);
    if (i < 0) continue;
    double sum = what.constant;
    for (std::size_t j = 0; j < what.scale.size(); ++j)
      sum += what.scale[j] * x_[static_cast<std::size_t>(i)][j] * x_[static_cast<std::size_t>(i)][j];
    answer.numbers.push_back(sum);
  }
}

}  // namespace smsvm::test
