#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace smsvm {

/// Several at a time and without a branch: infinity, and what is no number, times zero is not zero.
template <class Value>
bool are_finite(const Value* from, const Value* to) {
  constexpr std::ptrdiff_t lanes = 16;
  std::array<Value, lanes> sum{};
  for (; to - from >= lanes; from += lanes) {
    for (std::ptrdiff_t k = 0; k < lanes; ++k) sum[static_cast<std::size_t>(k)] += 0 * from[k];
  }
  for (; from != to; ++from) sum[0] += 0 * *from;
  return std::all_of(sum.begin(), sum.end(), [](Value value) { return value == 0; });
}

}  // namespace smsvm
