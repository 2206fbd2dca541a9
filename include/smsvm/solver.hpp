#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"
#include "smsvm/objective.hpp"

namespace smsvm {

class Checkpoint;

/// The methods. All but the first stand here for comparison: they are what the paper proposes or compares with
/// (docs/paper.md), and they report the same certificate.
enum class Solver {
  primal_dual,    ///< the default, docs/method.md, sections 4 to 6
  newton,         ///< the paper's: Newton on an active set, exact line search, ε driven to zero
  bfgs,           ///< limited-memory BFGS on the smoothed problem, orthant by orthant for ℓ1
  sgd,            ///< stochastic subgradients, one row at a time; ℓ2 only
  minibatch_sgd,  ///< the same, 32 rows at a time
  cg,             ///< conjugate gradients (Polak-Ribière plus) with a subgradient; no ℓ1
};

/// Takes the dual point of a problem, window after window of rows as the source has them. Several problems may speak at
/// a time, each by itself.
using DualPointSink = std::function<void(std::size_t problem, std::span<const double> window)>;

/// Where Fit::dual_point goes, a number for each row.
enum class DualPoints {
  returned,
  streamed,  ///< to SolverOptions::dual_point_sink, so that they need not be in memory
  dropped,   ///< nobody wants to prove anything
};

struct SMSVM_API SolverOptions {
  double tolerance = 1e-4;   ///< stop when the certified relative gap is at most this
  /// Passes over the data, effective; fewer than 4 may be exceeded by what every run needs. None given: pass_limit().
  std::optional<double> max_passes = {};
  double max_seconds = std::numeric_limits<double>::infinity();  ///< wall clock
  std::uint64_t seed = 1;                                        ///< picks the rows of the ladder
  int threads = 0;  ///< 0: as many as the machine has; never changes the result
  Solver solver = Solver::primal_dual;
  double epsilon_start = 1;   ///< smoothing at the beginning; this and the next three are for newton and bfgs
  double epsilon_min = 1e-7;  ///< they end when the problem smoothed by so little is solved
  double epsilon_factor = 2;  ///< ε is divided by this once the smoothed problem is solved
  double armijo = 1e-4;       ///< a step must bring this share of what the slope promises
  std::int64_t memory =
      0;  ///< bytes for dense systems; 0: 1 GiB (not a share of the machine's: the result must not depend on it)
  Checkpoint* checkpoint = nullptr;  ///< keeps the run in a file; must outlive the call
  DualPoints dual_points = DualPoints::returned;
  DualPointSink dual_point_sink = {};
  void check() const;  ///< throws OptionError naming the first bad option

  /// What was given, else 100,000, since epochs over few rows are many and short; 1,000 for the other solvers.
  double pass_limit() const { return max_passes.value_or(solver == Solver::primal_dual ? 100'000 : 1'000); }
};

/// Why the solver stopped. In every case the weights are the best point seen: no point with a smaller objective was
/// evaluated, and `primal` is its objective.
enum class Status {
  converged,    ///< the certified relative gap is at most the tolerance: the optimum is proved to be that near
  stationary,   ///< the smoothed gradient vanishes at the least smoothing in use, or nothing can be below P = 0. Where
                ///< no bound exists (an unpenalised feature) nothing is proved; otherwise the gap stated is
  max_passes,   ///< the limit on passes came first; the gap stated is proved but larger than the tolerance
  max_seconds,  ///< the limit on time came first; likewise
  stalled,  ///< no further progress: rounding (for floats, try double), or a first-order method at a kink; likewise.
            ///< Or rounding has brought a bound above the objective: then nothing is proved
  interrupted,  ///< the observer asked to stop; likewise
};
SMSVM_API std::string_view name(Status status);

/// (primal − dual) / primal, and 0 where rounding has made the bound the larger one; none without a bound.
SMSVM_API std::optional<double> relative_gap(double primal, std::optional<double> dual);

/// One line of the history: the state after a sweep of all rows.
struct SMSVM_API Progress {
  double passes = 0;  ///< effective: rows read / rows
  double seconds = 0;
  double primal = 0;                 ///< of the best point so far
  std::optional<double> dual;        ///< proved lower bound so far; none where nothing is proved
  double epsilon = 0;                ///< smoothing
  std::int64_t nonzero_weights = 0;  ///< of the iterate
  std::int64_t iterations = 0;
  double relative_gap() const;      ///< infinite where nothing is proved
  bool contradicts_itself() const;  ///< a bound above the objective of a point: one of them is wrong
};

struct SMSVM_API Fit {
  Status status = Status::stalled;
  std::vector<double> weights;  ///< per stored feature
  double intercept = 0;
  double primal = 0;
  std::optional<double> dual;      ///< the bound proved by `dual_point`, exactly as stored there
  std::vector<double> dual_point;  ///< ā per row, in [0, 1]; empty without a bound, or see SolverOptions::dual_points
  double passes = 0;
  double hessian_rows = 0;  ///< rows added into Hessians / rows
  std::int64_t iterations = 0;
  std::int64_t nonzero_weights = 0;  ///< without the intercept
  double seconds = 0;
  std::vector<Progress> history;

  std::optional<double> relative_gap() const;
};

/// Called after every sweep; returning false stops the solver (status `interrupted`).
/// It is also called with an unchanged state now and then during a long sweep, so that a stop is prompt.
using Observer = std::function<bool(const Progress&)>;

/// Which rows are +1 and what each row weighs.
struct SMSVM_API Target {
  std::vector<std::int8_t> sign;  ///< +1 or −1 per row; empty: see `positive`
  std::vector<double> weight;     ///< >= 0 per row; empty: all 1
  /// Instead of `sign`: rows with this label, an index into Dataset::labels.distinct, are +1, all others −1. What is
  /// known of each row then stays where the rows are.
  std::int32_t positive = -1;

  /// With the sign of each row. `positive`: index into data.labels.distinct; every other label is −1.
  static Target one_against_rest(const Dataset& data, std::int32_t positive);
  double weight_of(std::size_t row) const { return weight.empty() ? 1.0 : weight[row]; }
  double total_weight(std::int64_t rows) const;
};

SMSVM_API Fit train(const Dataset& data, const Target& target, const Penalty& penalty,
                    const SolverOptions& options = {}, const Observer& observer = {});

/// Several problems over the same rows: classes, folds, penalties.
struct SMSVM_API Batch {
  std::vector<Target> target;
  std::vector<Penalty> penalty;  ///< of each, all with the same kind of intercept
};
struct SMSVM_API BatchFit {
  std::vector<Fit> fit;     ///< of each; its passes and seconds are what it took part in
  double passes = 0;        ///< rows read for all of them together / rows
  std::int64_t sweeps = 0;  ///< shared ones, over all rows or a sample of them
  double seconds = 0;
};
/// As Observer, with the number of the problem; called for one at a time.
using BatchObserver = std::function<bool(std::size_t problem, const Progress&)>;

/// All problems in shared sweeps. Each result is the one that train() would give (but `options.memory` is divided among
/// them).
SMSVM_API BatchFit train(const Dataset& data, const Batch& batch, const SolverOptions& options = {},
                         const BatchObserver& observer = {});

}  // namespace smsvm
