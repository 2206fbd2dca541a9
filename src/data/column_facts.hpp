#pragma once

#include <memory>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Dataset::known_columns, or what a look at every stored value finds, by so many threads (0: as many as the machine
/// has).
std::shared_ptr<const ColumnFacts> column_facts(const Dataset& data, int threads);

/// Adds a block to what was seen so far; there may be more columns in it than that knows of. `scratch` is for the next
/// block too.
template <class Value>
void look_at(const RowBlock<Value>& block, ColumnFacts& facts, std::vector<double>& scratch);
extern template void look_at(const RowBlock<float>&, ColumnFacts&, std::vector<double>&);
extern template void look_at(const RowBlock<double>&, ColumnFacts&, std::vector<double>&);

/// Of two parts of the rows, in any order.
void add_facts(ColumnFacts& sum, const ColumnFacts& part);

}  // namespace smsvm
