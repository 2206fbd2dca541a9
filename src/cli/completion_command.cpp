#include <array>
#include <memory>
#include <string>

#include "cli/choices.hpp"
#include "cli/commands.hpp"
#include "cli/completion_scripts.hpp"
#include "cli/output_files.hpp"
#include "cli/run_command.hpp"

namespace smsvm::cli {
namespace {

using Script = std::string (*)(const std::vector<CommandFacts>&);
constexpr std::array shells = {Choice<Script>{"bash", bash_completion}, Choice<Script>{"zsh", zsh_completion},
                               Choice<Script>{"fish", fish_completion}};

struct CompletionOptions {
  Script script = bash_completion;
  ReportingOptions reporting;
};

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompletionOptions>();
  CLI::App* command = app.add_subcommand("completion", "Write what a shell needs to complete command lines");
  command->group("Commands")->footer("smsvm completion bash > /usr/share/bash-completion/completions/smsvm");
  add_choice(*command, "SHELL", options->script, shells, "Of which shell")->required();
  run_when_chosen(*command, options, action, [&app](const CompletionOptions& chosen, Log&) {
    write_text("-", chosen.script(command_facts(app)));
    return 0;
  });
}

}  // namespace smsvm::cli
