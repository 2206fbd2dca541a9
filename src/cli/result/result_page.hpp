#pragma once

#include <string>

#include "cli/json.hpp"

namespace smsvm::cli {

/// One HTML page about what `train --json`, `path --json` or `cv --json` wrote, or `inspect --json` about a model: a
/// function of that JSON alone. Anything else is an Error of kind bad_data; `source` is what it calls the file.
std::string result_page(const Json& facts, const std::string& source);

/// The same of a text; also if it is not JSON at all, or only its beginning.
std::string result_page_of_text(const std::string& text, const std::string& source);

}  // namespace smsvm::cli
