#pragma once

#include <string>
#include <vector>

namespace smsvm::cli {

/// "; did you mean train?" if one of the names is near enough, else nothing.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& names);

/// What an option of LIBLINEAR is here, as a sentence; empty if it is none.
std::string counterpart_of_liblinear(const std::string& given);

}  // namespace smsvm::cli
