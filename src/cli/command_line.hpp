#pragma once

#include <string>
#include <string_view>

namespace smsvm::cli {

/// Once, when the program starts.
void remember_command_line(int argc, char** argv);

/// As it could be typed again in a shell: words that a shell would take for more are quoted.
const std::string& command_line();

/// One word of it, in quotes if need be.
std::string word_for_a_shell(std::string_view word);

}  // namespace smsvm::cli
