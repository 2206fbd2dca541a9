#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/cell_kind.hpp"
#include "data/csv_rows.hpp"
#include "data/label_table.hpp"
#include "smsvm/table.hpp"

namespace smsvm {

/// Turns the cells of a table into the numbers of features, still as text: what the ordinary reader and the exact one
/// make of a cell is the same.
class TableCells {
 public:
  TableCells(const TableSchema& schema, char decimal);

  std::size_t columns() const { return columns_.size(); }
  TableColumn::Role role(std::size_t column) const { return columns_[column].role; }

  /// The feature of a column of numbers whose cells are taken as they are written; -1 for all others.
  std::int64_t plain_feature(std::size_t column) const { return plain_feature_[column]; }

  enum class Outcome { taken, missing, unknown_category, no_boolean };

  /// Calls visit(feature, text) for each feature that the cell makes and that is not zero, features counted from 0.
  /// The text lives until the next call.
  template <class Visit>
  Outcome visit(const CsvField& field, std::size_t column, const Visit& visit) {
    const Column& its = columns_[column];
    if (its.role == TableColumn::Role::number && (its.fill.empty() || !is_missing(field.raw))) {
      visit(its.first_feature, decimal_ == '.' ? field.raw : spelled_with_point(field.raw));
      return Outcome::taken;
    }
    if (is_missing(field.raw)) {
      if (its.fill.empty()) return Outcome::missing;
      if (its.role != TableColumn::Role::categories) visit(its.first_feature, its.fill);
      if (its.missing_feature >= 0) visit(its.missing_feature, one);
      return Outcome::taken;
    }
    if (its.role == TableColumn::Role::boolean) {
      const auto truth = truth_of(field.raw);
      if (!truth) return Outcome::no_boolean;
      visit(its.first_feature, *truth ? one : zero);
      return Outcome::taken;
    }
    const std::int64_t category = category_of(field, column);
    if (category < 0) return Outcome::unknown_category;
    visit(its.first_feature + category, one);
    return Outcome::taken;
  }

 private:
  static constexpr std::string_view one = "1", zero = "0";

  struct Column {
    TableColumn::Role role;
    std::int64_t first_feature = 0, missing_feature = -1;
    std::string fill{};  // empty: missing values are refused
    std::int64_t categories = 0;
    LabelTable numbers{};  // of the categories, in their order
  };

  std::string_view spelled_with_point(std::string_view cell) { return scratch_ = with_decimal_point(cell); }
  static std::optional<bool> truth_of(std::string_view cell);
  std::int64_t category_of(const CsvField& field, std::size_t column);

  std::vector<Column> columns_;
  std::vector<std::int64_t> plain_feature_;
  char decimal_;
  std::string scratch_;
};

}  // namespace smsvm
