#include "data/table_cells.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/number.hpp"

namespace smsvm {

TableCells::TableCells(const TableSchema& schema, char decimal) : decimal_(decimal) {
  std::int64_t feature = 0;
  for (const TableColumn& column : schema.columns()) {
    Column its{column.role, feature};
    feature += column.features();
    if (column.indicates_missing) its.missing_feature = feature - 1;
    if (column.fill) its.fill = fmt::format("{}", *column.fill);
    its.categories = std::ssize(column.categories);
    for (const Label& category : column.categories) its.numbers.number_of(category.text);
    const bool is_plain = its.role == TableColumn::Role::number && its.fill.empty() && decimal == '.';
    plain_feature_.push_back(is_plain ? its.first_feature : -1);
    columns_.push_back(std::move(its));
  }
}

/// Tables have booleans as 1 and 0 too, as they are written by other programs.
std::optional<bool> TableCells::truth_of(std::string_view cell) {
  if (const auto truth = parse_boolean(cell)) return truth;
  const auto number = parse_number<double>(cell);
  const bool is_bit = number.kind == NumberKind::finite && (number.value == 0 || number.value == 1);
  return is_bit ? std::optional(number.value == 1) : std::nullopt;
}

std::int64_t TableCells::category_of(const CsvField& field, std::size_t column) {
  Column& its = columns_[column];
  const std::int64_t number =
      its.numbers.number_of(field.quoted ? std::string_view(scratch_ = field.text()) : field.raw);
  return number < its.categories ? number : -1;
}

}  // namespace smsvm
