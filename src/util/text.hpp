#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace smsvm {

std::string with_thousands(std::int64_t count);                  ///< 32,561
std::string in_lower_case(std::string_view text);                ///< for names of files, where no locale matters
std::string counted(std::int64_t count, std::string_view noun);  ///< 1 row, 32,561 rows, 2 classes
/// Control characters shown as \xNN: what a file contains must not steer the terminal.
std::string printable(std::string_view text);

}  // namespace smsvm
