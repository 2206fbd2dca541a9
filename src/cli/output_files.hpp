#pragma once

#include <string>
#include <vector>

#include "cli/log.hpp"

namespace smsvm::cli {

/// An output as the command line names it: the option or argument, and the path given (empty: none).
struct Output {
  std::string name;
  std::string path;
};

/// Finds out before the work what would fail after it: an output that cannot be created, two outputs with one name, an
/// output that would replace an input. Touches no existing file.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

/// Do nothing without a path; "-" is standard output.
void write_text(const std::string& path, const std::string& text);
void write_json(const std::string& path, const Json& value);

}  // namespace smsvm::cli
