#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smsvm/dataset.hpp"

namespace smsvm {

/// Numbers labels in the order in which they are first met; equal ones ("1", "+1", "1.0") get the same number.
class LabelTable {
 public:
  std::int32_t number_of(std::string_view text);
  std::int64_t size() const { return std::ssize(distinct_); }
  std::vector<Label> distinct() && { return std::move(distinct_); }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::vector<Label> distinct_;
  std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>> by_text_;  // every spelling met
  std::unordered_map<double, std::int32_t> by_number_;
};

/// Two of the labels that differ in capitals alone, such as yes and Yes; nothing if there are none.
std::optional<std::pair<std::string, std::string>> labels_alike(const std::vector<Label>& labels);

}  // namespace smsvm
