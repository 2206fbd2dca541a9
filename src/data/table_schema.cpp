#include <algorithm>
#include <numeric>

#include "smsvm/table.hpp"

namespace smsvm {

std::int64_t TableColumn::features() const {
  if (!is_feature()) return 0;
  return (role == Role::categories ? std::ssize(categories) : 1) + (indicates_missing ? 1 : 0);
}

std::int64_t TableSchema::features() const {
  return std::accumulate(columns.begin(), columns.end(), std::int64_t{0},
                         [](std::int64_t sum, const TableColumn& column) { return sum + column.features(); });
}

bool TableSchema::has_names() const {
  return std::ranges::any_of(columns, [](const TableColumn& column) { return !column.name.empty(); });
}

std::vector<std::string> TableSchema::feature_names() const {
  std::vector<std::string> names;
  const bool any = has_names() || std::ranges::any_of(columns, [](const TableColumn& column) {
                     return column.is_feature() && (!column.categories.empty() || column.indicates_missing);
                   });
  if (!any) return names;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const TableColumn& column = columns[j];
    if (!column.is_feature()) continue;
    const std::string name = column.name.empty() && !has_names() ? "column " + std::to_string(j + 1) : column.name;
    if (column.role == TableColumn::Role::categories) {
      for (const Label& category : column.categories) names.push_back(name + "=" + category.text);
    } else {
      names.push_back(name);
    }
    if (column.indicates_missing) names.push_back(name + missing_suffix);
  }
  return names;
}

std::optional<std::int64_t> TableSchema::find(TableColumn::Role role) const {
  const auto at = std::ranges::find(columns, role, &TableColumn::role);
  return at == columns.end() ? std::nullopt : std::optional<std::int64_t>(at - columns.begin());
}

}  // namespace smsvm
