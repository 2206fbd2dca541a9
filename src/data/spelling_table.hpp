#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/digits.hpp"

namespace smsvm {

/// Numbers texts in the order in which they are first met. Made for labels: there are few, and the one at hand is
/// mostly one of the last two.
class SpellingTable {
 public:
  static constexpr std::int32_t unknown = -1;

  /// The texts are kept there.
  explicit SpellingTable(std::vector<std::string>& texts) : texts_(texts) {}

  std::int32_t find(std::string_view text) const {
    const auto known = number_.find(text);
    return known == number_.end() ? unknown : known->second;
  }

  std::int32_t find_or_add(std::string_view text) {
    const auto known = find(text);
    if (known != unknown) return known;
    const auto number = static_cast<std::int32_t>(texts_.size());
    number_.emplace(text, number);
    texts_.emplace_back(text);
    return number;
  }

  /// The same, sooner for short texts; eight bytes can be read.
  std::int32_t find(const char* at, std::size_t length) {
    if (length - 1 >= longest_short) return find({at, length});
    const std::uint64_t key = digits::load_eight(at) << (64 - 8 * length) | length;
    const bool last = key == recent_[0].key, one_before = key == recent_[1].key;
    if (last || one_before) return recent_[last ? 0 : 1].number;
    const auto number = find({at, length});
    if (number != unknown) {
      recent_[1] = recent_[0];
      recent_[0] = {key, number};
    }
    return number;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  static constexpr std::size_t longest_short = 7;
  struct Short {
    std::uint64_t key = 0;  // up to seven bytes and, in the lowest byte, their number; 0: none
    std::int32_t number = unknown;
  };

  std::vector<std::string>& texts_;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> number_;
  std::array<Short, 2> recent_;
};

}  // namespace smsvm
