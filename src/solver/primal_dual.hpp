#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "solver/ascent/dual_ascent.hpp"
#include "solver/loop/penalty_sequence.hpp"
#include "solver/task.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// The default solver: the primal-dual method, with its systems over the features, over the rows, or by factors.
Fit primal_dual(const Task& task);

/// The same for problems that differ in their penalty alone, one after the other. All have ℓ1, or none has.
class PrimalDualPath {
 public:
  /// What the task refers to must outlive this object.
  explicit PrimalDualPath(const Task& task);
  ~PrimalDualPath();

  /// Under the penalty and the tolerance that the task refers to now; the journal then has the history of this problem
  /// alone.
  Status solve_next();
  const std::optional<Bracket>& bracket() const { return sequence_->bracket(); }
  /// A simple point whose objective is known.
  void prefer(double primal, const std::vector<double>& point, double tolerance) {
    sequence_->prefer(primal, point, tolerance);
  }

 private:
  Task task_;
  ThreadPool pool_;
  std::function<bool()> keep_going_;
  std::unique_ptr<SuccessiveAscent> ascent_;  ///< while it is the faster way
  std::unique_ptr<DirectionFinder> directions_;
  std::optional<PenaltySequence> sequence_;
};

}  // namespace smsvm
