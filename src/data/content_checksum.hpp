#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"

namespace smsvm {

// Dataset::checksum in two steps. Nonzeros are mixed one by one and added up, then rows: any layout and any split of
// the rows gives the same.

/// Of rows of which the first has this number in the data.
std::uint64_t sum_of_row_hashes(const Dataset& data, std::int64_t first_row, int threads);
std::uint64_t checksum_of(std::uint64_t sum_of_hashes, std::int64_t rows);

}  // namespace smsvm
