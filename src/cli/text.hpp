#pragma once

#include <cstdint>
#include <string>

#include "util/text.hpp"

namespace smsvm::cli {

std::string duration(double seconds);        ///< 0.012 s, 0.42 s, 12.3 s, 3 min 05 s, 2 h 07 min
std::string byte_count(std::int64_t bytes);  ///< 1.2 GiB
/// Two digits, rounded up: "at most" must stay true. 0.0041 % for 4.1e-5.
std::string percent_at_most(double share);

}  // namespace smsvm::cli
