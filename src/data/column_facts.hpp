#pragma once

#include <memory>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Dataset::known_columns, or what a look at every stored value finds, by so many threads (0: as many as the machine
/// has).
std::shared_ptr<const ColumnFacts> column_facts(const Dataset& data, int threads);

/// Adds a block to what was seen so far; there may be more columns in it than that knows of.
template <class Value>
void look_at(const RowBlock<Value>& block, ColumnFacts& facts);
extern template void look_at(const RowBlock<float>&, ColumnFacts&);
extern template void look_at(const RowBlock<double>&, ColumnFacts&);

/// Of two parts of the rows, in any order.
void add_facts(ColumnFacts& sum, const ColumnFacts& part);

}  // namespace smsvm
