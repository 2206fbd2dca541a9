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

  Run run;
  run.method = method.name;
  run.rows = train_rows.size();
  run.features = train_rows.data.features;
  run.weights = {penalty.l2, penalty.l1};
  run.status = name(fit.status);
  run.accuracy = accuracy(test, fit.weights, fit.intercept);
  run.seconds = fit.seconds;
  run.passes = fit.passes;
  run.passes_to_1e3 = passes_to(fit.history, 1e-3);
  run.primal = fit.primal;
  run.dual = fit.dual;
  run.nonzero_weights = fit.nonzero_weights;
  run.history = fit.history;
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
    if (method.penalty == PenaltyKind::none) optimum[method.penalty] = 0;  // a mean of hinges is never below 0
    run.optimum = optimum[method.penalty];
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace smsvm::experiments
