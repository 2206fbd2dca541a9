#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/interruption.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/progress_bar.hpp"
#include "cli/resources.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* generate_examples =
    "smsvm generate tall train.svm                          10,000 rows, 50 features\n"
    "smsvm generate tall --rows 1000000 --seed 2 test.svm\n"
    "smsvm generate wide --sparsity 0.9 - | xz > wide.svm.xz";

enum class Shape { tall, wide };
constexpr std::array shapes = {Choice{"tall", Shape::tall}, Choice{"wide", Shape::wide}};

struct GenerateOptions {
  Shape shape = Shape::tall;
  std::optional<std::int64_t> rows, features;
  SyntheticOptions synthetic;
  std::string output;
  ReportingOptions reporting;
};

/// 1000000 or 1e6.
void set_count(std::optional<std::int64_t>& count, const char* option, const std::string& given) {
  constexpr double most = 9e15;  // to here a double tells whole numbers apart
  double value = 0;
  const auto [end, failure] = std::from_chars(given.data(), given.data() + given.size(), value);
  if (failure != std::errc() || end != given.data() + given.size() || value != std::floor(value) || value > most)
    throw CLI::ValidationError(fmt::format("{}: '{}' is not a whole number; write 1000000 or 1e6", option, given));
  count = static_cast<std::int64_t>(value);
}

void add_count(CLI::App& command, const char* name, std::optional<std::int64_t>& count, const char* help) {
  const auto set = [&count, name](const std::string& given) { set_count(count, name, given); };
  command.add_option_function<std::string>(name, set, help)->type_name("N");
}

SyntheticOptions complete(const GenerateOptions& options) {
  SyntheticOptions synthetic = options.synthetic;
  const bool tall = options.shape == Shape::tall;  // the sizes of the paper's table
  synthetic.rows = options.rows.value_or(tall ? 10000 : 50);
  synthetic.features = options.features.value_or(tall ? 50 : 2500);
  return synthetic;
}

int run_generate(const GenerateOptions& options, Log& log) {
  const Stopwatch watch;
  const SyntheticOptions synthetic = complete(options);
  constexpr std::array made_by_convert = {std::string_view(".store"), std::string_view(".csv")};
  refuse_endings(options.output, made_by_convert, "generate data.svm, which 'smsvm convert' turns into it");
  refuse_endings(options.output, endings_of_others, "it is libsvm text: call it data.svm");
  check_outputs({{"OUT", options.output}, {"--json", options.reporting.json}}, {});
  {
    const DeferredSignals signals;  // an interruption removes the temporary file
    ProgressBar bar(log);
    write_synthetic(synthetic, options.output, [&](double share) {
      signals.check();
      bar.show(share, fmt::format("generating  {:.0f} %", 100 * share));
    });
  }
  const Json facts = {{"rows", synthetic.rows},         {"features", synthetic.features},
                      {"sparsity", synthetic.sparsity}, {"separation", synthetic.separation},
                      {"seed", synthetic.seed},         {"file", options.output},
                      {"seconds", watch.seconds()},     {"version", version}};
  write_json(options.reporting.json, facts);
  const std::string where = options.output == "-" ? "standard output" : options.output;
  log.event(Verbosity::normal, "done",
            fmt::format("wrote {}: {}, {}, {}", where, counted(synthetic.rows, "row"),
                        counted(synthetic.features, "feature"), duration(watch.seconds())),
            facts);
  return 0;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
  const auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = app.add_subcommand("generate", "Write the paper's synthetic data as libsvm text");
  command->group("Commands")->footer(generate_examples);
  SyntheticOptions& synthetic = options->synthetic;
  add_choice(*command, "SHAPE", options->shape, shapes, "tall: 10000 × 50; wide: 50 × 2500")->required();
  command->add_option("OUT", options->output, "File to write; - is standard output")->required();
  add_count(*command, "--rows", options->rows, "Rows, if not the shape's");
  add_count(*command, "--features", options->features, "Features, if not the shape's");
  command->add_option("--sparsity", synthetic.sparsity, "Share of the features that tell nothing, 0 to 1")
      ->type_name("NUMBER")
      ->default_str("0");
  command->add_option("--separation", synthetic.separation, "How far apart the classes lie")
      ->type_name("NUMBER")
      ->default_str("1");
  command->add_option("--seed", synthetic.seed, "Another seed, other data")
      ->check(is_unsigned())
      ->type_name("N")
      ->default_str("1");
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_generate);
}

}  // namespace smsvm::cli
