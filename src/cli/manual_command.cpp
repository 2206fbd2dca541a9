#include <memory>

#include "cli/commands.hpp"
#include "cli/manual_page.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"

namespace smsvm::cli {
namespace {

struct ManualOptions {
  ReportingOptions reporting;
};

}  // namespace

void add_manual(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ManualOptions>();
  CLI::App* command = app.add_subcommand("manual", "Write the manual page");
  command->group("Commands")->footer("smsvm manual > smsvm.1 && man ./smsvm.1");
  run_when_chosen(*command, options, action, [&app](const ManualOptions&, Log&) {
    write_text("-", manual_page(app.get_description(), command_facts(app)));
    return 0;
  });
}

}  // namespace smsvm::cli
