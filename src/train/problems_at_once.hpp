#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace smsvm {

/// How many problems over so many rows may share sweeps in so many bytes: each keeps a state for every row, and has a
/// thread of its own.
inline std::size_t problems_at_once(std::int64_t rows, std::int64_t bytes) {
  constexpr std::int64_t bytes_of_row = 49;  // five doubles, the sign and the weight
  constexpr std::int64_t most = 128;
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(bytes / (bytes_of_row * std::max<std::int64_t>(rows, 1)), 1, most));
}

}  // namespace smsvm
