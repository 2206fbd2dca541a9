#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// In which columns a number of the source was changed by storing it as a float. Columns are told apart by the last 16
/// bits of their numbers: so a table is small and quick to fill in, and of columns that share an entry all are named if
/// one is. That errs on the safe side.
class RoundedColumns {
 public:
  void note(std::int64_t number, bool rounded) {
    if (!rounded) return;
    const std::size_t entry = entry_of(number);
    if (entry >= table_.size()) table_.resize(entry + 1);
    table_[entry] = 1;
  }
  void add(const std::vector<std::uint8_t>& other) {
    table_.resize(std::max(table_.size(), std::min(other.size(), most_entries)));
    for (std::size_t k = 0; k < std::min(other.size(), most_entries); ++k) table_[k] |= other[k];
  }
  /// As long as it takes: what is not in it was not rounded.
  const std::vector<std::uint8_t>& table() const { return table_; }

  /// Fills in Dataset::rounded; `first_number`: that of the first feature in the source.
  void tell(std::int64_t first_number, Dataset& data) const {
    std::vector<std::uint8_t> rounded(static_cast<std::size_t>(data.features));
    std::uint8_t any = 0;
    for (std::size_t j = 0; j < rounded.size(); ++j) {
      const std::int64_t number = data.feature_id(static_cast<std::int64_t>(j)) - 1 + first_number;
      if (const std::size_t entry = entry_of(number); entry < table_.size()) any |= rounded[j] = table_[entry];
    }
    if (any != 0) data.rounded = std::move(rounded);
  }

 private:
  static constexpr std::size_t most_entries = 1 << 16;
  static std::size_t entry_of(std::int64_t number) { return static_cast<std::uint64_t>(number) % most_entries; }
  std::vector<std::uint8_t> table_;
};

/// Whether a number of the source became another one as a float. As a double it may, by so little that it does not
/// count.
template <class Number, class Value>
bool is_changed(Number number, Value stored) {
  return std::is_same_v<Value, float> && static_cast<double>(number) != static_cast<double>(stored);
}

}  // namespace smsvm
