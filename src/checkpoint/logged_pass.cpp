#include "checkpoint/logged_pass.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

/// A pass tells how often it has read its rows; so many rows that is.
std::int64_t rows_of(double passes, std::int64_t rows) { return std::llround(passes * static_cast<double>(rows)); }

}  // namespace

LoggedPass::LoggedPass(std::unique_ptr<Pass> pass, std::size_t problems, Recorder& recorder, const Identity& identity,
                       std::optional<double> pass_limit)
    : pass_(std::move(pass)),
      problems_(problems),
      pass_limit_may_change_(pass_limit.has_value()),
      recorder_(recorder),
      next_(problems),
      halfway_(problems) {
  for (std::size_t k = 0; k < problems; ++k) active_weight_.push_back(pass_->active_weight(k));
  saved_ = recorder_.begin(identity, active_weight_, pass_limit);
  if (saved_ == nullptr) return;
  if (saved_->active_weight != active_weight_) recorder_.fail_to_follow("its rows weigh something else");
  log_ends_here_ = recorder_.log_ends_here();
  if (log_ends_here_) recorder_.restore([this](const NumberSource& take) { restore_all(take); });
}

bool LoggedPass::is_replaying(std::size_t problem) const {
  return saved_ != nullptr && next_[problem] < saved_->of_problem[problem].size();
}

const SavedAnswer* LoggedPass::saved_answer(RecordKind kind, std::size_t problem, std::uint64_t question) const {
  if (!is_replaying(problem)) {
    if (saved_ != nullptr && !log_ends_here_) recorder_.fail_to_follow("it asks more than was asked");
    return nullptr;
  }
  const SavedAnswer& saved = saved_->of_problem[problem][next_[problem]];
  if (saved.kind != kind || saved.question != question) recorder_.fail_to_follow("it asks something else");
  ++next_[problem];
  rows_read_ += saved.rows;
  hessian_rows_ += saved.hessian_rows;
  recorder_.count_replayed(saved);
  return &saved;
}

void LoggedPass::fill(std::span<double> numbers, const SavedAnswer& saved) const {
  if (!read_answer(saved.answer, numbers)) recorder_.fail_to_follow("an answer does not fit its question");
}

std::int64_t LoggedPass::count_of(double number) const {
  if (!(number >= 0 && number <= static_cast<double>(rows()))) recorder_.fail_to_follow("a count is not one");
  return static_cast<std::int64_t>(number);
}

void LoggedPass::log(RecordKind kind, std::size_t problem, std::uint64_t question, std::string_view answer) const {
  const std::int64_t read_so_far = rows_of(pass_->passes(), rows()),
                     added_so_far = rows_of(pass_->hessian_rows(), rows());
  const std::int64_t read = read_so_far - std::exchange(pass_rows_read_, read_so_far),
                     added = added_so_far - std::exchange(pass_hessian_rows_, added_so_far);
  rows_read_ += read;
  hessian_rows_ += added;
  rows_since_keeping_ += read;
  recorder_.append(kind, problem, {.question = question, .rows = read, .hessian_rows = added, .answer = answer});
}

void LoggedPass::log(RecordKind kind, std::size_t problem, std::uint64_t question,
                     std::span<const double> answer) const {
  log(kind, problem, question, recorder_.is_recording() ? answer_of(answer) : std::string());
}

void LoggedPass::keep_if_due() const {
  const auto more = std::exchange(rows_since_keeping_, 0);
  recorder_.write_if_due([this](const NumberSink& put) { save_all(put); },
                         static_cast<double>(more) / static_cast<double>(rows()));
}

void LoggedPass::stop() const {
  recorder_.stop([this](const NumberSink& put) { save_all(put); });
}

void LoggedPass::save_all(const NumberSink& put) const {
  for (std::size_t k = 0; k < problems_; ++k) {
    pass_->save(k, put);
    put(std::array{static_cast<double>(halfway_[k].size())});
    put(halfway_[k]);
  }
}

void LoggedPass::restore_all(const NumberSource& take) {
  for (std::size_t k = 0; k < problems_; ++k) {
    pass_->restore(k, take);
    double size = 0;
    take({&size, 1});
    recorder_.expect_in_state(size);
    halfway_[k].resize(static_cast<std::size_t>(size));
    take(halfway_[k]);
  }
}

template <class Work>
void LoggedPass::perform(RecordKind kind, std::size_t problem, const Question& question, const Work& work) {
  const std::lock_guard lock(mutex_);
  if (saved_answer(kind, problem, question.value()) != nullptr) return;
  work();
  log(kind, problem, question.value());
  keep_if_due();
}

template <class Work>
std::vector<double> LoggedPass::column(RecordKind kind, std::size_t problem, const Work& work) const {
  const std::lock_guard lock(mutex_);
  constexpr std::uint64_t nothing_else = 0;
  if (const SavedAnswer* const saved = saved_answer(kind, problem, nothing_else)) {
    std::vector<double> numbers(static_cast<std::size_t>(rows()));
    fill(numbers, *saved);
    return numbers;
  }
  std::vector<double> numbers = work();
  log(kind, problem, nothing_else, numbers);
  return numbers;
}

std::int64_t LoggedPass::restrict_to_level(std::size_t problem, int level) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t question = Question().add(level).value();
  std::array<double, 2> answer{};
  if (const SavedAnswer* const saved = saved_answer(RecordKind::restrict_to_level, problem, question)) {
    fill(answer, *saved);
  } else {
    const auto in_use = static_cast<double>(pass_->restrict_to_level(problem, level));
    answer = {in_use, pass_->active_weight(problem)};
    log(RecordKind::restrict_to_level, problem, question, answer);
  }
  active_weight_[problem] = answer[1];
  return count_of(answer[0]);
}

std::int64_t LoggedPass::count_near(std::size_t problem, const Nearness& nearness) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t question = Question().add(nearness.width).add(nearness.reach).value();
  std::array<double, 1> answer{};
  if (const SavedAnswer* const saved = saved_answer(RecordKind::count_near, problem, question)) {
    fill(answer, *saved);
  } else {
    answer[0] = static_cast<double>(pass_->count_near(problem, nearness));
    log(RecordKind::count_near, problem, question, answer);
  }
  return count_of(answer[0]);
}

std::int64_t LoggedPass::freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                                const Nearness& nearness) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t question = Question().add(point).add(nearness.width).add(nearness.reach).value();
  std::array<double, 1> answer{};
  if (const SavedAnswer* const saved = saved_answer(RecordKind::freeze, problem, question)) {
    fill(answer, *saved);
    return count_of(answer[0]);
  }
  const std::int64_t near = pass_->freeze(problem, point, at, nearness);
  if (near == 0) {
    stop();
    return 0;
  }
  answer[0] = static_cast<double>(near);
  log(RecordKind::freeze, problem, question, answer);
  keep_if_due();
  return near;
}

void LoggedPass::thaw(std::size_t problem, double share) {
  perform(RecordKind::thaw, problem, Question().add(share), [&] { pass_->thaw(problem, share); });
}

bool LoggedPass::evaluate(std::span<const Query> queries, std::span<Sums> sums) {
  const std::lock_guard lock(mutex_);
  std::size_t replayed = 0;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    const std::uint64_t question = is_replaying(queries[k].problem) ? question_of(queries[k]) : 0;
    const SavedAnswer* const saved = saved_answer(RecordKind::evaluate, queries[k].problem, question);
    if (saved == nullptr) continue;
    if (!read_answer(saved->answer, queries[k], features(), sums[k]))
      recorder_.fail_to_follow("the sums of a sweep do not fit");
    sums[k].hessian_rows = static_cast<double>(count_of(sums[k].hessian_rows));
    ++replayed;
  }
  if (replayed == queries.size()) return true;
  if (replayed > 0) recorder_.fail_to_follow("others share a sweep");
  if (!pass_->evaluate(queries, sums)) {
    stop();
    return false;
  }
  for (std::size_t k = 0; k < queries.size(); ++k) {
    log(RecordKind::evaluate, queries[k].problem, question_of(queries[k]),
        recorder_.is_recording() ? answer_of(sums[k], queries[k]) : std::string());
  }
  keep_if_due();
  return true;
}

bool LoggedPass::combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t question = Question().add(coefficient).value();
  if (const SavedAnswer* const saved = saved_answer(RecordKind::combine, problem, question)) {
    fill(sum, *saved);
    return true;
  }
  if (!pass_->combine(problem, coefficient, sum)) {
    stop();
    return false;
  }
  log(RecordKind::combine, problem, question, sum);
  keep_if_due();
  return true;
}

void LoggedPass::along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t question = Question().add(epsilon).add(steps).value();
  if (const SavedAnswer* const saved = saved_answer(RecordKind::along, problem, question)) return fill(losses, *saved);
  pass_->along(problem, epsilon, steps, losses);
  log(RecordKind::along, problem, question, losses);
}

void LoggedPass::accept(std::size_t problem) {
  perform(RecordKind::accept, problem, Question(), [&] { pass_->accept(problem); });
}

void LoggedPass::mix(std::size_t problem, const DualMixture& mixture) {
  const Question question = Question()
                                .add(mixture.old)
                                .add(std::span<const double>(mixture.smooth))
                                .add(std::span<const double>(mixture.carried));
  perform(RecordKind::mix, problem, question, [&] { pass_->mix(problem, mixture); });
}

std::vector<double> LoggedPass::slacks(std::size_t problem) const {
  return column(RecordKind::slacks, problem, [&] { return pass_->slacks(problem); });
}
std::vector<double> LoggedPass::curvatures(std::size_t problem) const {
  return column(RecordKind::curvatures, problem, [&] { return pass_->curvatures(problem); });
}
std::vector<double> LoggedPass::smooth_duals(std::size_t problem) const {
  return column(RecordKind::smooth_duals, problem, [&] { return pass_->smooth_duals(problem); });
}
std::vector<double> LoggedPass::running_dual(std::size_t problem) const {
  return column(RecordKind::running_dual, problem, [&] { return pass_->running_dual(problem); });
}
std::vector<double> LoggedPass::take_running_dual(std::size_t problem) {
  return column(RecordKind::take_running_dual, problem, [&] { return pass_->take_running_dual(problem); });
}

void LoggedPass::count_rows(std::size_t problem, std::int64_t rows) {
  perform(RecordKind::count_rows, problem, Question().add(static_cast<double>(rows)),
          [&] { pass_->count_rows(problem, rows); });
}

void LoggedPass::save(std::size_t problem, const NumberSink& put) const {
  const std::lock_guard lock(mutex_);
  pass_->save(problem, put);
}
void LoggedPass::restore(std::size_t problem, const NumberSource& take) {
  const std::lock_guard lock(mutex_);
  pass_->restore(problem, take);
}

void LoggedPass::remember(std::size_t problem, std::span<const double> finding) {
  const std::lock_guard lock(mutex_);
  log(RecordKind::finding, problem, 0, finding);
  halfway_[problem] = {};
  keep_if_due();
}

std::optional<std::vector<double>> LoggedPass::recall(std::size_t problem) {
  const std::lock_guard lock(mutex_);
  const SavedAnswer* const saved = saved_answer(RecordKind::finding, problem, 0);
  if (saved == nullptr) return std::nullopt;
  std::vector<double> finding(saved->answer.size() / sizeof(double));
  fill(finding, *saved);
  return finding;
}

void LoggedPass::keep_halfway(std::size_t problem, std::span<const double> state, std::int64_t rows) {
  const std::lock_guard lock(mutex_);
  halfway_[problem].assign(state.begin(), state.end());
  rows_since_keeping_ += rows;
  keep_if_due();
}

std::vector<double> LoggedPass::take_halfway(std::size_t problem) {
  const std::lock_guard lock(mutex_);
  return halfway_[problem];
}

void LoggedPass::note_limit(std::size_t problem, Limit limit) {
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

std::unique_ptr<Pass> log_if_asked(std::unique_ptr<Pass> pass, const LoggedTask& task, const SolverOptions& options) {
  if (options.checkpoint == nullptr) return pass;
  Recorder& recorder = options.checkpoint->recorder();
  Identity identity = identity_of(task.command, task.data, recorder.checksum_of(task.data, options.threads),
                                  task.targets, task.penalties, options);
  for (const auto& [name, value] : task.more.traits()) identity.add(name, value);
  std::optional<double> pass_limit;
  if (task.pass_limit_may_change)
    pass_limit = options.max_passes;
  else
    identity.add("--max-passes", options.max_passes);
  return std::make_unique<LoggedPass>(std::move(pass), task.targets.size(), recorder, identity, pass_limit);
}

}  // namespace smsvm
