#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/log.hpp"
#include "cli/shared_options.hpp"

namespace smsvm::cli {

/// The exit code of --strict.
inline constexpr int not_converged = 3;
inline constexpr int nothing_better = 4;  ///< a limit came before there was a model worth writing

/// Runs a command with a log of its own; whatever it throws becomes a message and an exit code.
int run_command(const ReportingOptions& options, const std::function<int(Log&)>& command);
/// The same with this before every message.
int run_command(const ReportingOptions& options, const std::string& where, const std::function<int(Log&)>& command);

/// Makes the run of this command the action if the command line names it. `Options` has a member `reporting`.
template <class Options, class Run>
void run_when_chosen(CLI::App& command, const std::shared_ptr<Options>& options, Action& action, Run run) {
  command.final_callback([options, &action, run] {
    action = [options, run] { return run_command(options->reporting, [&](Log& log) { return run(*options, log); }); };
  });
}

/// What to say where memory is exhausted.
std::string out_of_memory_message();

/// For mistakes found before there is a command to run; returns the exit code.
int report_usage_error(const std::string& message);

}  // namespace smsvm::cli
