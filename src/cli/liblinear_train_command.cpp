#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/liblinear_options.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"
#include "cli/training_files.hpp"
#include "cli/training_run.hpp"
#include "select/folds.hpp"
#include "select/held_out_scores.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

TrainOptions options_of(const LiblinearTraining& asked) {
  TrainOptions options;
  options.data = asked.data;
  options.model = asked.model;
  options.training.c = asked.c;
  options.training.intercept = asked.bias < 0    ? Intercept::none
                               : asked.free_bias ? Intercept::free
                                                 : Intercept::penalized;
  options.class_weight = asked.class_weight;
  // LIBLINEAR stops by the projected gradient, here a gap is proved: its usual 0.1 stands for the usual 1e-4.
  constexpr double gap_for_gradient = 1e-3;
  options.training.solver.tolerance = std::min(options.training.solver.tolerance, gap_for_gradient * asked.epsilon);
  options.reading.threads = std::max(0, asked.threads);
  options.reading.text_format = TextFormat::libsvm;
  options.complete();
  options.name_model();
  return options;
}

/// What LIBLINEAR prints of each problem, for scripts that look for it.
std::string last_lines(const TrainingRun& run) {
  std::string text;
  constexpr double nothing = 1e-3;  // the dual point is a mean over the way, and hardly any of its numbers is 0
  const double sum_for_mean = *run.options.training.c * run.problem.total_weight;
  for (const Fit& fit : run.result.fit) {
    const auto support = std::ranges::count_if(fit.dual_point, [](double a) { return a > nothing; });
    text += fmt::format("\noptimization finished, #iter = {}\nObjective value = {:.6f}\nnSV = {}\n", fit.iterations,
                        -fit.dual.value_or(0) * sum_for_mean, support);
  }
  return text;
}

/// As LIBLINEAR does: each fold is predicted by what is trained on the others with the same C.
std::string cross_validate(const TrainingRun& run, int folds) {
  check_folds("-v", folds, run.problem.data->rows);
  const std::vector<std::int32_t>& label = run.problem.labels_of_rows().of_row;
  const FoldAssignment dealt = stratified_folds(label, folds, run.problem.options.solver.seed);
  const std::size_t classes = run.problem.positive.size();
  Batch batch;
  for (int fold = 0; fold < folds; ++fold) {
    for (std::size_t k = 0; k < classes; ++k) {
      Target target = run.problem.target(k);
      target.weight = dealt.weights_without(fold, target.weight);
      batch.penalty.push_back(run.problem.options.penalty(target.total_weight(run.problem.data->rows)));
      batch.target.push_back(std::move(target));
    }
  }
  const BatchFit fits = train(*run.problem.data, batch, run.problem.options.solver);
  std::vector<std::vector<LinearModel>> models(static_cast<std::size_t>(folds));
  for (std::size_t at = 0; at < fits.fit.size(); ++at) {
    const Fit& fit = fits.fit[at];
    LinearModel model{{}, fit.intercept};
    for (std::size_t j = 0; j < fit.weights.size(); ++j) {
      if (fit.weights[j] == 0) continue;
      model.weights.feature.push_back(static_cast<std::int32_t>(j));
      model.weights.value.push_back(fit.weights[j]);
    }
    models[at / classes].push_back(std::move(model));
  }
  const std::vector<double> scores =
      held_out_scores(*run.problem.data, dealt.of_row, models, run.problem.options.solver.threads);
  std::int64_t correct = 0;
  for (std::size_t i = 0; i < label.size(); ++i) {
    const auto own = scores.begin() + static_cast<std::ptrdiff_t>(i * classes);
    const auto highest = std::max_element(own, own + static_cast<std::ptrdiff_t>(classes)) - own;
    const bool is_first = label[i] == run.problem.positive.front();
    correct +=
        classes == 1 ? (*own > 0) == is_first : run.problem.positive[static_cast<std::size_t>(highest)] == label[i];
  }
  return fmt::format("Cross Validation Accuracy = {:g}%\n",
                     100 * static_cast<double>(correct) / static_cast<double>(run.problem.data->rows));
}

int run_liblinear_train(const LiblinearTraining& asked, Log& log) {
  if (!asked.names_solver)
    log.warning("without -s LIBLINEAR takes the squared hinge loss; this is -s 3, the hinge loss");
  const TrainOptions options = options_of(asked);
  check_outputs({{"model_file", options.model}}, {options.data});
  TrainingRun run = prepare(options, log);
  if (run.problem.several() && !asked.class_weight.empty())
    throw OptionError(
        "-wi: with more than two classes LIBLINEAR weighs a class only where it is the positive one; "
        "'smsvm train --class-weight' weighs its rows everywhere");
  if (asked.folds > 0) {
    write_text("-", cross_validate(run, asked.folds));
    return 0;
  }
  const DeferredSignals signals;
  fit(run, signals, log);
  const Outputs outputs = write_training_files(run, log);
  if (!asked.quiet) write_text("-", last_lines(run));
  if (signals.received() != 0) return exit_code_of_signal(signals.received());
  return outputs == Outputs::worthless ? nothing_better : 0;
}

}  // namespace

void add_liblinear_train(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("liblinear-train", "Train with the options of LIBLINEAR's train");
  command->group("Commands")->prefix_command()->footer("smsvm liblinear-train -s 3 -c 1 -B 1 -w1 2 -q data.svm model");
  command->callback([command, &action] {
    action = [words = command->remaining()] {
      ReportingOptions reporting;
      reporting.quiet = std::ranges::find(words, "-q") != words.end();
      return run_command(reporting, "liblinear-train: ", [&](Log& log) {
        return run_liblinear_train(parse_liblinear_training(words), log);
      });
    };
  });
}

}  // namespace smsvm::cli
