#include "cli/command_facts.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace smsvm::cli {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

bool stands_for_itself(const std::string& word) {
  return std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c) != 0 || c == '-' || c == '.'; }) ||
         std::ranges::any_of(word, [](unsigned char c) { return std::islower(c) != 0; });
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  if (option.get_positional()) {
    facts.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  }
  if (option.get_type_size() != 0) facts.value = option.get_type_name();
  facts.help = option.get_description();
  facts.otherwise = option.get_required() ? "" : option.get_default_str();
  facts.group = option.get_group();
  facts.required = option.get_required();
  return facts;
}

}  // namespace

std::vector<std::string> OptionFacts::words() const {
  std::vector<std::string> known;
  if (value.find('|') != std::string::npos)
    std::ranges::copy_if(split(value, '|'), std::back_inserter(known), stands_for_itself);
  return known;
}

bool OptionFacts::takes_file() const {
  const std::vector<std::string> kinds = split(value, '|');
  return std::ranges::any_of(kinds, [](const std::string& kind) { return kind == "FILE" || kind == "FOLDER"; });
}

std::vector<CommandFacts> command_facts(const CLI::App& app) {
  std::vector<CommandFacts> all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* each) { return !is_hidden(*each); })) {
    CommandFacts facts{command->get_name(), command->get_description(), split(command->get_footer(), '\n'), {}, {}};
    for (const CLI::Option* option : command->get_options())
      (option->get_positional() ? facts.arguments : facts.options).push_back(facts_of(*option));
    all.push_back(std::move(facts));
  }
  return all;
}

bool is_hidden(const CLI::App& command) { return command.get_group().empty(); }

}  // namespace smsvm::cli
