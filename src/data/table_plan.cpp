#include "data/table_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/column_look.hpp"
#include "data/excerpt.hpp"
#include "data/label_column.hpp"
#include "data/table_header.hpp"
#include "data/table_survey.hpp"
#include "data/text_kind.hpp"

namespace smsvm {
namespace {

using Role = TableColumn::Role;
using CsvLines = std::vector<std::vector<CsvField>>;

/// The first rows, as many as are soon looked at; those with broken quotes are complained about later.
CsvLines first_rows(std::string_view text, char delimiter) {
  constexpr std::ptrdiff_t enough_bytes = 1 << 18, most_bytes = 1 << 24;
  constexpr std::int64_t enough_rows = 50, least_rows = 2;
  CsvLines rows;
  CsvRows from = rows_of(text, delimiter);
  std::vector<CsvField> fields;
  const auto wants_more = [&](std::ptrdiff_t bytes, std::int64_t count) {
    return bytes < enough_bytes || count < least_rows || (count < enough_rows && bytes < most_bytes);
  };
  while (wants_more(from.position() - text.data(), std::ssize(rows))) {
    const auto outcome = from.next(fields);
    if (outcome == CsvRows::Outcome::end) break;
    if (outcome == CsvRows::Outcome::row) rows.push_back(fields);
  }
  return rows;
}

std::vector<ColumnLook> look_at(const CsvLines& rows, std::size_t first, char decimal) {
  std::vector<ColumnLook> looks(rows.front().size());
  for (std::size_t i = first; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < std::min(looks.size(), rows[i].size()); ++j) looks[j].note(rows[i][j].raw, decimal);
  }
  return looks;
}

bool is_nameless(const std::string& name) { return name.empty() || name == "Unnamed: 0"; }

/// What the columns hold that are neither labels nor weights nor ignored.
void choose_types(const ReadOptions& options, const TableColumns& columns, const std::vector<ColumnLook>& looks,
                  TableSchema& schema) {
  const bool automatic = std::ranges::find(options.categorical, "auto") != options.categorical.end();
  for (std::int64_t j = 0; j < columns.count(); ++j) {
    const bool is_feature = schema.column(j).is_feature();
    const ColumnLook& look = looks[static_cast<std::size_t>(j)];
    const bool asked_for = is_called_categorical(options, columns, j);
    if (asked_for && !is_feature) throw OptionError(fmt::format("--categorical: {} is no feature", columns.name_of(j)));
    if (!is_feature) continue;
    if (asked_for) {
      schema.change(j).role = Role::categories;
    } else if (look.has_dates()) {
      const std::string word = columns.word_for_option(j);
      throw DataError(Place{columns.file},
                      fmt::format("dates in {}, such as {}", columns.name_of(j), in_quotes(look.first_date())),
                      fmt::format("expected numbers: write them as days since some day, or leave the column out by "
                                  "--ignore-column {}",
                                  word));
    } else if (look.is_boolean()) {
      schema.change(j).role = Role::boolean;
    } else if (look.is_text() && automatic) {
      schema.change(j).role = Role::categories;
    }
  }
}

[[noreturn]] void refuse_narrow(const Source& source, const CsvField& first, std::int64_t columns) {
  throw DataError(Place{source.name(), first.line, first.column()},
                  columns > 1 ? "no column of features" : "only one column",
                  "expected a label and at least one feature: is the delimiter right (--delimiter)?",
                  excerpt(line_at(first.line_start, source.bytes()), first.column()));
}

TableColumns columns_of(const TablePlan& plan, const CsvLines& rows, const std::vector<ColumnLook>& looks,
                        const std::string& file) {
  TableColumns columns{file, {}, {}, looks.front().counts_rows()};
  for (const ColumnLook& look : looks) columns.like_classes.push_back(look.looks_like_classes());
  if (plan.has_header) {
    for (const CsvField& field : rows.front()) columns.names.push_back(field.text());
  }
  return columns;
}

/// Whether one column is enough: that of a feature.
bool needs_no_label(const ReadOptions& options) {
  return has_no_labels(options) || !options.labels_file.empty() || options.model_features == 1;
}

}  // namespace

TableSchema as_numbers(const TableColumns& columns) {
  TableSchema schema;
  for (const std::string& name : columns.names) schema.add({name});
  schema.add_numbers(columns.count() - schema.count());
  return schema;
}

TableSchema assign_roles(const ReadOptions& options, TableColumns& columns, bool has_header,
                         std::vector<std::string>& warnings) {
  TableSchema schema = as_numbers(columns);
  columns.taken.assign(columns.like_classes.size(), false);
  const auto take = [&](std::int64_t column, Role role) {
    schema.change(column).role = role;
    columns.taken[static_cast<std::size_t>(column)] = true;
  };
  for (const std::string& name : options.ignore_columns)
    take(column_called("--ignore-column", name, columns), Role::ignored);
  if (!options.weight_column.empty())
    take(column_called("--weight-column", options.weight_column, columns), Role::weight);
  const bool index_first = has_header && is_nameless(columns.names.front()) && columns.first_counts_rows;
  if (index_first && !columns.taken.front() && options.label_column != "1") take(0, Role::ignored);
  if (const auto label = choose_label(options, columns, warnings)) take(*label, Role::label);
  return schema;
}

TablePlan plan_table(const Source& source, const ReadOptions& options) {
  TablePlan plan;
  const std::string_view text = source.text();
  if (looks_like_libsvm(text))
    throw DataError(Place{source.name()}, "libsvm text, whatever its name says", "read it as such: --format libsvm");
  plan.dialect.delimiter = csv_delimiter(options, text);
  const CsvLines rows = first_rows(text, plan.dialect.delimiter);
  if (rows.empty()) {
    plan.schema = std::make_shared<const TableSchema>();
    return plan;
  }
  plan.first_line = rows.front().front().line;
  plan.dialect.decimal = decimal_of(rows, plan.dialect.delimiter, source.name());
  if (plan.dialect.decimal == ',') plan.warnings.push_back(source.name() + ": numbers are read with decimal commas");
  std::vector<ColumnLook> looks = look_at(rows, 1, plan.dialect.decimal);
  plan.has_header = has_header(options, {source.name(), rows.front(), looks, plan.dialect.decimal}, plan.warnings);
  if (!plan.has_header) looks = look_at(rows, 0, plan.dialect.decimal);
  TableColumns columns = columns_of(plan, rows, looks, source.name());
  TableSchema schema;
  if (options.table) {
    MatchedSchema matched = match_schema(*options.table, options, columns, plan.warnings);
    schema = std::move(matched.schema);
    plan.goes_by_places = matched.goes_by_places;
  } else {
    if (columns.count() == 1 && !needs_no_label(options)) refuse_narrow(source, rows.front().front(), 1);
    schema = assign_roles(options, columns, plan.has_header, plan.warnings);
    choose_types(options, columns, looks, schema);
    survey(source, plan, options, columns, schema);
  }
  if (std::ranges::none_of(schema.columns(), &TableColumn::is_feature))
    refuse_narrow(source, rows.front().front(), columns.count());
  plan.schema = std::make_shared<const TableSchema>(std::move(schema));
  return plan;
}

}  // namespace smsvm
