#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "cli/file_kind.hpp"
#include "cli/inspection.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"
#include "smsvm/smsvm.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* inspect_examples =
    "smsvm inspect data.svm.xz             size, classes, range of the values\n"
    "smsvm inspect model                   how it was trained, its largest weights\n"
    "smsvm inspect --json - certificate    what it claims";

struct InspectOptions {
  std::string file;
  ReadOptions reading;
  ReportingOptions reporting;
};

Inspection inspect(const InspectOptions& options, Log& log) {
  switch (recognise(options.file)) {
    case FileKind::model:
      return inspect_model(load_model(options.file));
    case FileKind::certificate:
      return inspect_certificate(load_proof(options.file));
    case FileKind::checkpoint:
      return inspect_checkpoint(SavedRun(options.file));
    case FileKind::data:
      break;
  }
  ReadOptions reading = options.reading;
  reading.labels_required = false;
  return inspect_data(load_data(options.file, reading, log).data);
}

int run_inspect(const InspectOptions& options, Log& log) {
  check_outputs({{"--json", options.reporting.json}}, {options.file});
  const Inspection inspection = inspect(options, log);
  write_json(options.reporting.json, inspection.facts);
  log.result(inspection.text);
  return 0;
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
  const auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Summarise data, a model, a certificate or a checkpoint");
  command->group("Commands")->footer(inspect_examples);
  command->add_option("FILE", options->file, "Recognised by its content; - is standard input")->required();
  add_reading_options(*command, options->reading);
  add_precision_option(*command, options->reading.precision);
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_inspect);
}

}  // namespace smsvm::cli
