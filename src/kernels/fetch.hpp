#pragma once

#include <cstdint>

namespace smsvm {

/// Where memory will be wanted: a number, since it may be past the end of an array, where no pointer may point.
using Address = std::uintptr_t;

[[gnu::always_inline]] inline Address address_of(const void* place) { return reinterpret_cast<Address>(place); }

/// Asks for the cache line there, which need not exist. The levels of the cache are those of __builtin_prefetch.
template <int level = 3>
[[gnu::always_inline]] inline void fetch_to_read(Address at) {
  __builtin_prefetch(reinterpret_cast<const void*>(at), 0, level);  // NOLINT(performance-no-int-to-ptr)
}
[[gnu::always_inline]] inline void fetch_to_write(Address at) {
  __builtin_prefetch(reinterpret_cast<const void*>(at), 1);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace smsvm
