#pragma once

#include <cstdint>

namespace smsvm {

// Where a block of rows ends: with the row that makes it so many, or that brings its stored values to so many.
inline constexpr std::int64_t most_block_rows = 4096;
inline constexpr std::int64_t enough_block_values = 1 << 18;

}  // namespace smsvm
