#pragma once

#include <string>

namespace smsvm::cli {

/// Once, when the program starts.
void remember_command_line(int argc, char** argv);

/// As it could be typed again in a shell: words that a shell would take for more are quoted.
const std::string& command_line();

}  // namespace smsvm::cli
