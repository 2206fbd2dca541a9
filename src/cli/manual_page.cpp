#include "cli/manual_page.hpp"

#include <fmt/format.h>

#include "smsvm/version.hpp"

namespace smsvm::cli {
namespace {

/// The code point that begins at `at`, which moves behind it. Help texts are well-formed UTF-8.
std::uint32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  std::uint32_t code = more == 0 ? first : first & (0x3fU >> more);
  for (int k = 0; k < more && at < text.size(); ++k)
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3fU);
  return code;
}

/// As it is to be seen, whatever roff thinks of its characters.
std::string roff(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t code = next_code_point(text, at);
    if (code == '\\') {
      result += "\\e";
    } else if (code == '-') {
      result += "\\-";
    } else if (code == '\'') {
      result += "\\(aq";
    } else if (code == '.' && result.empty()) {
      result += "\\&.";
    } else if (code < 0x80) {
      result += static_cast<char>(code);
    } else {
      result += fmt::format("\\[u{:04X}]", code);
    }
  }
  return result;
}

std::string usage(const CommandFacts& command) {
  std::string text = fmt::format("\\fBsmsvm {}\\fR [\\fIoptions\\fR]", command.name);
  for (const OptionFacts& argument : command.arguments) {
    const std::string name = fmt::format("\\fI{}\\fR", roff(argument.names.front()));
    text += argument.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
  }
  return text;
}

std::string entry(const OptionFacts& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\f{}{}\\fR", names.empty() ? "" : ", ", name.starts_with('-') ? 'B' : 'I', roff(name));
  const bool shows_value = !option.value.empty() && (option.names.front().starts_with('-') || !option.words().empty());
  if (shows_value) names += fmt::format(" \\fI{}\\fR", roff(option.value));
  const std::string otherwise = option.otherwise.empty() ? "" : fmt::format(" [{}]", roff(option.otherwise));
  return fmt::format(".TP\n{}\n{}{}\n", names, roff(option.help), otherwise);
}

std::string section(const CommandFacts& command) {
  std::string text = fmt::format(".SS {}\n{}.\n.PP\n{}\n", command.name, roff(command.summary), usage(command));
  for (const OptionFacts& argument : command.arguments) text += entry(argument);
  std::string group;
  for (const OptionFacts& option : command.options) {
    if (option.group != group) text += fmt::format(".PP\n\\fI{}\\fR\n", roff(option.group));
    group = option.group;
    text += entry(option);
  }
  text += ".PP\nExamples:\n.PP\n.nf\n";
  for (const std::string& line : command.examples) text += roff(line) + "\n";
  return text + ".fi\n";
}

}  // namespace

std::string manual_page(std::string_view summary, const std::vector<CommandFacts>& commands) {
  std::string text = fmt::format(".TH SMSVM 1 \"\" \"smsvm {}\" \"User Commands\"\n", version);
  text += fmt::format(".SH NAME\nsmsvm \\- {}\n.SH SYNOPSIS\n", roff(summary));
  for (const CommandFacts& command : commands) text += usage(command) + "\n.br\n";
  text += ".SH COMMANDS\n";
  for (const CommandFacts& command : commands) text += section(command);
  return text;
}

}  // namespace smsvm::cli
