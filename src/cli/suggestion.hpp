#pragma once

#include <string>
#include <vector>

namespace smsvm::cli {

/// "; did you mean train?" if one of the names is near enough, else nothing.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& names);

}  // namespace smsvm::cli
