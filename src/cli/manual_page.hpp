#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_facts.hpp"

namespace smsvm::cli {

/// In the language of man(7), ASCII throughout.
std::string manual_page(std::string_view summary, const std::vector<CommandFacts>& commands);

}  // namespace smsvm::cli
