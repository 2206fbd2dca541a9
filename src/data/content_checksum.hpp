#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"
#include "smsvm/row_order.hpp"

namespace smsvm {

// Dataset::checksum in two steps. Nonzeros are mixed one by one and added up, then rows: any layout and any split of
// the rows gives the same.

/// Of rows whose numbers are counted from `first_row`, in this order (null: as they are); where they are but a part, it
/// is not the part that knows it. The values count as what they are when they are `stored` like this.
std::uint64_t sum_of_row_hashes(const Dataset& data, std::int64_t first_row, const RowOrder* order, Precision stored,
                                int threads);
std::uint64_t checksum_of(std::uint64_t sum_of_hashes, std::int64_t rows);

}  // namespace smsvm
