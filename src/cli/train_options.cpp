#include "cli/train_options.hpp"

#include <filesystem>
#include <type_traits>

#include "cli/byte_size.hpp"
#include "cli/choices.hpp"
#include "cli/ranks.hpp"
#include "cli/weight_options.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

/// Declares an option of the list for this value.
template <class Value>
void declare(CLI::App& command, const ListedOption& option, Value& value) {
  const std::string name = option.name;
  CLI::Option* declared = nullptr;
  if constexpr (requires { choices_of(value); }) {
    declared = add_choice(command, name, value, choices_of(value), option.help);
  } else if constexpr (std::is_same_v<Value, std::int64_t>) {
    const auto set = [&value, name](const std::string& given) { value = parse_byte_size(given, name); };
    declared = command.add_option_function<std::string>(name, set, option.help);
  } else {
    declared = command.add_option(name, value, option.help);
  }
  if constexpr (std::is_unsigned_v<Value>) declared->check(is_unsigned());
  if constexpr (!requires { choices_of(value); }) declared->type_name(option.type)->default_str(option.otherwise);
  declared->group(option.group);
}

void add_listed_options(CLI::App& command, TrainingOptions& training, DeclaredBy here) {
  for (const ListedOption& option : option_list) {
    if (option.declared_by != DeclaredBy::every_training && option.declared_by != here) continue;
    std::visit([&](auto member) { declare(command, option, value_at(training, member)); }, option.member);
  }
  if (here != DeclaredBy::train) return;
  for (const char* one : {"--l2", "--l1"})
    for (const char* other : {"-C", "--l1-ratio"}) command.get_option(one)->excludes(command.get_option(other));
  command.get_option("--calibration-folds")->needs(command.get_option("--calibrate"));
}

void add_weight_options(CLI::App& command, TrainOptions& options) {
  const char* group = "Classes and weights";
  command.add_option("--penalty-factor", options.penalty_factor, "Lines 'feature factor'; features not named have 1")
      ->type_name("FILE")
      ->group("Penalty");
  command.add_option("--class-weight", options.class_weight, "What rows of a class weigh; may be given again")
      ->type_name("LABEL=W|balanced")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--sample-weight", options.sample_weight, "A number per line: what each row weighs")
      ->type_name("FILE")
      ->group(group);
}

}  // namespace

void TrainOptions::add_to(CLI::App& command) {
  command.add_option("DATA", data, "libsvm, .csv, .npy, .npz, also gz, bz2, xz, zst, or a store; - is standard input")
      ->required();
  command.add_option("MODEL", model, "The model to write; else DATA's name with .model, in this folder");
  add_common_to(command, DeclaredBy::train);
  command.add_option("--test", test, "Also judge the model by the rows of this file")
      ->type_name("FILE")
      ->group("Output");
}

void TrainOptions::add_common_to(CLI::App& command, DeclaredBy here) {
  add_listed_options(command, training, here);
  add_weight_options(command, *this);
  command.add_flag("--strict", strict, "Exit with 3 unless the gap asked for was proved")->group("Solver");
  command.add_option("--certificate", certificate, "Write the dual point, which proves the gap to 'smsvm verify'")
      ->type_name("FILE")
      ->group("Solver");
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
