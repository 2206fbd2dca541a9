#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/solver.hpp"

namespace smsvm {

/// The two dual points that every sweep yields (docs/method.md, sections 3 and 4).
enum DualKind { smooth_dual = 0, carried_dual = 1 };
/// Sums are kept per class, so that a dual can be repaired for a free intercept without another sweep.
enum RowClass { negative_rows = 0, positive_rows = 1 };

/// What a sweep shall compute for one problem of the batch. Coordinates are the features, then the intercept if any.
struct Query {
  std::size_t problem = 0;
  std::span<const double> point;  ///< w, then b
  double epsilon = 1;
  bool carry = false;  ///< continue the dual of the accepted state (eq. 11); otherwise start from a_ε or `dual`
  std::span<const double> dual = {};           ///< a per row to start from, if not empty
  std::span<const std::int32_t> hessian = {};  ///< coordinates whose block of H is wanted, increasing
  double least_curvature = 0;                  ///< rows with less in c h may be thinned out for H (pass/thin_out.hpp)
};

/// Sums over the rows and nothing else: no mean, no penalty. Row blocks, threads and ranks simply add.
struct Sums {
  double hinge = 0;                             ///< Σ c max(0, u)
  double smoothed_before = 0;                   ///< Σ c ψ at the ε of the accepted state
  double smoothed = 0;                          ///< Σ c ψ at the ε asked for
  double smoothing_gap = 0;                     ///< Σ c |u| q_ε
  double curvature = 0;                         ///< Σ c h
  double hessian_rows = 0;                      ///< how many were added into `hessian`
  std::array<std::array<double, 2>, 2> dual{};  ///< [class][kind]: Σ c a
  std::array<std::vector<double>, 2> moment;    ///< [class], feature-major pairs of kinds: Σ c a x_j
  std::vector<double> hessian;                  ///< lower triangle, row-major square: Σ c h x x'

  void reset(std::int64_t features, std::size_t hessian_size);
  void add(const Sums& other);
};

/// ā ← old · ā + smooth[class] · a_ε + carried[class] · a, with the duals of the trial state.
struct DualMixture {
  double old = 1;
  std::array<double, 2> smooth{};
  std::array<double, 2> carried{};

  bool changes_nothing() const { return old == 1 && smooth == std::array{0.0, 0.0} && carried == std::array{0.0, 0.0}; }
};

/// Which rows are near the kink: those with |u| <= width + reach · |what u changed by when it was last accepted|. Rows
/// with rare features move farther than others.
struct Nearness {
  double width = 0;
  double reach = 0;
};

/// Why a solver stops, or turns to something cheaper, although the problem would have it go on.
enum class Limit {
  passes,   ///< no more of them are allowed: the same in every run with the same options
  outside,  ///< time is up, or somebody asked it to stop
};

/// Everything that is a sum over rows, and the state kept per row: the slack u and the dual's distance q of the
/// accepted and of the trial point, and the running dual ā. Where the rows lie and who adds them up is its own
/// business.
class Pass {
 public:
  virtual ~Pass() = default;

  virtual std::int64_t rows() const = 0;  ///< of the whole data
  virtual std::int64_t features() const = 0;
  virtual double active_weight(std::size_t problem) const = 0;  ///< Σ c over the rows in use

  /// The problem uses only about rows()/4^level rows from now on, the same ones for the same seed, each level within
  /// the one below it. The row state is then that of no point: the next sweep must not carry it on. Level 0, where
  /// every problem begins, is everything. Returns the number of rows in use.
  virtual std::int64_t restrict_to_level(std::size_t problem, int level) = 0;

  /// How many rows are near the kink, of those with any weight. Right after accept(), at level 0.
  virtual std::int64_t count_near(std::size_t problem, const Nearness& nearness) = 0;
  /// Only the rows near the kink are read from now on. The others keep the dual that the sign of u gives them, 0 or 1,
  /// and are still part of all sums and of active_weight; their loss is then linear in the point. Right after accept(),
  /// at level 0; `at` is what the accepted sweep found, at an ε so small that its duals are 0 or 1 for these rows. ā
  /// begins anew at 0, as another problem's does.
  /// Returns the number of rows in use; 0 if a sweep over them was cancelled: then nothing has changed.
  virtual std::int64_t freeze(std::size_t problem, std::span<const double> point, const Sums& at,
                              const Nearness& nearness) = 0;
  /// All rows are read again. The accepted state is the one at which rows were frozen; ā gets this share of what it has
  /// become meanwhile, the rest is what it was then.
  virtual void thaw(std::size_t problem, double share) = 0;

  /// One sweep for all queries, whose problems are at one level. Writes the trial state. False if it was cancelled
  /// half-way.
  virtual bool evaluate(std::span<const Query> queries, std::span<Sums> sums) = 0;
  /// One sweep: Σ coefficient_i x_i over the rows whose coefficient is not zero (features only); the problem is
  /// the one that asks.
  virtual bool combine(std::size_t problem, std::span<const double> coefficient, std::span<double> sum) = 0;

  /// From row state alone, no sweep, never cancelled: Σ c ψ_ε (for ε = 0: the hinge) of u + step · (u_trial − u), for
  /// each step.
  virtual void along(std::size_t problem, double epsilon, std::span<const double> steps, std::span<double> losses) = 0;
  virtual void accept(std::size_t problem) = 0;  ///< the trial state becomes the accepted one
  virtual void mix(std::size_t problem, const DualMixture& mixture) = 0;

  virtual std::vector<double> slacks(std::size_t problem) const = 0;      ///< u of the accepted state
  virtual std::vector<double> curvatures(std::size_t problem) const = 0;  ///< h of the accepted state; 0 if not in use
  virtual std::vector<double> smooth_duals(std::size_t problem) const = 0;  ///< a_ε of the accepted state
  virtual std::vector<double> running_dual(std::size_t problem) const = 0;
  /// The same as the last that is asked of a problem: whatever else is kept for its rows is given back first.
  virtual std::vector<double> take_running_dual(std::size_t problem) = 0;

  virtual double passes() const = 0;                                    ///< rows read so far / rows
  virtual void count_rows(std::size_t problem, std::int64_t rows) = 0;  ///< that a solver read past this object
  virtual double hessian_rows() const = 0;                              ///< rows added into Hessians / rows

  // What a checkpoint needs (docs/design.md, "Checkpoints").

  using NumberSink = std::function<void(std::span<const double>)>;  ///< called with one section after the other
  using NumberSource = std::function<void(std::span<double>)>;
  /// All that is kept for a problem, as numbers: a few, then columns in the order of the rows of the whole data.
  /// Between two calls, also after a sweep that was cancelled: what that has left half-done the next one overwrites.
  virtual void save(std::size_t problem, const NumberSink& put) const = 0;
  /// Puts it back, in a pass over the same rows with the same problems. `take` fills what it is given with the numbers
  /// that come next. Throws Error{bad_data} where they cannot be what was saved.
  virtual void restore(std::size_t problem, const NumberSource& take) = 0;

  /// What a solver found by reading rows past this object is made known to it; one that keeps a log of its answers can
  /// then give it back when the same solver runs again.
  virtual void remember(std::size_t /*problem*/, std::span<const double> /*finding*/) {}
  virtual std::optional<std::vector<double>> recall(std::size_t /*problem*/) { return std::nullopt; }
  /// Until there is something to remember: how far the solver has come, in place of what it said before. `rows`: those
  /// that it has read since then.
  virtual void keep_halfway(std::size_t /*problem*/, std::span<const double> /*state*/, std::int64_t /*rows*/) {}
  virtual bool keeps_halfway() const { return false; }                              ///< worth the trouble of saying it
  virtual std::vector<double> take_halfway(std::size_t /*problem*/) { return {}; }  ///< to go on from, if not empty
  /// From now on the problem is asked what would not be asked but for a limit.
  virtual void note_limit(std::size_t /*problem*/, Limit /*limit*/) {}
};

/// `keep_going` is asked now and then during a sweep, from one thread at a time. Where the rows lie with several ranks,
/// all of them take part.
std::unique_ptr<Pass> make_pass(const Dataset& data, std::vector<Target> problems, bool has_intercept,
                                std::uint64_t seed, int threads, std::function<bool()> keep_going);

}  // namespace smsvm
