#pragma once

#include <memory>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Dataset::known_columns, or what a look at every stored value finds, by so many threads (0: as many as the machine
/// has).
std::shared_ptr<const ColumnFacts> column_facts(const Dataset& data, int threads);

/// Of two parts of the rows, in any order.
void add_facts(ColumnFacts& sum, const ColumnFacts& part);

}  // namespace smsvm
