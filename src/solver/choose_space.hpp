#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "solver/dual_ascent.hpp"
#include "solver/primal_dual.hpp"
#include "solver/task.hpp"
#include "util/thread_pool.hpp"

namespace smsvm {

/// What `--memory` means, or 1 GiB.
std::int64_t memory_allowed(const SolverOptions& options);

/// The order of the largest dense system: three such squares of doubles fit into the memory allowed (25 MB are always
/// taken). A sweep keeps further ones, about one for each thread and a few for the reduction.
std::size_t largest_system(const SolverOptions& options);

/// Without ℓ1, and with more features than rows or than a dense system may have, the rows are the smaller space, unless
/// features are few. They need λ_j > 0 throughout (a free intercept is fine).
bool row_space_is_smaller(const DataShape& data, const Objective& objective, std::size_t largest);

/// With ℓ1, few rows and many features, H is dealt with by its factors, the rows. They need λ_j > 0 throughout too.
bool few_rows_and_many_features(const DataShape& data, const Objective& objective, const SolverOptions& options);

/// With ℓ1 and so many features that H is formed on working sets of them, dual ascent comes first, unless the data are
/// tall: on these, few passes are Newton's strength. It needs λ_j > 0 throughout and, for its copy of the rows, at most
/// half of the memory.
bool ascent_may_save_working_sets(const DataShape& data, const Objective& objective, const SolverOptions& options);

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
