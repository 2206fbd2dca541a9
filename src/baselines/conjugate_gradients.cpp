#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "baselines/baselines.hpp"
#include "smsvm/error.hpp"
#include "solver/loop/record.hpp"
#include "solver/step/segment.hpp"

namespace smsvm {
namespace {

/// Polak-Ribière plus on P itself, with a subgradient where P has none but that. It is the paper's baseline and has its
/// fault: where the best point of a ray lies on a kink, the subgradient there need not point to lower ground, and the
/// method jams long before the optimum. It then says `stalled`.
class ConjugateGradients {
 public:
  ConjugateGradients(const Problem& problem, const SolverOptions& options, Journal& journal)
      : problem_(problem), record_(problem, options, journal) {}

  Fit run();

 private:
  enum class Search { better, no_better, cancelled };

  bool sweep(Iterate& at);
  Search search_along(const Eigen::VectorXd& direction, double& length);

  const Problem& problem_;
  Record record_;
  Iterate at_;
};

/// The next length is guessed so that P, to first order, changes as it did in the last step. A wilder guess is not
/// worth following: the search covers some orders of magnitude itself.
double like_before(double slope_ratio) { return std::min(slope_ratio, 100.0); }

Fit ConjugateGradients::run() {
  at_.point.assign(problem_.objective.dimension(), 0.0);
  if (!sweep(at_)) return record_.finish(record_.why_cancelled());
  problem_.pass.accept(problem_.index);

  Eigen::VectorXd slope = gradient(problem_, at_), direction = -slope;
  std::size_t since_restart = 0;
  // Nothing is below 0: at this length the tangent gets there.
  double length = primal(problem_, at_) / slope.squaredNorm();
  for (;; ++record_.iterations) {
    record_.measure(at_);
    constexpr double two_sweeps = 2;
    if (const auto status = record_.stop_reason(two_sweeps)) return record_.finish(*status);
    if (slope.squaredNorm() == 0) return record_.finish(Status::stationary);

    const double before = slope.dot(direction);
    const Search found = search_along(direction, length);
    if (found == Search::cancelled) return record_.finish(record_.why_cancelled());
    if (found == Search::no_better) {
      if (since_restart == 0) return record_.finish(Status::stalled);
      since_restart = 0;
      direction = -slope;
      length *= like_before(before / slope.dot(direction));
      continue;
    }
    const Eigen::VectorXd next = gradient(problem_, at_);
    const double beta = std::max(0.0, next.dot(next - slope) / slope.squaredNorm());
    direction = beta * direction - next;
    slope = next;
    ++since_restart;
    if (!(slope.dot(direction) < 0) || since_restart >= problem_.objective.dimension()) {
      direction = -slope;
      since_restart = 0;
    }
    length *= like_before(before / slope.dot(direction));
  }
}

/// At so small an ε, a_ε is 0 or 1 but on the kink itself, where it is ½: a subgradient. Its square is far above the
/// smallest float.
bool ConjugateGradients::sweep(Iterate& at) {
  at.epsilon = 1e-10;
  return record_.sweep(at, false);
}

/// A sweep at the length guessed shows the slacks along the whole ray. If the guess was good it is taken, otherwise
/// another sweep is made at the minimum. `length` becomes that of the step taken.
ConjugateGradients::Search ConjugateGradients::search_along(const Eigen::VectorXd& direction, double& length) {
  const double before = primal(problem_, at_);
  Iterate trial;
  trial.point.resize(at_.point.size());
  for (std::size_t j = 0; j < trial.point.size(); ++j)
    trial.point[j] = at_.point[j] + length * direction[static_cast<Eigen::Index>(j)];
  if (!sweep(trial)) return Search::cancelled;

  const Segment segment(problem_, at_.point, trial.point);
  const auto minimum = segment.ray_minimum();
  constexpr double enough = 0.9;
  if (primal(problem_, trial) > before - enough * (before - minimum.value)) {
    length *= minimum.step;
    auto point = segment.at(minimum.step);
    trial.point = std::move(point);
    if (!sweep(trial)) return Search::cancelled;
  }
  if (!(primal(problem_, trial) < before)) return Search::no_better;
  problem_.pass.accept(problem_.index);
  at_ = std::move(trial);
  return Search::better;
}

}  // namespace

Fit conjugate_gradients(const Task& task) {
  const auto& l1 = task.problem.objective.l1;
  if (std::any_of(l1.begin(), l1.end(), [](double value) { return value > 0; })) check_takes_l1(Solver::cg, "cg");
  return ConjugateGradients(task.problem, task.options, task.journal).run();
}

}  // namespace smsvm
