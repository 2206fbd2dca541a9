#pragma once

#include <cstdint>

namespace smsvm {

// Where a block of rows ends: with every row whose number (from 1) is a multiple of the first, and with the row that
// brings its stored values to the second. So whoever reads a part of the data that begins with such a multiple needs to
// know nothing of the rows before.
inline constexpr std::int64_t most_block_rows = 4096;
inline constexpr std::int64_t enough_block_values = 1 << 18;

}  // namespace smsvm
