#include "cli/kept_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "checkpoint/saved_run.hpp"
#include "cli/command_line.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr std::string_view command_name = "command";
/// These are about one process: how it speaks, and where it keeps the run.
constexpr std::array of_one_process{"--help", "--quiet", "--verbose", "--log-format", "--checkpoint", "--resume"};
constexpr const char* limit_on_passes = "--max-passes";
constexpr const char* limit_on_time = "--max-seconds";

bool is_flag(const CLI::Option& option) { return option.get_expected_max() == 0; }

/// What the command line says, itself or by an option that excludes this one, is not taken from elsewhere.
bool is_settled(CLI::Option* option, const std::vector<CLI::Option*>& given) {
  const auto is_given = [&](CLI::Option* one) { return std::ranges::find(given, one) != given.end(); };
  return is_given(option) || std::ranges::any_of(option->get_excludes(), is_given);
}

CLI::Option& option_called(const std::string& name, const std::string& file, CLI::App& command) {
  if (CLI::Option* option = command.get_option_no_throw(name)) return *option;
  throw OptionError(fmt::format("{}: the run was begun with {}, which this smsvm does not have", file, name));
}

void give(CLI::App& command, const std::vector<NamedValue>& options, const std::string& file) try {
  std::set<CLI::Option*> changed;
  for (const auto& [name, value] : options) {
    CLI::Option* option = command.get_option(name);
    option->add_result(is_flag(*option) ? "true" : value);
    changed.insert(option);
  }
  for (CLI::Option* option : changed) option->run_callback();
} catch (const CLI::Error& error) {
  throw OptionError(
      fmt::format("{}: the run was begun with an option that this smsvm does not take: {}", file, error.what()));
}

}  // namespace

KeptOptions KeptOptions::of(const CLI::App& command) {
  KeptOptions kept;
  kept.command = command.get_name();
  kept.given.push_back({std::string(command_name), kept.command});
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (std::ranges::find(of_one_process, name) != of_one_process.end()) continue;
    for (const std::string& value : option->results()) kept.given.push_back({name, is_flag(*option) ? "" : value});
  }
  return kept;
}

KeptOptions KeptOptions::resume(const std::string& file, CLI::App& command) {
  const SavedRun::Given saved = SavedRun::given_in(file);
  const auto now = command.get_options([](CLI::Option* option) { return option->count() > 0; });
  std::vector<NamedValue> taken, not_taken;
  for (const NamedValue& each : saved.options) {
    if (each.name == command_name) {
      if (each.value == command.get_name()) continue;
      throw OptionError(
          fmt::format("{}: the checkpoint is of smsvm {}; resume it with that command", file, each.value));
    }
    if (is_settled(&option_called(each.name, file, command), now)) continue;
    const bool is_over = each.name == limit_on_time || (each.name == limit_on_passes && saved.at_limit_on_passes);
    (is_over ? not_taken : taken).push_back(each);
  }
  give(command, taken, file);
  if (command.get_option("DATA")->count() == 0)
    throw OptionError(fmt::format("{}: the checkpoint does not say where the data are; name DATA", file));
  KeptOptions kept = of(command);
  kept.taken = std::move(taken);
  kept.not_taken = std::move(not_taken);
  return kept;
}

std::string KeptOptions::describe() const {
  std::string text;
  if (!taken.empty()) text += "\ntaken from it: " + in_words(taken);
  if (!not_taken.empty())
    text += fmt::format("\nnot taken: {} (give a limit again for it to hold)", in_words(not_taken));
  return text;
}

std::string in_words(const std::vector<NamedValue>& options) {
  std::vector<std::string> words;
  for (const auto& [name, value] : options) {
    if (name.starts_with('-')) words.push_back(name);
    if (!value.empty()) words.push_back(word_for_a_shell(value));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace smsvm::cli
