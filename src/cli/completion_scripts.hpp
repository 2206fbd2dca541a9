#pragma once

#include <string>
#include <vector>

#include "cli/command_facts.hpp"

namespace smsvm::cli {

std::string bash_completion(const std::vector<CommandFacts>& commands);
std::string zsh_completion(const std::vector<CommandFacts>& commands);
std::string fish_completion(const std::vector<CommandFacts>& commands);

}  // namespace smsvm::cli
