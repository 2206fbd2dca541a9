#include "estimate/class_list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.hpp"

namespace smsvm {
namespace {

constexpr std::size_t most_classes_listed = 20;

}  // namespace

std::string list_classes(const Labels& labels) {
  const std::vector<std::int64_t> count = labels.count();
  std::vector<std::string> listed;
  for (const std::int32_t label : labels.sorted()) {
    if (listed.size() == most_classes_listed) {
      listed.emplace_back("…");
      break;
    }
    const auto k = static_cast<std::size_t>(label);
    listed.push_back(fmt::format("{} ({})", labels.distinct[k].text, counted(count[k], "row")));
  }
  return fmt::format("{}", fmt::join(listed, ", "));
}

std::int32_t index_of(const Labels& labels, const Label& label) {
  const auto found = std::ranges::find(labels.distinct, label);
  return found == labels.distinct.end() ? -1 : static_cast<std::int32_t>(found - labels.distinct.begin());
}

}  // namespace smsvm
