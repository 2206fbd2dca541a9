#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace smsvm::cli {

/// An option or an argument as the parser knows it.
struct OptionFacts {
  std::vector<std::string> names;  ///< with their dashes; of an argument its name alone
  std::string value;               ///< what it takes, e.g. free|penalized|none or FILE; empty for a flag
  std::string help, otherwise;     ///< the default, if there is one
  std::string group;
  bool required = false;

  /// Those of the values that stand for themselves: what is written in capitals stands for something else.
  std::vector<std::string> words() const;
  bool takes_file() const;
};

struct CommandFacts {
  std::string name, summary;
  std::vector<std::string> examples;
  std::vector<OptionFacts> arguments, options;
};

/// Every command that --help lists, in the same order. The manual and the completions are made from this alone.
std::vector<CommandFacts> command_facts(const CLI::App& app);

bool is_hidden(const CLI::App& command);

}  // namespace smsvm::cli
