#pragma once

#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
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
  /// Makes one feature, whose values are the numbers as they stand.
  bool is_plain_number() const { return role == Role::number && !fill && !indicates_missing; }
  std::int64_t features() const;  ///< that it makes
};

/// What is made of each column of a table: decided once, from the table that a model is trained on, and kept in the
/// model, so that other tables are read in the same way. Columns that are plain numbers take no memory: an array may
/// have many millions.
class SMSVM_API TableSchema {
 public:
  std::int64_t count() const { return count_; }
  const TableColumn& column(std::int64_t j) const;
  auto columns() const {  ///< each in turn
    return std::views::iota(std::int64_t{0}, count_) |
           std::views::transform([this](std::int64_t j) -> const TableColumn& { return column(j); });
  }

  void add_numbers(std::int64_t count) { count_ += count; }  ///< so many columns that are plain numbers
  void add(TableColumn column) { described_.emplace_back(count_++, std::move(column)); }
  TableColumn& change(std::int64_t j);  ///< to be written to, until the next call

  std::int64_t features() const;                   ///< that all columns make together
  std::vector<std::string> feature_names() const;  ///< of these; empty if no column has a name
  bool has_names() const;
  std::optional<std::int64_t> find(TableColumn::Role role) const;  ///< the first such column, from 0

 private:
  std::size_t place_of(std::int64_t j) const;

  std::int64_t count_ = 0;
  std::vector<std::pair<std::int64_t, TableColumn>> described_;  // increasing; columns not among them are plain numbers
};

}  // namespace smsvm
