#pragma once

#include <string>

#include "cli/json.hpp"
#include "smsvm/model.hpp"

namespace smsvm::cli {

/// The page about these facts; nothing without a path. The facts go through text first, so that the page is, to the
/// byte, that of `smsvm report` on the file that --json writes.
void write_report(const std::string& path, const Json& facts);

/// The page about a model, whose file has this name.
std::string report_on_model(const Model& model, const std::string& name);

/// The page about a file: a model, or the JSON of a command. Throws an Error if it is neither.
std::string report_on_file(const std::string& path);

}  // namespace smsvm::cli
