#include "cli/completion_scripts.hpp"

#include <fmt/format.h>

#include <string_view>

namespace smsvm::cli {
namespace {

std::vector<std::string> names_of(const std::vector<CommandFacts>& commands) {
  std::vector<std::string> names;
  for (const CommandFacts& command : commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> names_of(const std::vector<OptionFacts>& options) {
  std::vector<std::string> names;
  for (const OptionFacts& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// Puts a backslash before each of `special`.
std::string escaped(const std::string& text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// Within single quotes of a Bourne shell.
std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string zsh_action(const OptionFacts& option) {
  if (!option.words().empty() && !option.takes_file()) return fmt::format("({})", fmt::join(option.words(), " "));
  // Arguments are files or words. Where nothing could be offered for one, zsh would not complete options either.
  return option.takes_file() || !option.names.front().starts_with('-') ? "_files" : " ";
}

std::string zsh_option(const OptionFacts& option, const std::string& name) {
  const std::string help = escaped(option.help, "[]:\\");
  if (option.value.empty()) return shell_quoted(fmt::format("*{}[{}]", name, help));
  return shell_quoted(fmt::format("*{}[{}]:{}:{}", name, help, escaped(option.value, ":\\"), zsh_action(option)));
}

}  // namespace

std::string bash_completion(const std::vector<CommandFacts>& commands) {
  std::string values, options;
  for (const CommandFacts& command : commands) {
    for (const OptionFacts& option : command.options) {
      if (option.value.empty()) continue;
      std::string patterns;
      for (const std::string& name : option.names)
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.name, name);
      const std::string then =
          option.takes_file() ? "return" : fmt::format("_smsvm_offer '{}'; return", fmt::join(option.words(), " "));
      values += fmt::format("    {}) {} ;;\n", patterns, then);
    }
    std::string words;  // of the arguments, the first of which may be a choice
    if (!command.arguments.empty()) words = fmt::format("{}", fmt::join(command.arguments.front().words(), " "));
    options += fmt::format("    {}) _smsvm_options '{}' '{}' ;;\n", command.name,
                           fmt::join(names_of(command.options), " "), words);
  }
  return fmt::format(R"(# bash completion of smsvm, written by 'smsvm completion bash'.
# Where nothing is offered, bash completes the names of files, unless the value is one that only the user can know.
_smsvm_offer() {{
  compopt +o default 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}}

_smsvm_options() {{
  if [[ $current == -* ]]; then
    _smsvm_offer "$1"
  elif [[ $COMP_CWORD -eq 2 && -n $2 ]]; then
    _smsvm_offer "$2"
  fi
}}

_smsvm() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    _smsvm_offer '{} --help --version'
    return
  fi
  if [[ $current == '=' ]]; then
    current=
  elif [[ $previous == '=' ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  case "$command $previous" in
{}  esac
  case $command in
{}  esac
}}
complete -o bashdefault -o default -F _smsvm smsvm
)",
                     fmt::join(names_of(commands), " "), values, options);
}

std::string zsh_completion(const std::vector<CommandFacts>& commands) {
  std::string list, cases;
  for (const CommandFacts& command : commands) {
    list += fmt::format("    {}\n", shell_quoted(fmt::format("{}:{}", command.name, escaped(command.summary, ":\\"))));
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const OptionFacts& option : command.options)
      for (const std::string& name : option.names) cases += " \\\n        " + zsh_option(option, name);
    for (const OptionFacts& argument : command.arguments) {
      cases += " \\\n        " + shell_quoted(fmt::format("{}:{}:{}", argument.required ? "" : ":",
                                                          argument.names.front(), zsh_action(argument)));
    }
    cases += "\n      ;;\n";
  }
  return fmt::format(R"(#compdef smsvm
# zsh completion of smsvm, written by 'smsvm completion zsh'.
_smsvm() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_smsvm "$@"
)",
                     list, cases);
}

std::string fish_completion(const std::vector<CommandFacts>& commands) {
  const auto quoted = [](const std::string& text) { return fmt::format("'{}'", escaped(text, "'\\")); };
  std::string text = "# fish completion of smsvm, written by 'smsvm completion fish'.\n";
  for (const CommandFacts& command : commands) {
    text += fmt::format("complete -c smsvm -f -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted(command.summary));
    const std::string only = fmt::format("complete -c smsvm -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionFacts& option : command.options) {
      text += only;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (option.takes_file()) text += " -r -F";
      if (!option.value.empty() && !option.takes_file()) text += " -x";
      if (!option.words().empty()) text += " -a " + quoted(fmt::format("{}", fmt::join(option.words(), " ")));
      text += " -d " + quoted(option.help) + "\n";
    }
    if (!command.arguments.empty() && !command.arguments.front().words().empty())
      text +=
          fmt::format("{} -a {}\n", only, quoted(fmt::format("{}", fmt::join(command.arguments.front().words(), " "))));
  }
  return text;
}

}  // namespace smsvm::cli
