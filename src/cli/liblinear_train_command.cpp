#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>

#include "cli/commands.hpp"
#include "cli/liblinear_options.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"
#include "cli/training_files.hpp"
#include "cli/training_run.hpp"
#include "select/folds.hpp"
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
  const std::vector<std::int32_t> truth = run.problem.truth(), predicted = cross_predict(run.problem, folds);
  const auto correct =
      std::inner_product(truth.begin(), truth.end(), predicted.begin(), std::int64_t{0}, std::plus(), std::equal_to());
  return fmt::format("Cross Validation Accuracy = {:g}%\n",
                     100 * static_cast<double>(correct) / static_cast<double>(run.problem.data->rows));
}

constexpr const char* liblinear_train_examples =
    "smsvm liblinear-train -s 3 -c 10 data.svm model    the hinge loss, which is the only one; C = 10\n"
    "smsvm liblinear-train -s 3 -B 1 data.svm model     with an intercept, penalised as a weight is\n"
    "smsvm liblinear-train -s 3 -w1 2 data.svm model    rows of class 1 weigh 2\n"
    "smsvm liblinear-train -s 3 -v 5 data.svm           the accuracy of five-fold cross-validation\n"
    "smsvm liblinear-train -s 3 -e 0.01 -m 4 -q data.svm model    proved to 1e-5; 4 threads; quiet";

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
  command->group("Commands")->prefix_command()->footer(liblinear_train_examples);
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
