#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.hpp"
#include "cli/loading.hpp"
#include "cli/output_files.hpp"
#include "cli/path_table.hpp"
#include "cli/report_file.hpp"
#include "cli/run_command.hpp"
#include "smsvm/error.hpp"
#include "smsvm/version.hpp"

namespace smsvm::cli {
namespace {

constexpr const char* report_examples =
    "smsvm report model                        what the model's file says, as model.html\n"
    "smsvm report -o path.html path.json       from: smsvm path --json path.json data.svm\n"
    "smsvm cv --report cv.html data.svm        at once, while the results are made";

struct ReportOptions {
  std::string file, output;
  ReportingOptions reporting;
};

/// FILE's name with .html, in this folder.
std::string default_output(const std::string& file) {
  if (file == "-") throw OptionError("a result from standard input needs a name for its report; give it with -o");
  const std::filesystem::path name = std::filesystem::path(file).filename();
  return (name.extension() == ".json" ? name.stem() : name).string() + ".html";
}

int run_report(ReportOptions options, Log& log) {
  if (options.output.empty()) options.output = default_output(options.file);
  check_outputs({{"-o", options.output}, {"--json", options.reporting.json}}, {options.file});
  const std::string page = report_on_file(options.file);
  write_text(options.output, page);
  const Json facts = {{"file", options.output}, {"bytes", page.size()}, {"version", version}};
  write_json(options.reporting.json, facts);
  log.event(Verbosity::normal, "done", fmt::format("wrote {}", output_name(options.output)), facts);
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Make a page of plots and figures from a model or a result");
  command->group("Commands")->footer(report_examples);
  command->add_option("FILE", options->file, "A model, or what train, path or cv --json wrote; - is standard input")
      ->required();
  command->add_option("-o,--output", options->output, "The page; else FILE's name with .html, in this folder")
      ->type_name("FILE.html");
  add_reporting_options(*command, options->reporting);
  run_when_chosen(*command, options, action, run_report);
}

}  // namespace smsvm::cli
