#include "cli/help_formatter.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace smsvm::cli {
namespace {

constexpr std::size_t option_column = 34;

/// The groups come with one or two blank lines between them; one will do, and none at the end.
std::string single_spaced(std::string text) {
  for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) text.erase(at, 1);
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n";
}

std::string indented(const std::string& lines) {
  std::istringstream in(lines);
  std::string text, line;
  while (std::getline(in, line)) text += "  " + line + "\n";
  return text;
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }  // UTF-8

/// Lines of more than 80 columns go on below where their description begins.
std::string wrapped(const std::string& text) {
  constexpr std::ptrdiff_t width = 80;
  std::istringstream lines(text);
  std::string result, line;
  while (std::getline(lines, line)) {
    const bool is_option = line.starts_with("  ");
    while (std::ranges::count_if(line, begins_character) > width) {
      std::ptrdiff_t column = 0;
      std::size_t space = std::string::npos;
      const std::size_t text_begins = line.find_first_not_of(' ');
      for (std::size_t at = 0; at < line.size() && column <= width; ++at) {
        if (line[at] == ' ' && at > text_begins) space = at;
        column += begins_character(line[at]);
      }
      if (space == std::string::npos) break;
      result += line.substr(0, line.find_last_not_of(' ', space) + 1) + "\n";
      line = std::string(is_option ? option_column : 2, ' ') + line.substr(space + 1);
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  column_width(option_column);
  label("SUBCOMMAND", "COMMAND");
  label("Positionals", "Arguments");
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  std::string text = make_description(app);
  if (!app->get_footer().empty()) text += "\nExamples:\n" + indented(app->get_footer());
  text += "\n" + make_usage(app, std::move(name));
  return wrapped(single_spaced(text + make_positionals(app) + make_groups(app, mode) + make_subcommands(app, mode)));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const bool takes_value = option->get_type_size() != 0 && !option->get_positional();
  return takes_value ? " " + option->get_type_name() : "";
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string value = option->get_default_str();
  return option->get_description() + (value.empty() || option->get_required() ? "" : " [" + value + "]");
}

}  // namespace smsvm::cli
