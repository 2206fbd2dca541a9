#include "cli/command_line.hpp"

namespace smsvm::cli {
namespace {

std::string& command_line_as_given() {
  static std::string text;
  return text;
}

}  // namespace

void remember_command_line(int argc, char** argv) {
  std::string& text = command_line_as_given();
  text.clear();
  for (int at = 0; at < argc; ++at) {
    if (at > 0) text += ' ';
    text += word_for_a_shell(argv[at]);
  }
}

std::string word_for_a_shell(std::string_view word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string_view::npos) return std::string(word);
  std::string text = "'";
  for (const char character : word) {
    if (character == '\'') {
      text += "'\\''";
    } else {
      text += character;
    }
  }
  return text + "'";
}

const std::string& command_line() { return command_line_as_given(); }

}  // namespace smsvm::cli
