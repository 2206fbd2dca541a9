#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace smsvm::cli {

std::string with_thousands(std::int64_t count);                  ///< 32,561
std::string counted(std::int64_t count, std::string_view noun);  ///< 1 row, 32,561 rows, 2 classes
std::string duration(double seconds);                            ///< 0.012 s, 0.42 s, 12.3 s, 3 min 05 s, 2 h 07 min
std::string byte_count(std::int64_t bytes);                      ///< 1.2 GiB
/// Two digits, rounded up: "at most" must stay true. 0.0041 % for 4.1e-5.
std::string percent_at_most(double share);
/// Control characters shown as \xNN: what a file contains must not steer the terminal.
std::string printable(std::string_view text);

}  // namespace smsvm::cli
