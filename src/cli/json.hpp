#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace smsvm::cli {

/// Keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// One line of JSON; bytes that are not UTF-8 (file names, labels) are replaced rather than refused.
std::string to_line(const Json& value);

}  // namespace smsvm::cli
