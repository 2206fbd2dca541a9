#include "cli/application.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_facts.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/help_formatter.hpp"
#include "cli/interruption.hpp"
#include "cli/ranks.hpp"
#include "cli/run_command.hpp"
#include "cli/suggestion.hpp"
#include "data/number.hpp"
#include "smsvm/error.hpp"
#include "smsvm/version.hpp"
#include "util/atomic_file.hpp"

namespace smsvm::cli {
namespace {

constexpr int usage_error = static_cast<int>(ErrorKind::usage);

constexpr const char* smsvm_examples =
    "smsvm generate tall --rows 100000 train.svm   make data to try things on\n"
    "smsvm train train.svm model --certificate proof\n"
    "smsvm verify train.svm model proof            check the proof with independent code\n"
    "smsvm predict test.svm model labels.txt\n"
    "smsvm train --help                            the options of one command, with examples";

struct Command {
  std::string_view name;
  void (*add)(CLI::App&, Action&);
  bool is_about_all = false;  ///< it describes the other commands
};
constexpr std::array all_commands{Command{"train", add_train},
                                  Command{"path", add_path},
                                  Command{"cv", add_cv},
                                  Command{"predict", add_predict},
                                  Command{"verify", add_verify},
                                  Command{"check", add_check},
                                  Command{"convert", add_convert},
                                  Command{"inspect", add_inspect},
                                  Command{"report", add_report},
                                  Command{"export", add_export},
                                  Command{"generate", add_generate},
                                  Command{"paper", add_paper},
                                  Command{"liblinear-train", add_liblinear_train},
                                  Command{"liblinear-predict", add_liblinear_predict},
                                  Command{"version", add_version},
                                  Command{"help", add_help, true},
                                  Command{"completion", add_completion, true},
                                  Command{"manual", add_manual, true}};

/// The one that is asked for, if that is enough: making the options of all takes as long as training on a small file.
void add_commands(CLI::App& app, Action& action, std::string_view asked_for) {
  const auto alone = std::ranges::find(all_commands, asked_for, &Command::name);
  if (alone != all_commands.end() && !alone->is_about_all) return alone->add(app, action);
  for (const Command& command : all_commands) command.add(app, action);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* each) { return !is_hidden(*each); }))
    names.push_back(command->get_name());
  return names;
}

bool has_command(const CLI::App& app, const std::string& name) {
  return !app.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; }).empty();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

int complain(const std::string& command, const std::string& message) {
  return report_usage_error(fmt::format("{}: {}\nTry '{} --help'.", command, message, command));
}

int unknown_command(const CLI::App& app, const std::string& given) {
  const std::vector<std::string> names = command_names(app);
  const std::string hint = did_you_mean(given, names);
  return complain("smsvm", fmt::format("there is no command '{}'{}", given,
                                       hint.empty() ? fmt::format("; there are: {}", fmt::join(names, ", ")) : hint));
}

/// From "Could not convert: --tolerance = abc"; only numbers are ever converted, or lists of them.
std::string not_a_number(const std::string& message) {
  const std::size_t name = message.find('-'), equals = message.find(" = ");
  if (name >= equals || equals == std::string::npos) return message;
  std::string wrong = message.substr(equals + 3);
  std::istringstream items(wrong);
  for (std::string item; std::getline(items, item, ',');) {
    if (parse_number<double>(item).kind == NumberKind::malformed) wrong = item;
  }
  return fmt::format("{}: '{}' is not a number that it can take", message.substr(name, equals - name), wrong);
}

/// "; 'smsvm cv' has it", where another command has the option.
std::string command_with(const CLI::App& command, const std::string& option) {
  CLI::App all;
  Action action;
  add_commands(all, action, {});
  const auto has_it = [&](const CLI::App* each) {
    return each->get_name() != command.get_name() && each->get_option_no_throw(option) != nullptr;
  };
  const std::vector<CLI::App*> others = all.get_subcommands(has_it);
  return others.empty() ? "" : fmt::format("; 'smsvm {}' has it", others.front()->get_name());
}

/// What the parser found wrong, in our words where its own are obscure.
std::string parse_error_text(const CLI::ParseError& error, const CLI::App& command) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ConversionError)) return not_a_number(error.what());
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  const std::vector<std::string> extras = command.remaining();
  if (extras.empty()) return error.what();
  // A value after a misspelt option is left over too: name the option.
  const auto option = std::ranges::find_if(extras, [](const std::string& text) { return text.starts_with('-'); });
  if (option == extras.end()) return fmt::format("unexpected argument '{}'", extras.front());
  const std::string name = option->substr(0, option->find('='));
  if (const std::string here = counterpart_of_liblinear(name); !here.empty())
    return fmt::format("there is no option {}; {}", name, here);
  const std::string elsewhere = command_with(command, name);
  return fmt::format("there is no option {}{}", name,
                     elsewhere.empty() ? did_you_mean(name, option_names(command)) : elsewhere);
}

/// The parser takes --l2 "" for --l2 left out.
void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) throw CLI::ValidationError(option->get_name() + ": its value is empty");
    }
  }
}

int show(const std::string& text) {
  return run_command(ReportingOptions{}, [&](Log&) {
    AtomicFile out("-");
    out.write(text);
    out.commit();
    return 0;
  });
}

/// Parses; the exit code if there is nothing left to do, else none and `action` is set.
std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    for (const CLI::App* chosen : app.get_subcommands()) refuse_empty_values(*chosen);
    return {};
  } catch (const CLI::CallForHelp&) {
    return show(app.help());
  } catch (const CLI::CallForVersion& call) {
    return show(std::string(call.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App& command = chosen.empty() ? app : *chosen.front();
    const std::string name = chosen.empty() ? "smsvm" : "smsvm " + command.get_name();
    return complain(name, parse_error_text(error, command));
  }
}

/// `smsvm help` and `smsvm help train` are `smsvm --help` and `smsvm train --help`; a program called liblinear-train
/// is the command of that name.
std::vector<std::string> in_our_words(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  const std::string program = words.empty() ? "" : std::filesystem::path(words[0]).filename().string();
  if (program == "liblinear-train" || program == "liblinear-predict") words.insert(words.begin() + 1, program);
  if (words.size() < 2 || words[1] != "help") return words;
  words.erase(words.begin() + 1);
  words.resize(std::min<std::size_t>(words.size(), 2));
  words.emplace_back("--help");
  return words;
}

/// -v says more and takes no number: what follows would be taken for DATA.
std::optional<std::string> number_after_v(const std::vector<std::string>& words) {
  for (std::size_t at = 2; at + 1 < words.size(); ++at) {
    const std::string& next = words[at + 1];
    const bool is_number = !next.empty() && next.find_first_not_of("0123456789") == std::string::npos;
    if (words[at] == "-v" && is_number && !std::filesystem::exists(next)) return next;
  }
  return std::nullopt;
}

int run_alone(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));  // which nobody changes
  const int argc = static_cast<int>(words.size());
  char** const argv = arguments.data();
  CLI::App app("Large linear support vector machines, trained exactly, in few passes, with a proof.", "smsvm");
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(smsvm_examples);
  app.set_help_flag("-h,--help", "This text");
  app.set_version_flag("--version", fmt::format("smsvm {}", version), "The version, and nothing else");
  const std::string first = argc < 2 ? "" : argv[1];
  Action action;
  add_commands(app, action, first);

  if (argc < 2) {
    report_usage_error(app.help());
    return usage_error;
  }
  if (const auto number = number_after_v(words); number && first == "train")
    return complain("smsvm train",
                    fmt::format("-v {}: -v takes no number; {}", *number, counterpart_of_liblinear("-v")));
  if (!first.starts_with('-') && !has_command(app, first)) return unknown_command(app, first);
  if (const auto code = parse(app, argc, argv)) return *code;
  return action ? action() : complain("smsvm", "a command is missing");
}

}  // namespace

void add_help(CLI::App& app, Action&) {
  CLI::App* command = app.add_subcommand("help", "This text, or with the name of a command its own");
  command->group("Commands")->footer("smsvm help train");
}

int run(int argc, char** argv) {
  install_signal_handlers();
  remember_command_line(argc, argv);
  return run_on_ranks([&] { return run_alone(in_our_words(argc, argv)); });
}

}  // namespace smsvm::cli
