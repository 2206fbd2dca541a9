#include "pass/shared_sweeps.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace smsvm {
namespace {

std::int64_t hessian_bytes(const Query& query) {
  return std::ssize(query.hessian) * std::ssize(query.hessian) * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace

/// What one problem sees.
class SharedSweeps::Member final : public Pass {
  /// The pass under it is for one caller at a time.
  template <class Work>
  auto alone(const Work& work) const {
    const std::lock_guard lock(group_.exclusive_);
    return work();
  }

 public:
  Member(SharedSweeps& group, std::size_t problem) : group_(group), problem_(problem), rows_in_use_(rows()) {}

  std::size_t problem() const { return problem_; }

  std::int64_t rows() const override { return group_.pass_.rows(); }
  std::int64_t features() const override { return group_.pass_.features(); }
  double active_weight(std::size_t problem) const override { return group_.pass_.active_weight(problem); }
  std::int64_t restrict_to_level(std::size_t problem, int level) override {
    level_ = level;
    return rows_in_use_ = alone([&] { return group_.pass_.restrict_to_level(problem, level); });
  }

  std::int64_t count_near(std::size_t problem, const Nearness& nearness) override {
    return alone([&] { return group_.pass_.count_near(problem, nearness); });
  }
  std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                      const Nearness& nearness) override {
    near_rows_ = alone([&] { return group_.pass_.freeze(problem, point, at, nearness); });
    rows_read_ += near_rows_;
    return near_rows_;
  }
  void thaw(std::size_t problem, double share) override {
    near_rows_ = 0;
    alone([&] { group_.pass_.thaw(problem, share); });
  }

  bool evaluate(std::span<const Query> queries, std::span<Sums> sums) override;
  bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) override {
    rows_read_ += std::count_if(coefficient.begin(), coefficient.end(), [](double factor) { return factor != 0; });
    return alone([&] { return group_.pass_.combine(problem, coefficient, sum); });
  }

  void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) override {
    alone([&] { group_.pass_.along(problem, epsilon, steps, losses); });
  }
  void accept(std::size_t problem) override {
    alone([&] { group_.pass_.accept(problem); });
  }
  void mix(std::size_t problem, const DualMixture& mixture) override {
    alone([&] { group_.pass_.mix(problem, mixture); });
  }

  std::vector<double> slacks(std::size_t problem) const override {
    return alone([&] { return group_.pass_.slacks(problem); });
  }
  std::vector<double> curvatures(std::size_t problem) const override {
    return alone([&] { return group_.pass_.curvatures(problem); });
  }
  std::vector<double> smooth_duals(std::size_t problem) const override {
    return alone([&] { return group_.pass_.smooth_duals(problem); });
  }
  std::vector<double> running_dual(std::size_t problem) const override {
    return alone([&] { return group_.pass_.running_dual(problem); });
  }
  std::vector<double> take_running_dual(std::size_t problem) override {
    return alone([&] { return group_.pass_.take_running_dual(problem); });
  }

  double passes() const override { return static_cast<double>(rows_read_) / static_cast<double>(rows()); }
  void count_rows(std::size_t problem, std::int64_t rows) override {
    rows_read_ += rows;
    alone([&] { group_.pass_.count_rows(problem, rows); });
  }
  double hessian_rows() const override { return static_cast<double>(hessian_rows_) / static_cast<double>(rows()); }

  void save(std::size_t problem, const NumberSink& put) const override {
    alone([&] { group_.pass_.save(problem, put); });
  }
  void restore(std::size_t problem, const NumberSource& take) override {
    alone([&] { group_.pass_.restore(problem, take); });
  }
  void remember(std::size_t problem, std::span<const double> finding) override {
    alone([&] { group_.pass_.remember(problem, finding); });
  }
  std::optional<std::vector<double>> recall(std::size_t problem) override {
    return alone([&] { return group_.pass_.recall(problem); });
  }
  void keep_halfway(std::size_t problem, std::span<const double> state, std::int64_t rows) override {
    alone([&] { group_.pass_.keep_halfway(problem, state, rows); });
  }
  bool keeps_halfway() const override { return group_.pass_.keeps_halfway(); }
  std::vector<double> take_halfway(std::size_t problem) override {
    return alone([&] { return group_.pass_.take_halfway(problem); });
  }
  void note_limit(std::size_t problem, Limit limit) override {
    alone([&] { group_.pass_.note_limit(problem, limit); });
  }

 private:
  friend SharedSweeps;

  bool evaluate_with_others(std::span<const Query> queries, std::span<Sums> sums);

  SharedSweeps& group_;
  std::size_t problem_;
  int level_ = 0;
  std::int64_t rows_in_use_, rows_read_ = 0, hessian_rows_ = 0;
  std::int64_t near_rows_ = 0;  ///< if others are frozen

  // The request.
  bool waiting_ = false, succeeded_ = false;
  std::span<const Query> queries_;
  std::span<Sums> sums_;
};

bool SharedSweeps::Member::evaluate(std::span<const Query> queries, std::span<Sums> sums) {
  const std::int64_t rows = near_rows_ > 0 ? near_rows_ : rows_in_use_;
  rows_read_ += rows;
  const bool succeeded = evaluate_with_others(queries, sums);
  if (succeeded)
    for (const Sums& found : sums) hessian_rows_ += static_cast<std::int64_t>(found.hessian_rows);
  return succeeded;
}

bool SharedSweeps::Member::evaluate_with_others(std::span<const Query> queries, std::span<Sums> sums) {
  if (near_rows_ > 0) return alone([&] { return group_.pass_.evaluate(queries, sums); });  // rows of nobody else
  if (group_.members_.size() == 1) {
    ++group_.sweeps_;
    return group_.pass_.evaluate(queries, sums);
  }
  {
    std::unique_lock lock(group_.mutex_);
    if (group_.failure_) throw Abandoned{};
    queries_ = queries;
    sums_ = sums;
    waiting_ = true;
    if (--group_.computing_ == 0) group_.all_wait_.notify_one();
    group_.processors_.release();
    group_.served_.wait(lock, [&] { return !waiting_; });
  }
  group_.processors_.acquire();
  const std::lock_guard lock(group_.mutex_);
  if (group_.failure_) throw Abandoned{};
  return succeeded_;
}

SharedSweeps::SharedSweeps(Pass& pass, std::size_t problems, int threads, std::int64_t hessian_bytes)
    : pass_(pass), processors_(std::max(1, threads)), hessian_bytes_(hessian_bytes) {
  for (std::size_t k = 0; k < problems; ++k) members_.push_back(std::make_unique<Member>(*this, k));
}

SharedSweeps::~SharedSweeps() = default;

void SharedSweeps::run(const std::function<void(std::size_t problem, Pass& pass)>& solve) {
  if (members_.size() == 1) return solve(0, *members_.front());  // nobody to wait for
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

void SharedSweeps::solve_one(Member& member, const std::function<void(std::size_t, Pass&)>& solve) {
  processors_.acquire();
  std::exception_ptr failure;
  try {
    solve(member.problem(), member);
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
    for (Member* member : group) member->waiting_ = false;
    computing_ = group.size();
    ++sweeps_;
    served_.notify_all();
  }
}

/// All who wait for the smallest sample that anybody waits for.
std::vector<SharedSweeps::Member*> SharedSweeps::next_group() {
  int deepest = 0;
  for (const auto& member : members_)
    if (member->waiting_) deepest = std::max(deepest, member->level_);
  std::vector<Member*> group;
  for (const auto& member : members_)
    if (member->waiting_ && member->level_ == deepest) group.push_back(member.get());
  return group;
}

/// One sweep, or several where the memory does not suffice for all Hessians at once.
void SharedSweeps::sweep(std::span<Member* const> group) {
  while (!group.empty()) {
    std::vector<Query> queries;
    std::vector<Sums> sums;
    std::size_t taken = 0;
    for (std::int64_t bytes = 0; taken < group.size(); ++taken) {
      const Member& member = *group[taken];
      for (const Query& query : member.queries_) bytes += hessian_bytes(query);
      if (bytes > hessian_bytes_ && taken > 0) break;
      queries.insert(queries.end(), member.queries_.begin(), member.queries_.end());
      for (Sums& its : member.sums_) sums.push_back(std::move(its));  // with their memory
    }
    const bool succeeded = pass_.evaluate(queries, sums);
    auto result = sums.begin();
    for (Member* member : group.first(taken)) {
      for (Sums& its : member->sums_) its = std::move(*result++);
      member->succeeded_ = succeeded;
    }
    group = group.subspan(taken);
  }
}

}  // namespace smsvm
