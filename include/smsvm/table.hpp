#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smsvm/dataset.hpp"
#include "smsvm/export.hpp"

namespace smsvm {

/// What follows a column's name in that of the feature which says where its values were missing.
inline constexpr const char* missing_suffix = " is missing";

/// What is made of one column of a table.
struct SMSVM_API TableColumn {
  enum class Role {
    number,      ///< a feature
    boolean,     ///< a feature, 1 for true or yes, 0 for false or no
    categories,  ///< a feature for each category, 1 where a row is of it
    label,
    weight,
    ignored,
  };

  std::string name;  ///< from a header; may be empty
  Role role = Role::number;
  std::vector<Label> categories{};  ///< in sorted order
  /// The number that stands for a missing value; missing categories are none of them. None: a missing value is refused.
  std::optional<double> fill{};
  bool indicates_missing = false;  ///< one more feature says where a value was missing

  bool is_feature() const { return role == Role::number || role == Role::boolean || role == Role::categories; }
  std::int64_t features() const;  ///< that it makes
};

/// What is made of each column of a table: decided once, from the table that a model is trained on, and kept in the
/// model, so that other tables are read in the same way.
struct SMSVM_API TableSchema {
  std::vector<TableColumn> columns;

  std::int64_t features() const;                   ///< that all columns make together
  std::vector<std::string> feature_names() const;  ///< of these; empty if no column has a name
  bool has_names() const;
  std::optional<std::int64_t> find(TableColumn::Role role) const;  ///< the first such column, from 0
};

}  // namespace smsvm
