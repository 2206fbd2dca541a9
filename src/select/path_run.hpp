#pragma once

#include <span>
#include <vector>

#include "select/intercept_alone.hpp"
#include "smsvm/path.hpp"
#include "solver/primal_dual.hpp"
#include "solver/step/choose_space.hpp"
#include "train/rows_at_hand.hpp"

namespace smsvm {

/// One problem on its way along a path.
class PathRun {
 public:
  PathRun(const RowsAtHand& rows, const Target& target, Pass& pass, RunLog& log, std::size_t index, const Penalty& base,
          const PathOptions& path, const SolverOptions& options, std::shared_ptr<SharedTime> time, Observer observer);

  /// Solves at this strength, from where the last one ended. w = 0 is a candidate too: where it is the answer, Newton's
  /// steps only come near to it.
  Status solve_at(double strength, double tolerance, double max_passes);
  Status solve_at(double strength, double tolerance) { return solve_at(strength, tolerance, max_passes_); }
  PathPoint point(double strength, Status status) const;

  const Dataset& data() const { return data_; }
  const Target& target() const { return target_; }
  const Objective& objective() const { return objective_; }
  const Rounding& rounding() const { return rounding_; }
  const InterceptAlone& without_weights() const { return without_weights_; }
  /// Of the problem solved last.
  const Bracket& bracket() const { return *solver_.bracket(); }
  double passes() const { return problem_.pass.passes(); }  ///< since the beginning
  bool knows_something() const { return solver_.bracket().has_value(); }
  std::vector<double> running_dual() const { return problem_.pass.running_dual(problem_.index); }
  /// At the point accepted last: near the optimum too where no dual was proved to be.
  std::vector<double> smooth_duals() const { return problem_.pass.smooth_duals(problem_.index); }
  /// v of docs/method.md, eq. 6, for any dual.
  bool moments(std::span<const double> dual, std::span<double> v);
  Penalty penalty(double strength) const { return path_->penalty(base_, strength); }
  void turn_to(const PathOptions& path) { path_ = &path; }

 private:
  double primal_without_weights(double strength) const;

  const Dataset& data_;
  const ColumnShift& shift_;
  const Target& target_;
  const Penalty& base_;
  const PathOptions* path_;
  Objective objective_;
  Rounding rounding_;
  Problem problem_;
  SolverOptions options_;
  Observer observer_;
  Journal journal_;
  InterceptAlone without_weights_;
  PrimalDualPath solver_;
  double max_passes_;  ///< as asked for, at each point
  double passes_ = 0;  ///< of the point solved last
};

}  // namespace smsvm
