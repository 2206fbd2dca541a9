#include "data/label_table.hpp"

#include <limits>
#include <utility>

#include "smsvm/error.hpp"
#include "util/text.hpp"

namespace smsvm {

std::int32_t LabelTable::number_of(std::string_view text) {
  if (const auto known = by_text_.find(text); known != by_text_.end()) return known->second;
  if (std::ssize(distinct_) == std::numeric_limits<std::int32_t>::max()) {
    throw Error(ErrorKind::bad_data, "more than 2147483647 different labels");
  }
  Label label = Label::parse(std::string(text));
  auto number = static_cast<std::int32_t>(distinct_.size());
  bool fresh = true;
  if (label.numeric) {
    const auto [place, inserted] = by_number_.emplace(label.number, number);
    number = place->second;
    fresh = inserted;
  }
  if (fresh) distinct_.push_back(std::move(label));
  by_text_.emplace(text, number);
  return number;
}

std::optional<std::pair<std::string, std::string>> labels_alike(const std::vector<Label>& labels) {
  std::unordered_map<std::string, std::string> seen;
  for (const Label& label : labels) {
    const auto [other, is_new] = seen.emplace(in_lower_case(label.text), label.text);
    if (!is_new) return std::pair(other->second, label.text);
  }
  return std::nullopt;
}

}  // namespace smsvm
