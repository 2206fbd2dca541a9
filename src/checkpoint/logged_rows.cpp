#include "checkpoint/logged_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "checkpoint/problem_state.hpp"
#include "rows/request_bytes.hpp"
#include "smsvm/error.hpp"
#include "util/checksum.hpp"

namespace smsvm {
namespace {

std::uint64_t question_of(const Request& request) {
  Message bytes;
  write(bytes, request);
  return Checksum::of(bytes.bytes());
}

RecordKind kind_of(const Request& request) { return record_of(request.index()); }

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

bool all_finite(const Sums& sums) {
  for (const double* const number : Sums::scalars(sums))
    if (!std::isfinite(*number)) return false;
  return all_finite(std::span<const double>(sums.moment[0])) && all_finite(std::span<const double>(sums.moment[1])) &&
         all_finite(std::span<const double>(sums.hessian)) && all_finite(std::span<const double>(sums.numbers));
}

}  // namespace

LoggedRows::LoggedRows(std::unique_ptr<Backend> rows, std::size_t problems, Recorder& recorder,
                       const Identity& identity, std::optional<double> pass_limit)
    : backend_(std::move(rows)),
      problems_(problems),
      pass_limit_may_change_(pass_limit.has_value()),
      recorder_(recorder),
      next_(problems),
      halfway_(problems) {
  Answer described;
  backend_->ask(request::Describe{}, described);
  rows_ = described.numbers[0];
  features_ = static_cast<std::size_t>(described.numbers[1]);
  saved_ = recorder_.begin(identity, problems, pass_limit);
  if (saved_ == nullptr) return;
  log_ends_here_ = recorder_.log_ends_here();
  if (log_ends_here_) recorder_.restore([this](const NumberSource& take) { restore_all(take); });
}

void LoggedRows::ask(const Request& request, Answer& answer) {
  const std::lock_guard lock(mutex_);
  if (nature_of(request).of_data_alone) return backend_->ask(request, answer);
  if (const auto* const all = std::get_if<request::Sweep>(&request)) return sweep(all->queries, answer);
  const std::size_t problem = problem_of(request);
  const std::uint64_t question = recorder_.is_recording() || is_replaying(problem) ? question_of(request) : 0;
  if (const SavedAnswer* const saved = saved_answer(kind_of(request), problem, question))
    return replay(*saved, request, answer);
  backend_->ask(request, answer);
  if (!answer.complete) return stop();
  log(kind_of(request), problem, question, answer, answer.rows_read);
  if (!nature_of(request).only_looks) keep_if_due();
}

void LoggedRows::sweep(std::span<const Query> queries, Answer& answer) {
  constexpr auto kind = record_kind<request::Sweep>;
  const auto question = [&](std::size_t k) {
    const bool is_needed = recorder_.is_recording() || is_replaying(queries[k].problem);
    return is_needed ? question_of(request::Sweep{queries.subspan(k, 1)}) : 0;
  };
  std::size_t replayed = 0;
  Answer one;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    const SavedAnswer* const saved = saved_answer(kind, queries[k].problem, question(k));
    if (saved == nullptr) continue;
    replay(*saved, request::Sweep{queries.subspan(k, 1)}, one);
    if (replayed++ == 0) {
      answer.clear();
      answer.is_sum = true;
      answer.nodes.resize(std::max<std::size_t>(answer.nodes.size(), 1));
      answer.nodes.front().begin(queries.size());
    }
    answer.rows_read = one.rows_read;
    std::swap(answer.sums()[k], one.sums().front());
  }
  if (replayed == queries.size()) return;
  if (replayed > 0) recorder_.fail_to_follow("others share a sweep");
  backend_->ask(request::Sweep{queries}, answer);
  if (!answer.complete) return stop();
  one.is_sum = true;
  one.rows_read = answer.rows_read;
  one.nodes.resize(1);
  one.nodes.front().begin(1);
  for (std::size_t k = 0; k < queries.size(); ++k) {
    std::swap(answer.sums()[k], one.sums().front());
    log(kind, queries[k].problem, question(k), one, k == 0 ? answer.rows_read : 0);  // they share it
    std::swap(answer.sums()[k], one.sums().front());
  }
  keep_if_due();
}

bool LoggedRows::is_replaying(std::size_t problem) const {
  return saved_ != nullptr && next_[problem] < saved_->of_problem[problem].size();
}

const SavedAnswer* LoggedRows::saved_answer(RecordKind kind, std::size_t problem, std::uint64_t question) {
  if (!is_replaying(problem)) {
    if (saved_ != nullptr && !log_ends_here_) recorder_.fail_to_follow("it asks more than was asked");
    return nullptr;
  }
  const SavedAnswer& saved = saved_->of_problem[problem][next_[problem]];
  if (saved.kind != kind || saved.question != question) recorder_.fail_to_follow("it asks something else");
  ++next_[problem];
  recorder_.count_replayed(saved);
  return &saved;
}

void LoggedRows::replay(const SavedAnswer& saved, const Request& request, Answer& answer) {
  try {
    MessageReader from(saved.answer);
    read(from, answer);
    if (from.at_end() && fits(answer, request)) return;
  } catch (const std::logic_error&) {  // there is less than it says
  }
  recorder_.fail_to_follow("an answer does not fit its question");
}

/// Whether there is as much of everything as was asked for, all of it finite, and counts are counts of rows.
bool LoggedRows::fits(const Answer& answer, const Request& request) const {
  if (!(answer.rows_read >= 0 && static_cast<double>(answer.rows_read) <= rows_)) return false;
  if (!all_finite(std::span<const double>(answer.numbers))) return false;
  const auto is_count = [&](double number) { return number >= 0 && number <= rows_ && number == std::floor(number); };
  const auto are_sums_of = [&](SumsShape shape) {
    if (!answer.is_sum || answer.nodes.front().queries != 1) return false;
    const Sums& sums = answer.nodes.front().sums.front();
    return sums.numbers.size() == shape.numbers && sums.moment[0].size() == shape.moments &&
           sums.moment[1].size() == shape.moments && sums.hessian.size() == shape.hessian * shape.hessian &&
           is_count(sums.hessian_rows) && all_finite(sums);
  };
  const auto are_numbers = [&](std::size_t count) { return !answer.is_sum && answer.numbers.size() == count; };
  return std::visit(
      [&]<class What>(const What& what) {
        if constexpr (requires { what.shape(features_); })
          return are_sums_of(what.shape(features_));
        else if constexpr (std::is_same_v<What, request::GetColumn>)
          return are_numbers(static_cast<std::size_t>(what.rows));
        const std::size_t count = nature_of(what).numbers;
        const auto is_positive = [](double number) { return number >= 0; };
        return are_numbers(count) && (count == 0 || is_count(answer.numbers.front())) &&
               std::ranges::all_of(answer.numbers, is_positive);
      },
      request);
}

void LoggedRows::log(RecordKind kind, std::size_t problem, std::uint64_t question, const Answer& answer,
                     std::int64_t rows) {
  rows_since_keeping_ += rows;
  if (!recorder_.is_recording()) return;
  Message bytes;
  write(bytes, answer);
  recorder_.append(kind, problem, {.question = question, .rows = rows, .answer = bytes.bytes()});
}

void LoggedRows::keep_if_due() {
  const auto more = std::exchange(rows_since_keeping_, 0);
  recorder_.write_if_due([this](const NumberSink& put) { save_all(put); }, static_cast<double>(more) / rows_);
}

void LoggedRows::stop() {
  recorder_.stop([this](const NumberSink& put) { save_all(put); });
}

void LoggedRows::save_all(const NumberSink& put) {
  for (std::size_t k = 0; k < problems_; ++k) {
    save_state(*backend_, k, put);
    put(std::array{static_cast<double>(halfway_[k].size())});
    put(halfway_[k]);
  }
}

void LoggedRows::restore_all(const NumberSource& take) {
  for (std::size_t k = 0; k < problems_; ++k) {
    restore_state(*backend_, k, take);
    double size = 0;
    take({&size, 1});
    recorder_.expect_in_state(size);
    halfway_[k].resize(static_cast<std::size_t>(size));
    take(halfway_[k]);
  }
}

void LoggedRows::remember(std::size_t problem, std::span<const double> finding) {
  const std::lock_guard lock(mutex_);
  Answer said;
  said.numbers.assign(finding.begin(), finding.end());
  log(RecordKind::finding, problem, 0, said, 0);
  halfway_[problem] = {};
  keep_if_due();
}

std::optional<std::vector<double>> LoggedRows::recall(std::size_t problem) {
  const std::lock_guard lock(mutex_);
  const SavedAnswer* const saved = saved_answer(RecordKind::finding, problem, 0);
  if (saved == nullptr) return std::nullopt;
  Answer said;
  try {
    MessageReader from(saved->answer);
    read(from, said);
  } catch (const std::logic_error&) {
    recorder_.fail_to_follow("a finding is cut short");
  }
  if (!all_finite(std::span<const double>(said.numbers))) recorder_.fail_to_follow("a finding is not a number");
  return std::move(said.numbers);
}

void LoggedRows::keep_halfway(std::size_t problem, std::span<const double> state, std::int64_t rows) {
  const std::lock_guard lock(mutex_);
  halfway_[problem].assign(state.begin(), state.end());
  rows_since_keeping_ += rows;
  keep_if_due();
}

std::vector<double> LoggedRows::take_halfway(std::size_t problem) {
  const std::lock_guard lock(mutex_);
  return halfway_[problem];
}

void LoggedRows::note_limit(std::size_t problem, Limit limit) {
  const std::lock_guard lock(mutex_);
  if (limit == Limit::passes) {
    recorder_.note_limit_on_passes([this](const NumberSink& put) { save_all(put); }, is_replaying(problem));
    // What is left is little, and goes where a larger limit would not have gone.
    if (problems_ == 1 && pass_limit_may_change_) recorder_.end_log();
    return;
  }
  if (is_replaying(problem))
    throw Error(ErrorKind::interrupted,
                "interrupted on the way back to where the checkpoint was made; it is as it was");
  stop();
}

RowsWithLog log_if_asked(std::unique_ptr<Backend> rows, const LoggedTask& task, const SolverOptions& options) {
  RowsWithLog result;
  result.rows = std::move(rows);
  if (options.checkpoint == nullptr) return result;
  Recorder& recorder = options.checkpoint->parts().recorder;
  Identity identity = identity_of(task.command, task.data, recorder.checksum_of(task.data, options.threads),
                                  task.targets, task.penalties, options);
  for (const auto& [name, value] : task.more.traits()) identity.add(name, value);
  std::optional<double> pass_limit;
  if (task.pass_limit_may_change)
    pass_limit = options.pass_limit();
  else
    identity.add("--max-passes", options.pass_limit());
  auto logged =
      std::make_unique<LoggedRows>(std::move(result.rows), task.targets.size(), recorder, identity, pass_limit);
  result.logged = logged.get();
  result.rows = std::move(logged);
  return result;
}

}  // namespace smsvm
