#include "experiments/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/liblinear.hpp"
#include "smsvm/solver.hpp"

namespace smsvm::experiments {
namespace {

std::optional<double> passes_to(const std::vector<Progress>& history, double gap) {
  const auto first =
      std::find_if(history.begin(), history.end(), [&](const Progress& at) { return at.relative_gap() <= gap; });
  return first == history.end() ? std::nullopt : std::optional(first->passes);
}

}  // namespace

std::optional<double> Run::relative_gap() const {
  if (!dual) return std::nullopt;
  return primal > *dual ? (primal - *dual) / primal : 0.0;
}

std::optional<double> Run::above_optimum() const {
  if (!optimum) return std::nullopt;
  return primal > *optimum ? (primal - *optimum) / primal : 0.0;
}

void Settings::check() const {
  if (keep_going && !keep_going()) throw Interrupted{};
}

Run run_of(const Method& method, const Fit& fit, const LabelledRows& train, const LabelledRows& test,
           const Penalty& penalty) {
  Run run;
  run.method = method.name;
  run.rows = train.size();
  run.features = train.data.features;
  run.weights = {penalty.l2, penalty.l1};
  // LIBLINEAR stops by a rule and a limit of its own, which are none of our statuses.
  run.status = method.solver                      ? std::string(name(fit.status))
               : fit.status == Status::stationary ? "own tolerance"
                                                  : "1000 iterations";
  if (test.size() > 0) run.accuracy = accuracy(test, fit.weights, fit.intercept);
  run.seconds = fit.seconds;
  run.passes = fit.passes;
  run.passes_to_1e3 = passes_to(fit.history, 1e-3);
  run.primal = fit.primal;
  run.dual = fit.dual;
  run.nonzero_weights = fit.nonzero_weights;
  run.history = fit.history;
  return run;
}

Run measure(const Method& method, const LabelledRows& train_rows, const LabelledRows& test, const Weights& weights,
            const Settings& settings, const std::function<void(SolverOptions&)>& adjust) {
  settings.check();
  const Penalty penalty = penalty_of(method, weights);
  SolverOptions options = options_of(method);
  options.threads = settings.threads;
  options.seed = settings.seed;
  if (adjust) adjust(options);

  const Fit fit = method.solver ? train(train_rows.data, train_rows.target, penalty, options,
                                        [&](const Progress&) { return !settings.keep_going || settings.keep_going(); })
                                : liblinear(train_rows, penalty);
  settings.check();
  Run run = run_of(method, fit, train_rows, test, penalty);
  if (settings.detail)
    settings.detail(fmt::format("  {}: {} after {:.1f} passes, {:.3g} s, objective {:.6g}", run.method, run.status,
                                run.passes, run.seconds, run.primal));
  return run;
}

std::vector<Run> measure_all(std::span<const Method> methods, const LabelledRows& train, const LabelledRows& test,
                             const Weights& weights, const Settings& settings,
                             const std::function<void(SolverOptions&)>& adjust) {
  std::map<PenaltyKind, std::optional<double>> optimum;
  std::vector<Run> runs;
  for (const Method& method : methods) {
    Run run = measure(method, train, test, weights, settings, adjust);
    if (method.solver == Solver::primal_dual) optimum[method.penalty] = run.dual;
    run.optimum = optimum[method.penalty];
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace smsvm::experiments
