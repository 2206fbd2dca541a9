#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// For each of so many ranks, the first of its blocks, and the end: consecutive ones, about as much work for each.
std::vector<std::size_t> deal_blocks(const std::vector<std::int64_t>& work, int ranks);

/// The rows of some of the blocks, which share their memory with those of the data, as a part for DistributedRows.
Dataset rows_of_blocks(const Dataset& data, std::size_t first, std::size_t last);

}  // namespace smsvm
