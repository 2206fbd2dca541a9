#pragma once

#include <cstdint>
#include <string>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// "3 (20 rows), 5 (1 row), …": at most twenty.
std::string list_classes(const Labels& labels);

/// The index of a label in Labels::distinct; −1: no row has it.
std::int32_t index_of(const Labels& labels, const Label& label);

}  // namespace smsvm
