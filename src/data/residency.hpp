#pragma once

#include <cstdint>

#include "smsvm/dataset.hpp"

namespace smsvm {

// Rows may be a mapped file that is larger than the memory; what is asked here tells where they are at present.

/// How much of some rows is in memory.
struct Residency {
  std::int64_t bytes = 0;     ///< of the rows
  std::int64_t resident = 0;  ///< about so many of them

  bool is_complete() const { return resident >= bytes - bytes / 16; }
};

/// By asking the system about a few pages here and there.
template <class Value>
Residency residency_of(const BlockedRows<Value>& matrix);

/// Asks the system to fetch the rows of a block, and does not wait.
template <class Value>
void fetch_ahead(const RowBlock<Value>& block);

template <class Value>
std::int64_t bytes_of(const RowBlock<Value>& block);

extern template Residency residency_of(const BlockedRows<float>&);
extern template Residency residency_of(const BlockedRows<double>&);
extern template void fetch_ahead(const RowBlock<float>&);
extern template void fetch_ahead(const RowBlock<double>&);
extern template std::int64_t bytes_of(const RowBlock<float>&);
extern template std::int64_t bytes_of(const RowBlock<double>&);

}  // namespace smsvm
