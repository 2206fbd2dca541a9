#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "smsvm/solver.hpp"
#include "solver/ascent/dual_ascent.hpp"
#include "solver/loop/record.hpp"
#include "solver/loop/smoothing_schedule.hpp"
#include "solver/loop/thinning.hpp"
#include "solver/problem.hpp"
#include "solver/step/direction.hpp"

namespace smsvm {

/// The algorithm of docs/method.md, sections 4 to 7, on one problem.
class Descent {
 public:
  Descent(const Problem& problem, DirectionFinder& directions, const SolverOptions& options, Journal& journal)
      : Descent(problem, directions, options, Record(problem, options, journal)) {}
  Descent(const Problem& problem, DirectionFinder& directions, const SolverOptions& options, Journal& journal,
          Bracket bracket)
      : Descent(problem, directions, options, Record(problem, options, journal, std::move(bracket))) {}

  Status run(DualStart start, Iterate& at);
  /// Goes on from what was accepted under another penalty. `excess`: about P − P*.
  Status resume(Iterate& at, double excess);
  Fit finish(Status status) { return record_.finish(status); }
  const Record& record() const { return record_; }

 private:
  Descent(const Problem& problem, DirectionFinder& directions, const SolverOptions& options, Record record)
      : problem_(problem),
        directions_(directions),
        options_(options),
        record_(std::move(record)),
        thinning_(problem.objective.dimension()) {}

  /// The rows in use: a sample on the ladder, all of them, or those near the kink while the others are frozen.
  struct Level {
    enum Of { sample, everything, near_rows } of = everything;
    std::int64_t rows = 0;
    double tolerance = 0;    ///< to which the problem of these rows is to be solved; 0 for a sample
    double known_bound = 0;  ///< for near rows: what is proved about the whole problem

    bool is_sample() const { return of == sample; }
    bool is_everything() const { return of == everything; }
  };
  Level all_rows() const {
    return {.of = Level::everything, .rows = problem_.pass.rows(), .tolerance = options_.tolerance};
  }

  Status climb(DualStart& start, Iterate& at);
  void look_at_candidate(Iterate& at, std::span<const double> dual);
  // The three phases of a run. They share one step; what is theirs is when to go on and how far ε may fall.
  std::optional<Status> descend_sample(const Level& level, Iterate& at);
  Status descend(Iterate& at);
  std::optional<Status> descend_near_rows(const Level& level, Iterate& at);

  std::optional<Status> advance(const Level& level, Iterate& at, const Direction& direction,
                                const SmoothingState& state, double epsilon);
  std::optional<Status> freeze_others(Iterate& at, const Direction& direction, const SmoothingState& state);
  std::optional<Status> solve_near_rows(Iterate& at, double excess);
  std::optional<Status> descend_frozen(const Nearness& nearness, Iterate& at);

  // The verbs of the loop. Those that sweep return false when the sweep was cancelled.
  bool sweep(const Level& level, Iterate& at, DualBegin dual);
  bool begin(const Level& level, Iterate& at, std::span<const double> start_dual = {});
  bool step(const Level& level, const Iterate& at, const Direction& direction, bool carry, Iterate& trial);
  bool shorten(const Level& level, const Iterate& at, Iterate& trial);
  bool look(Iterate& at, std::span<const double> from);
  bool stretch(const Iterate& at);
  void offer_best_between(const Level& level, std::span<const double> from, std::span<const double> to);

  bool acceptable(const Level& level, const Iterate& at, const Direction& direction, const Iterate& trial);
  struct Stretchable {
    const std::vector<double>& point;
    double penalty, loss;
  };
  Stretchable stretchable(const Iterate& at) const;
  bool worth_stretching(const Iterate& at) const;
  double longer_by() const {
    return options_.tolerance / 8;
  }  ///< the penalty's part of the gap is 3 times this at most
  bool near_rows_suffice(const SmoothingState& state, double nonzeros, int here) const;
  bool done_with_near_rows(const Level& level, int steps) const;
  SmoothingState smoothing_state(const Level& level, const Iterate& at, const Direction& direction) const;

  const Problem& problem_;
  DirectionFinder& directions_;
  const SolverOptions& options_;
  Record record_;
  Thinning thinning_;
  struct LastStep {
    double share = 0;                        ///< of Δ, that the trial brought
    bool accepted_without_decrease = false;  ///< it was taken although it did not bring the decrease asked for
    bool shortened = false;
  };
  LastStep last_step_;
  bool resumed_ = false;
  int failed_freezes_ = 0;
  double worth_freezing_ = std::numeric_limits<double>::infinity();    ///< P − P* must be below this to try again
  double worth_stretching_ = std::numeric_limits<double>::infinity();  ///< likewise the mean loss
};

}  // namespace smsvm
