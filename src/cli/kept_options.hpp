#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "smsvm/checkpoint.hpp"

namespace smsvm::cli {

/// The options of a command that a checkpoint keeps, so that the command that resumes the run needs none of them.
struct KeptOptions {
  std::string command;            ///< "train"
  std::vector<NamedValue> given;  ///< with "command" as the first; a flag has no value
  // Where a run is resumed: of what it was given, and the command line at hand does not say.
  std::vector<NamedValue> taken, not_taken;

  /// Of a run that begins.
  static KeptOptions of(const CLI::App& command);
  /// Of one that goes on: gives the command what the checkpoint keeps and its command line has not. Throws OptionError
  /// where it is that of another command.
  static KeptOptions resume(const std::string& file, CLI::App& command);

  /// Lines about what was taken and what was not, each after a line break.
  std::string describe() const;
};

/// As they would be typed: "data.svm --l2 1e-3 --strict".
std::string in_words(const std::vector<NamedValue>& options);

}  // namespace smsvm::cli
