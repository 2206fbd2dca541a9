#include "cli/train_options.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/byte_size.hpp"
#include "cli/choices.hpp"
#include "cli/ranks.hpp"
#include "cli/weight_options.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

void add_penalty_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Penalty";
  CLI::Option* l2 = command.add_option("--l2", options.training.l2, "Weight λ of ½‖w‖² beside the mean loss");
  CLI::Option* l1 = command.add_option("--l1", options.training.l1, "Weight μ of ‖w‖₁ beside the mean loss");
  CLI::Option* c =
      command.add_option("-C", options.training.c, "Weight of the summed loss, as in LIBLINEAR; not with --l2, --l1")
          ->default_str("1");
  CLI::Option* ratio =
      command.add_option("--l1-ratio", options.training.l1_ratio, "With -C: share of ℓ1, 0 to 1")->default_str("0");
  for (CLI::Option* option : {l2, l1, c, ratio}) option->type_name("NUMBER")->group(group);
  for (CLI::Option* option : {l2, l1}) option->excludes(c)->excludes(ratio);
}

void add_penalized_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Penalty";
  add_choice(command, "--intercept", options.training.intercept, intercepts, "How the constant term is treated")
      ->group(group);
  command.add_option("--penalty-factor", options.penalty_factor, "Lines 'feature factor'; features not named have 1")
      ->type_name("FILE")
      ->group(group);
  add_choice(command, "--scale", options.training.scale, scales,
             "Divide features, for the penalty, by their range or deviation")
      ->group(group);
}

void add_class_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Classes and weights";
  command
      .add_option("--positive", options.training.positive,
                  "This class against the rest; else every class, if more than two")
      ->type_name("LABEL")
      ->group(group);
  command.add_option("--class-weight", options.class_weight, "What rows of a class weigh; may be given again")
      ->type_name("LABEL=W|balanced")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--sample-weight", options.sample_weight, "A number per line: what each row weighs")
      ->type_name("FILE")
      ->group(group);
}

void add_limit_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Solver";
  SolverOptions& stopping = options.training.solver;
  command.add_option("--tolerance", stopping.tolerance, "Stop at this proved relative gap")
      ->type_name("NUMBER")
      ->default_str("1e-4")
      ->group(group);
  add_choice(command, "--device", options.training.device, devices, "Where to compute")->group("Machine");
  command.add_option("--seed", stopping.seed, "Picks the rows of the first, small problems; deals rows to folds")
      ->type_name("N")
      ->check(not_negative())
      ->default_str("1")
      ->group(group);
  command.add_option("--memory", options.memory, "Most for the solver's dense systems, e.g. 4G")
      ->type_name("BYTES")
      ->default_str("1G")
      ->group("Machine");
  command.add_option("--max-passes", stopping.max_passes, "Stop after so many passes over the data")
      ->type_name("NUMBER")
      ->default_str("1000")
      ->group(group);
  command.add_option("--max-seconds", stopping.max_seconds, "Stop training after this time")
      ->type_name("NUMBER")
      ->default_str("no limit")
      ->group(group);
  command.add_flag("--strict", options.strict, "Exit with 3 unless the gap asked for was proved")->group(group);
  command
      .add_option("--certificate", options.certificate, "Write the dual point, which proves the gap to 'smsvm verify'")
      ->type_name("FILE")
      ->group(group);
}

void add_method_options(CLI::App& command, TrainOptions& options) {
  SolverOptions& stopping = options.training.solver;
  add_choice(command, "--solver", stopping.solver, solvers, "The method")->group("Solver");
  const auto add_smoothing = [&](const char* name, double& value, const char* help, const char* otherwise) {
    command.add_option(name, value, help)->type_name("NUMBER")->default_str(otherwise)->group("Solver newton, bfgs");
  };
  add_smoothing("--epsilon-start", stopping.epsilon_start, "Smoothing at the beginning", "1");
  add_smoothing("--epsilon-min", stopping.epsilon_min, "Stop when the problem smoothed by so little is solved", "1e-7");
  add_smoothing("--epsilon-factor", stopping.epsilon_factor, "Divide the smoothing by this when it is solved", "2");
  add_smoothing("--armijo", stopping.armijo, "Least share of the promised decrease that a step must bring", "1e-4");
}

void add_calibration_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Probabilities";
  CLI::Option* calibrate = add_choice(command, "--calibrate", options.training.calibration, calibrations,
                                      "Learn probabilities, for 'predict --probability'");
  calibrate->group(group);
  command
      .add_option("--calibration-folds", options.training.calibration_folds,
                  "Learn them from scores of rows left out, one fold at a time")
      ->type_name("N")
      ->check(CLI::Range(2, 1000).description(""))
      ->default_str("5")
      ->needs(calibrate)
      ->group(group);
}

}  // namespace

void TrainOptions::add_to(CLI::App& command) {
  command.add_option("DATA", data, "libsvm, .csv, .npy, .npz, also gz, bz2, xz, zst, or a store; - is standard input")
      ->required();
  command.add_option("MODEL", model, "The model to write; else DATA's name with .model, in this folder");
  add_penalty_options(command, *this);
  add_common_to(command);
  add_method_options(command, *this);
  command.add_option("--test", test, "Also judge the model by the rows of this file")
      ->type_name("FILE")
      ->group("Output");
  add_calibration_options(command, *this);
}

void TrainOptions::add_common_to(CLI::App& command) {
  add_penalized_options(command, *this);
  add_class_options(command, *this);
  add_limit_options(command, *this);
  checkpointing.add_to(command);
  add_reading_options(command, reading);
  add_precision_option(command, reading.precision);
  add_rank_options(command, ranks);
  add_reporting_options(command, reporting);
  add_report_option(command, reporting);
}

void TrainOptions::complete() {
  parse_class_weights(class_weight, training);
  if (!sample_weight.empty() && !reading.weight_column.empty()) {
    throw OptionError("--sample-weight and --weight-column both say what rows weigh; give one of them");
  }
  if (!memory.empty()) training.solver.memory = parse_byte_size(memory, "--memory");
  use_all_ranks(reading, ranks.timeout);
  training.solver.threads = reading.threads;
  training.check();
  reading.tolerance = training.solver.tolerance;
}

void TrainOptions::name_model() {
  if (!model.empty()) return;
  if (data == "-") throw OptionError("data from standard input need a name for MODEL");
  model = std::filesystem::path(data).filename().string() + ".model";
}

}  // namespace smsvm::cli
