#include "cli/training_facts.hpp"

#include "cli/held_out.hpp"
#include "cli/ranks.hpp"
#include "cli/resources.hpp"
#include "cli/run_facts.hpp"
#include "cli/training_report.hpp"
#include "smsvm/version.hpp"
#include "util/thread_pool.hpp"

namespace smsvm::cli {
namespace {

Json history(const Fit& fit) {
  Json list = Json::array();
  for (const Progress& at : fit.history) list.push_back(progress_json(at));
  return list;
}

Json class_weights(const TrainingRun& run) {
  if (run.problem.class_weight.empty()) return nullptr;
  Json weights = Json::object();
  for (const ClassWeight& each : run.problem.class_weight) weights[each.label.text] = each.weight;
  return weights;
}

bool has_sample_weights(const TrainingRun& run) {
  return !run.options.sample_weight.empty() || !run.options.reading.weight_column.empty();
}

/// One problem, or all of them.
Json facts(const TrainingRun& run, const Outcome& outcome, const Json& intercept, const Json& its_history,
           const Json& weights, double total_seconds) {
  return {{"status", name(outcome.status)},
          {"primal", outcome.primal},
          {"dual", number_or_null(outcome.dual)},
          {"relative_gap", number_or_null(outcome.relative_gap)},
          {"passes", outcome.passes},
          {"hessian_rows", outcome.hessian_rows},
          {"iterations", outcome.iterations},
          {"nonzero_weights", outcome.nonzero_weights},
          {"intercept", intercept},
          {"rows", run.problem.data->rows},
          {"features", run.problem.data->features},
          {"nonzeros", run.nonzeros},
          {"total_weight", run.problem.total_weight},
          {"sample_weight", has_sample_weights(run)},
          {"class_weight", class_weights(run)},
          {"l1", run.problem.penalty.l1},
          {"l2", run.problem.penalty.l2},
          {"C", number_or_null(run.problem.penalty.c(run.problem.total_weight))},
          {"l1_ratio", run.problem.penalty.l1_ratio()},
          {"penalty_factor", !run.problem.penalty.factor.empty()},
          {"scale", word_for(scales, run.problem.options.scale)},
          {"calibration", calibration_facts(run)},
          {"solver", word_for(solvers, run.problem.options.solver.solver)},
          {"device", "cpu"},
          {"threads", thread_count(run.problem.options.solver.threads)},
          {"ranks", rank_count()},
          {"precision", word_for(precisions, run.problem.data->precision())},
          {"seconds", {{"load", run.load_seconds}, {"train", outcome.seconds}, {"total", total_seconds}}},
          {"peak_memory_bytes", peak_memory_bytes()},
          {"version", version},
          {"history", its_history},
          {"weights", weights}};
}

}  // namespace

Json training_facts(const TrainingRun& run, double total_seconds) {
  const std::vector<Fit>& fits = run.result.fit;
  const auto of_problem = [&](const Fit& fit) {
    return facts(run, outcome_of(fit), fit.intercept, history(fit),
                 largest_weights_json(*run.problem.data, fit.weights, run.problem.penalty.scale), total_seconds);
  };
  const auto complete = [&](Json all) {
    all.update(run_facts(run, "train"));
    all["held_out"] = run.calibration ? held_out_json(run.calibration->held_out) : Json(nullptr);
    return all;
  };
  if (!run.problem.several()) return complete(of_problem(fits.front()));
  Json intercept = Json::array(), classes = Json::array();
  for (std::size_t k = 0; k < fits.size(); ++k) {
    intercept.push_back(fits[k].intercept);
    Json entry = {{"label", run.problem.model_labels[k].text}};
    entry.update(of_problem(fits[k]));
    classes.push_back(std::move(entry));
  }
  Json all = complete(facts(run, outcome_of(run.result), intercept, Json::array(), Json::array(), total_seconds));
  all["classes"] = std::move(classes);
  return all;
}

}  // namespace smsvm::cli
