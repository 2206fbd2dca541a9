#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "rows/pass.hpp"
#include "util/permits.hpp"

namespace smsvm {

/// Solves the problems of some rows together, so that they cost about as many sweeps as the slowest of them alone. Each
/// is solved by straight-line code that knows nothing of the others, on a thread of its own, with a Pass of its own to
/// ask. Whoever asks for a sweep waits until everybody has; then one sweep serves them all. Samples of rows come before
/// all rows, so that problems meet again after their ladders.
///
/// A query's sums do not depend on those beside it, so a problem's result has the same bits as if it were alone.
class SharedSweeps {
 public:
  /// `threads`: so many problems compute at a time. `hessian_bytes`: the most that the Hessians of one sweep may take;
  /// beyond it (or with a single larger one) queries are served by several sweeps.
  SharedSweeps(Backend& rows, std::size_t problems, int threads, std::int64_t hessian_bytes);
  ~SharedSweeps();

  /// Calls solve(problem, pass) for every problem, and returns when all are done. That pass knows the problem by the
  /// same index, and counts only what was read for it. The first exception ends all of them and is rethrown.
  void run(const std::function<void(std::size_t problem, Pass& pass)>& solve);

  /// How often everybody has waited so far. Between two sweeps it is the same for all of them.
  std::int64_t sweeps();
  /// Rows read for all of them together / rows.
  double passes() const;

 private:
  class Member;
  struct Abandoned {};  ///< thrown where a member waits, after another one has failed

  void solve_one(Member& member, const std::function<void(std::size_t, Pass&)>& solve);
  void serve();
  std::vector<Member*> next_group();
  void sweep(std::span<Member* const> group);

  Backend& rows_;
  std::vector<std::unique_ptr<Member>> members_;
  Permits processors_;
  std::int64_t hessian_bytes_;
  std::int64_t rows_read_together_ = 0;

  std::mutex exclusive_;  ///< held by a member that uses rows_; a shared sweep runs only when all members wait

  std::mutex mutex_;  ///< guards what follows, and the members' requests
  std::condition_variable all_wait_, served_;
  std::size_t computing_ = 0;  ///< members that have not asked for a sweep yet
  std::int64_t sweeps_ = 0;
  std::exception_ptr failure_;
};

}  // namespace smsvm
