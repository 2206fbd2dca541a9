#pragma once

#include <cstdint>
#include <optional>

#include "solver/loop/journal.hpp"
#include "solver/problem.hpp"
#include "solver/proof/bracket.hpp"

namespace smsvm {

/// What every solver keeps beside its iterate: the best point and bound, the history, when to stop, and the result.
class Record {
 public:
  static constexpr std::size_t usual_patience = 30;

  /// `patience`: so many lines of the history without progress mean that the solver has stalled.
  Record(const Problem& problem, const SolverOptions& options, Journal& journal, std::size_t patience = usual_patience)
      : problem_(problem), options_(options), journal_(journal), patience_(patience), bracket_(problem) {}
  /// Goes on from what was learnt about the same rows under another penalty.
  Record(const Problem& problem, const SolverOptions& options, Journal& journal, Bracket bracket);

  std::int64_t iterations = 0;

  Bracket& bracket() { return bracket_; }
  const Bracket& bracket() const { return bracket_; }
  /// Other rows are in use now: what was learnt about the optimum no longer holds.
  void forget() { bracket_ = Bracket(problem_); }

  /// One sweep at the point, with the block of H it names; the best point and the bound learn from it. False if it was
  /// cancelled.
  bool sweep(Iterate& at, bool carry);
  /// The same, without H and whatever is over; from this dual, if not empty. At the end of a run.
  bool last_sweep(Iterate& at, std::span<const double> dual);
  /// No sweep of all rows was completed, so that w = 0 is all there is.
  bool knows_nothing() const { return journal_.is_empty(); }
  /// Where no bound exists: what a further step promises, what a smaller ε would bring and what the best point is
  /// better by are together no more than that.
  bool settled_without_bound(const Iterate& at, double promised) const;
  /// The mean of ψ_ε(u) − max(0, u).
  double smoothing_excess(const Iterate& at) const;

  /// Adds a line to the history and shows it to the observer.
  void measure(const Iterate& at);
  // As stop_reason.hpp has them; the run's log is told of limits.
  /// `cost`: what going on would take, in passes.
  std::optional<Status> stop_reason(double cost) const;
  /// Whether so many passes are still allowed.
  bool affordable(double passes) const;
  Status why_cancelled() const;

  Fit finish(Status status);

 private:
  void hand_out_dual(bool as_zeros, Fit& fit) const;
  double passes() const { return problem_.pass.passes() - journal_.passes_before(); }
  Status note(Status reason) const;

  const Problem& problem_;
  const SolverOptions& options_;
  Journal& journal_;
  std::size_t patience_;
  Bracket bracket_;
};

}  // namespace smsvm
