#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "baselines/baselines.hpp"
#include "pass/shared_sweeps.hpp"
#include "smsvm/error.hpp"
#include "smsvm/solver.hpp"
#include "solver/choose_space.hpp"
#include "solver/task.hpp"

namespace smsvm {

void SolverOptions::check() const {
  if (!(tolerance > 0)) throw OptionError(fmt::format("--tolerance is {}; it must be a positive number", tolerance));
  if (!(max_passes >= 1)) throw OptionError(fmt::format("--max-passes is {}; it must be at least 1", max_passes));
  if (!(max_seconds > 0)) throw OptionError(fmt::format("--max-seconds is {}; it must be positive", max_seconds));
  if (threads < 0) throw OptionError(fmt::format("--threads is {}; it must be 0 or more", threads));
  constexpr double tiny = 1e-100, huge = 1e100;  // ε² and its inverse must be numbers
  if (!(epsilon_start >= tiny && epsilon_start <= huge))
    throw OptionError(fmt::format("--epsilon-start is {}; it must be between {} and {}", epsilon_start, tiny, huge));
  if (!(epsilon_min >= tiny && epsilon_min <= epsilon_start))
    throw OptionError(fmt::format("--epsilon-min is {}; it must be at least {} and at most --epsilon-start, {}",
                                  epsilon_min, tiny, epsilon_start));
  if (!(epsilon_factor > 1) || !std::isfinite(epsilon_factor))
    throw OptionError(fmt::format("--epsilon-factor is {}; it must be more than 1", epsilon_factor));
  if (!(armijo > 0 && armijo < 0.5))
    throw OptionError(fmt::format("--armijo is {}; it must be between 0 and 0.5", armijo));
  if (memory < 0) throw OptionError(fmt::format("--memory is {}; it must be 0 or more", memory));
}

namespace {

void check(const Dataset& data, const Target& target) {
  if (static_cast<std::int64_t>(target.sign.size()) != data.rows)
    throw OptionError(fmt::format("{} signs for {} rows", target.sign.size(), data.rows));
  if (!target.weight.empty() && static_cast<std::int64_t>(target.weight.size()) != data.rows)
    throw OptionError(fmt::format("{} row weights for {} rows", target.weight.size(), data.rows));
  for (const double weight : target.weight) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw OptionError(fmt::format("a row weight is {}; each must be 0 or more", weight));
  }
  if (!(target.total_weight() > 0)) throw OptionError("all row weights are 0; nothing is left to train on");
}

/// Rows of one class only, and a free intercept to put them all on its side: P = 0, and nothing is below that.
std::optional<Fit> trivial_fit(const Dataset& data, const Target& target, const Penalty& penalty) {
  if (penalty.intercept != Intercept::free) return std::nullopt;
  bool in_use[2] = {false, false};
  for (std::size_t i = 0; i < target.sign.size(); ++i)
    if (target.weight.empty() || target.weight[i] > 0) in_use[target.sign[i] > 0] = true;
  if (in_use[0] && in_use[1]) return std::nullopt;
  Fit fit;
  fit.status = Status::converged;
  fit.weights.assign(static_cast<std::size_t>(data.features), 0.0);
  fit.intercept = in_use[1] ? 1 : -1;
  fit.dual = 0;
  fit.dual_point.assign(static_cast<std::size_t>(data.rows), 0.0);
  return fit;
}

/// How the problems of a batch divide threads and memory.
struct BatchShare {
  BatchShare(const SolverOptions& options, std::size_t problems) : of_each(options) {
    threads = options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
    of_each.threads = std::max(1, threads / static_cast<int>(problems));
    of_each.memory = memory_allowed(options) / static_cast<std::int64_t>(problems);
    hessian_bytes = memory_allowed(options) / 8;  // a sweep keeps several copies of its sums
  }
  int threads = 1;
  std::int64_t hessian_bytes = 0;
  SolverOptions of_each;
};

/// What can be answered without looking at the features.
std::optional<Fit> answer_at_once(const Dataset& data, const Target& target, const Penalty& penalty) {
  penalty.check(data.features);
  check(data, target);
  return trivial_fit(data, target, penalty);
}

Fit solve(const Task& task) {
  switch (task.options.solver) {
    case Solver::primal_dual:
      return primal_dual(task);
    case Solver::newton:
      return paper_newton(task);
    case Solver::bfgs:
      return limited_memory_bfgs(task);
    case Solver::sgd:
      return stochastic_gradient(task, 1);
    case Solver::minibatch_sgd:
      return stochastic_gradient(task, 32);
    case Solver::cg:
      return conjugate_gradients(task);
  }
  return primal_dual(task);
}

/// One problem of a batch, until it is solved.
struct Member {
  Member(const Dataset& data, const Target& its_target, const Penalty& penalty, const SolverOptions& options,
         Observer its_observer)
      : target(its_target),
        fit(answer_at_once(data, target, penalty)),
        objective(penalty, data.features, target.total_weight()),
        observer(std::move(its_observer)),
        journal(options, observer) {}

  const Target& target;
  std::optional<Fit> fit;
  Objective objective;
  Observer observer;
  Journal journal;
};

}  // namespace

Fit train(const Dataset& data, const Target& target, const Penalty& penalty, const SolverOptions& options,
          const Observer& observer) {
  options.check();
  if (auto fit = answer_at_once(data, target, penalty)) return *std::move(fit);

  const Objective objective(penalty, data.features, target.total_weight());
  Journal journal(options, observer);
  const auto pass = make_pass(data, {target}, objective.has_intercept, options.seed, options.threads,
                              [&] { return journal.keep_going(); });
  const Problem problem{*pass, objective};
  return solve({data, target, problem, options, journal});
}

BatchFit train(const Dataset& data, const Batch& batch, const SolverOptions& options, const BatchObserver& observer) {
  options.check();
  const std::size_t count = batch.target.size();
  if (batch.penalty.size() != count)
    throw OptionError(fmt::format("{} penalties for {} problems", batch.penalty.size(), count));
  const auto other_kind = [&](const Penalty& penalty) { return penalty.intercept != batch.penalty[0].intercept; };
  if (std::any_of(batch.penalty.begin(), batch.penalty.end(), other_kind))
    throw OptionError("the problems of a batch must treat the intercept alike");

  std::mutex one_at_a_time;
  std::vector<std::unique_ptr<Member>> members;
  for (std::size_t k = 0; k < count; ++k) {
    const auto observe = [&, k](const Progress& progress) {
      const std::lock_guard lock(one_at_a_time);
      return !observer || observer(k, progress);
    };
    members.push_back(std::make_unique<Member>(data, batch.target[k], batch.penalty[k], options, observe));
  }
  if (members.empty()) return {};

  const auto keep_going = [&] {  // every journal must know why it was stopped
    bool all = true;
    for (const auto& member : members) all = member->journal.keep_going() && all;
    return all;
  };
  const auto pass = make_pass(data, batch.target, members[0]->objective.has_intercept, options.seed, options.threads,
                              keep_going);
  const BatchShare share(options, count);
  SharedSweeps(*pass, count, share.threads, share.hessian_bytes).run([&](std::size_t k, Pass& its_pass) {
    Member& member = *members[k];
    if (member.fit) return;
    const Problem problem{its_pass, member.objective, k};
    member.fit = solve({data, member.target, problem, share.of_each, member.journal});
  });

  BatchFit result;
  for (const auto& member : members) {
    result.fit.push_back(*std::move(member->fit));
    result.seconds = std::max(result.seconds, result.fit.back().seconds);
  }
  result.passes = pass->passes();
  return result;
}

}  // namespace smsvm
