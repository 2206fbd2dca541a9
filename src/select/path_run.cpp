#include "select/path_run.hpp"

#include <cmath>
#include <utility>

namespace smsvm {

PathRun::PathRun(const RowsAtHand& rows, const Target& target, Pass& pass, RunLog& log, std::size_t index,
                 const Penalty& base, const PathOptions& path, const SolverOptions& options,
                 std::shared_ptr<SharedTime> time, Observer observer)
    : data_(rows.data()),
      shift_(rows.shift()),
      target_(target),
      base_(base),
      path_(&path),
      objective_(path.penalty(base, 1), data_.features, target.total_weight(data_.rows)),
      rounding_(data_, rows.columns(), target, objective_.has_intercept, shift_),
      problem_{pass, objective_, rounding_, index, log},
      options_(options),
      observer_(std::move(observer)),
      journal_(options_, observer_, std::move(time)),
      without_weights_(target, base.intercept, objective_.total_weight),
      solver_({rows.shape(), problem_, options_, journal_}),
      max_passes_(options.pass_limit()) {}

Status PathRun::solve_at(double strength, double tolerance, double max_passes) {
  objective_ = Objective(penalty(strength), data_.features, objective_.total_weight);
  const double before = problem_.pass.passes();
  options_.tolerance = tolerance;
  options_.max_passes = max_passes;
  const Status status = solver_.solve_next();
  const auto rows = static_cast<double>(data_.rows);
  passes_ = std::round(rows * (problem_.pass.passes() - before)) / rows;  // whole rows, whatever the subtraction lost
  std::vector<double> nothing(objective_.dimension(), 0.0);
  if (objective_.has_intercept) nothing.back() = without_weights_.minimiser(penalty(strength));
  solver_.prefer(primal_without_weights(strength), nothing, tolerance);
  return status;
}

/// Where w = 0 is the answer, its P and the bound agree but for rounding. The bound is not to come out above it.
double PathRun::primal_without_weights(double strength) const {
  constexpr double rounding = 1e-12;
  const double primal = without_weights_.primal(penalty(strength));
  const auto dual = knows_something() ? bracket().dual() : std::nullopt;
  return dual && *dual > primal && *dual <= primal * (1 + rounding) ? *dual : primal;
}

PathPoint PathRun::point(double strength, Status status) const {
  const Penalty penalty = this->penalty(strength);
  PathPoint point;
  point.strength = strength;
  point.l1 = penalty.l1;
  point.l2 = penalty.l2;
  point.status = status;
  point.passes = passes_;
  point.primal = bracket().primal();
  point.loss = bracket().loss();
  point.dual = bracket().dual();
  const std::vector<double>& at = bracket().point();
  for (std::int64_t j = 0; j < data_.features; ++j) {
    if (const double weight = at[static_cast<std::size_t>(j)]; weight != 0) {
      point.weights.feature.push_back(static_cast<std::int32_t>(j));
      point.weights.value.push_back(weight);
    }
  }
  if (objective_.has_intercept) point.intercept = shift_.intercept_before(at.back(), at);
  return point;
}

bool PathRun::moments(std::span<const double> dual, std::span<double> v) {
  std::vector<double> coefficient(dual.begin(), dual.end());
  for (std::size_t i = 0; i < coefficient.size(); ++i)
    coefficient[i] *= target_.sign[i] * target_.weight_of(i) / objective_.total_weight;
  return problem_.pass.combine(problem_.index, coefficient, v);
}

}  // namespace smsvm
