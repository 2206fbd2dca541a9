#include "rows/shared_sweeps.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace smsvm {
namespace {

std::int64_t hessian_bytes(const Query& query) {
  return std::ssize(query.hessian) * std::ssize(query.hessian) * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace

/// What the pass of one problem asks.
class SharedSweeps::Member final : public Backend {
 public:
  Member(SharedSweeps& group, std::size_t problem) : group_(group), problem_(problem), pass_(*this, problem) {}

  std::size_t problem() const { return problem_; }
  Pass& pass() { return pass_; }

  void ask(const Request& request, Answer& answer) override {
    if (const auto* const sample = std::get_if<request::UseSample>(&request)) level_ = sample->level;
    if (std::holds_alternative<request::UseNear>(request)) is_alone_ = true;
    if (std::holds_alternative<request::Thaw>(request)) is_alone_ = false;
    if (std::holds_alternative<request::Sweep>(request) && !is_alone_) return sweep_with_others(request, answer);
    const std::lock_guard lock(group_.exclusive_);  // the rows are for one caller at a time
    group_.rows_.ask(request, answer);
  }

 private:
  friend SharedSweeps;

  void sweep_with_others(const Request& request, Answer& answer);

  SharedSweeps& group_;
  std::size_t problem_;
  int level_ = 0;
  bool is_alone_ = false;                ///< it uses near rows, which are nobody else's
  std::int64_t rows_read_together_ = 0;  ///< in sweeps with the others

  // What it waits for.
  bool is_waiting_ = false;
  std::span<const Query> queries_;
  Answer* answer_ = nullptr;
  Pass pass_;
};

void SharedSweeps::Member::sweep_with_others(const Request& request, Answer& answer) {
  if (group_.members_.size() == 1) {
    ++group_.sweeps_;
    return group_.rows_.ask(request, answer);
  }
  {
    std::unique_lock lock(group_.mutex_);
    if (group_.failure_) throw Abandoned{};
    queries_ = std::get<request::Sweep>(request).queries;
    answer_ = &answer;
    is_waiting_ = true;
    if (--group_.computing_ == 0) group_.all_wait_.notify_one();
    group_.processors_.release();
    group_.served_.wait(lock, [&] { return !is_waiting_; });
  }
  group_.processors_.acquire();
  const std::lock_guard lock(group_.mutex_);
  if (group_.failure_) throw Abandoned{};
  rows_read_together_ += answer.rows_read;
}

SharedSweeps::SharedSweeps(Backend& rows, std::size_t problems, int threads, std::int64_t hessian_bytes)
    : rows_(rows), processors_(std::max(1, threads)), hessian_bytes_(hessian_bytes) {
  for (std::size_t k = 0; k < problems; ++k) members_.push_back(std::make_unique<Member>(*this, k));
}

SharedSweeps::~SharedSweeps() = default;

void SharedSweeps::run(const std::function<void(std::size_t problem, Pass& pass)>& solve) {
  if (members_.size() == 1) return solve(0, members_.front()->pass());  // nobody to wait for
  computing_ = members_.size();
  std::vector<std::jthread> threads;
  try {
    for (const auto& member : members_) threads.emplace_back([&, one = member.get()] { solve_one(*one, solve); });
  } catch (...) {  // no more threads: those that never began are not waited for
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    computing_ -= members_.size() - threads.size();
  }
  serve();
  threads.clear();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

std::int64_t SharedSweeps::sweeps() {
  const std::lock_guard lock(mutex_);
  return sweeps_;
}

double SharedSweeps::passes() const {
  std::int64_t read = rows_read_together_;
  for (const auto& member : members_) read += member->pass().rows_read() - member->rows_read_together_;
  return static_cast<double>(read) / static_cast<double>(members_.front()->pass().rows());
}

void SharedSweeps::solve_one(Member& member, const std::function<void(std::size_t, Pass&)>& solve) {
  processors_.acquire();
  std::exception_ptr failure;
  try {
    solve(member.problem(), member.pass());
  } catch (const Abandoned&) {
  } catch (...) {
    failure = std::current_exception();
  }
  processors_.release();
  const std::lock_guard lock(mutex_);
  if (failure && !failure_) failure_ = failure;
  if (--computing_ == 0) all_wait_.notify_one();
}

/// Sweeps whenever nobody computes, until nobody waits either.
void SharedSweeps::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    all_wait_.wait(lock, [&] { return computing_ == 0; });
    const std::vector<Member*> group = next_group();
    if (group.empty()) return;
    if (!failure_) {
      lock.unlock();
      std::exception_ptr failure;
      try {
        sweep(group);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure) failure_ = failure;
    }
    for (Member* member : group) member->is_waiting_ = false;
    computing_ = group.size();
    ++sweeps_;
    served_.notify_all();
  }
}

/// All who wait for the smallest sample that anybody waits for.
std::vector<SharedSweeps::Member*> SharedSweeps::next_group() {
  int deepest = 0;
  for (const auto& member : members_)
    if (member->is_waiting_) deepest = std::max(deepest, member->level_);
  std::vector<Member*> group;
  for (const auto& member : members_)
    if (member->is_waiting_ && member->level_ == deepest) group.push_back(member.get());
  return group;
}

/// One sweep, or several where the memory does not suffice for all Hessians at once.
void SharedSweeps::sweep(std::span<Member* const> group) {
  while (!group.empty()) {
    std::vector<Query> queries;
    std::size_t taken = 0;
    for (std::int64_t bytes = 0; taken < group.size(); ++taken) {
      const Member& member = *group[taken];
      for (const Query& query : member.queries_) bytes += hessian_bytes(query);
      if (bytes > hessian_bytes_ && taken > 0) break;
      queries.insert(queries.end(), member.queries_.begin(), member.queries_.end());
    }
    Answer answer;
    answer.nodes.emplace_back().begin(queries.size());
    const auto exchange = [&](std::span<Sums> sums) {  // the members' memory for the answers
      std::size_t at = 0;
      for (Member* member : group.first(taken))
        for (std::size_t k = 0; k < member->queries_.size(); ++k)
          std::swap(sums[at++], member->answer_->nodes.front().sums[k]);
    };
    exchange(answer.sums());
    rows_.ask(request::Sweep{queries}, answer);
    rows_read_together_ += answer.rows_read;
    for (Member* member : group.first(taken)) {
      member->answer_->clear();
      member->answer_->is_sum = true;
      member->answer_->complete = answer.complete;
      member->answer_->rows_read = answer.rows_read;
    }
    if (answer.complete) exchange(answer.sums());
    group = group.subspan(taken);
  }
}

}  // namespace smsvm
