#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Stored values of the block that are not zero.
std::int64_t nonzeros_in(const RowBlock<float>& block);
std::int64_t nonzeros_in(const RowBlock<double>& block);

}  // namespace smsvm
