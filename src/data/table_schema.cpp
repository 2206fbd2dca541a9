#include <algorithm>
#include <numeric>

#include "smsvm/table.hpp"

namespace smsvm {

std::int64_t TableColumn::features() const {
  if (!is_feature()) return 0;
  return (role == Role::categories ? std::ssize(categories) : 1) + (indicates_missing ? 1 : 0);
}

/// Where the column is among those described, or would be.
std::size_t TableSchema::place_of(std::int64_t j) const {
  const auto at = static_cast<std::size_t>(j);
  if (at < described_.size() && described_[at].first == j) return at;  // as in tables with a header: all are described
  const auto found = std::ranges::lower_bound(described_, j, {}, [](const auto& each) { return each.first; });
  return static_cast<std::size_t>(found - described_.begin());
}

const TableColumn& TableSchema::column(std::int64_t j) const {
  static const TableColumn plain_number;
  const std::size_t at = place_of(j);
  return at < described_.size() && described_[at].first == j ? described_[at].second : plain_number;
}

TableColumn& TableSchema::change(std::int64_t j) {
  const auto at = described_.begin() + static_cast<std::ptrdiff_t>(place_of(j));
  return (at != described_.end() && at->first == j ? at : described_.insert(at, {j, {}}))->second;
}

std::int64_t TableSchema::features() const {
  return std::accumulate(described_.begin(), described_.end(), count_ - std::ssize(described_),
                         [](std::int64_t sum, const auto& each) { return sum + each.second.features(); });
}

bool TableSchema::has_names() const {
  return std::ranges::any_of(described_, [](const auto& each) { return !each.second.name.empty(); });
}

std::vector<std::string> TableSchema::feature_names() const {
  std::vector<std::string> names;
  const bool has_header = has_names();
  const bool any = has_header || std::ranges::any_of(described_, [](const auto& each) {
                     const TableColumn& column = each.second;
                     return column.is_feature() && (!column.categories.empty() || column.indicates_missing);
                   });
  if (!any) return names;
  for (std::int64_t j = 0; j < count_; ++j) {
    const TableColumn& its = column(j);
    if (!its.is_feature()) continue;
    const std::string name = its.name.empty() && !has_header ? "column " + std::to_string(j + 1) : its.name;
    if (its.role == TableColumn::Role::categories) {
      for (const Label& category : its.categories) names.push_back(name + "=" + category.text);
    } else {
      names.push_back(name);
    }
    if (its.indicates_missing) names.push_back(name + missing_suffix);
  }
  return names;
}

std::optional<std::int64_t> TableSchema::find(TableColumn::Role role) const {
  for (std::int64_t j = 0; j < count_; ++j) {
    if (column(j).role == role) return j;
  }
  return std::nullopt;
}

}  // namespace smsvm
