#include "data/table_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "data/cell_kind.hpp"
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

void note(const std::vector<CsvField>& row, char decimal, std::vector<ColumnLook>& looks) {
  for (std::size_t j = 0; j < std::min(looks.size(), row.size()); ++j) looks[j].note(row[j].raw, decimal);
}

std::vector<ColumnLook> look_at(const CsvLines& rows, std::size_t first, char decimal) {
  std::vector<ColumnLook> looks(rows.front().size());
  for (std::size_t i = first; i < rows.size(); ++i) note(rows[i], decimal, looks);
  return looks;
}

/// Notes rows from further on in the text too: the first ones may all be of one class.
void look_further(std::string_view text, const CsvLines& first, const CsvDialect& dialect,
                  std::vector<ColumnLook>& looks) {
  constexpr std::size_t places = 16, most_bytes = 1 << 14;
  const auto has_line_end = [](const CsvField& field) { return field.raw.find('\n') != field.raw.npos; };
  const bool over_lines =
      std::ranges::any_of(first, [&](const auto& row) { return std::ranges::any_of(row, has_line_end); });
  if (over_lines) return;  // then a row may begin anywhere
  text.remove_prefix(static_cast<std::size_t>(first.back().back().start - text.data()));
  const std::size_t between = text.size() / places;
  std::vector<CsvField> fields;
  for (std::size_t place = 0; place < places; ++place) {
    std::string_view part = text.substr(place * between, std::min(between, most_bytes));
    part = part.substr(0, part.rfind('\n') + 1);
    part.remove_prefix(std::min(part.find('\n'), part.size()));
    CsvRows rows(part, dialect.delimiter);
    for (CsvRows::Outcome outcome; (outcome = rows.next(fields)) != CsvRows::Outcome::end;) {
      if (outcome == CsvRows::Outcome::row && fields.size() == looks.size()) note(fields, dialect.decimal, looks);
    }
  }
}

bool is_nameless(const std::string& name) { return name.empty() || name == "Unnamed: 0"; }

/// id, PassengerId, index, row, …
bool is_name_of_index(std::string_view name) {
  const bool is_id = name.size() >= 2 && same_word(name.substr(name.size() - 2), "id");
  return is_id || same_word(name, "index") || same_word(name, "row") || same_word(name, "no");
}

/// Nothing in it but whole numbers or texts, each of them once.
bool tells_rows_apart(const CsvLines& rows, std::size_t first, char decimal) {
  std::set<std::string_view> distinct;
  for (std::size_t i = first; i < rows.size(); ++i) {
    const std::string_view cell = rows[i].front().raw;
    const CellKind kind = kind_of_cell(cell, decimal);
    if (kind == CellKind::missing || kind == CellKind::fraction || !distinct.insert(cell).second) return false;
  }
  return distinct.size() > 1;
}

constexpr std::int64_t enough_to_count = 10;  // fewer numbers may count up by chance

FirstColumn first_column(const TablePlan& plan, const CsvLines& rows, const ColumnLook& look) {
  if (look.counts_rows() && (plan.has_header || look.cells() >= enough_to_count)) return FirstColumn::counts_rows;
  const std::size_t first = plan.has_header ? 1 : 0;
  return tells_rows_apart(rows, first, plan.dialect.decimal) ? FirstColumn::tells_rows_apart : FirstColumn::other;
}

/// Whether an option says what the first column is.
bool is_told_of_first(const ReadOptions& options, const TableColumns& columns) {
  if (std::ranges::find(options.ignore_columns, "none") != options.ignore_columns.end()) return true;
  const std::string& label = options.label_column;
  const bool is_label =
      !label.empty() && label != "none" && label != "last" && column_called("--label-column", label, columns) == 0;
  return is_label || is_called_categorical(options, columns, 0);
}

/// Whether the first column is the index of pandas or R, or another number of the row, which tells nothing about it.
bool is_index(const ReadOptions& options, const TableColumns& columns, bool has_header,
              std::vector<std::string>& warnings) {
  constexpr std::string_view is_ignored = ": it numbers the rows and is ignored (--ignore-column none keeps it)";
  if (columns.count() < 2 || columns.first == FirstColumn::other || columns.taken.front()) return false;
  if (is_told_of_first(options, columns)) return false;
  if (has_header && is_nameless(columns.names.front())) return true;
  if (columns.first != FirstColumn::counts_rows) return false;
  if (has_header && !is_name_of_index(columns.names.front())) return false;
  warnings.push_back(fmt::format("{}: {}{}", columns.file, columns.name_of(0), is_ignored));
  return true;
}

/// Says which features are perhaps none, but numbers of the rows.
void warn_of_row_numbers(const TableColumns& columns, std::vector<std::string>& warnings) {
  for (std::int64_t j = 0; j < std::ssize(columns.counting); ++j) {
    const auto k = static_cast<std::size_t>(j);
    const bool has_index_name = j == 0 && !columns.names.empty() && is_name_of_index(columns.names.front());
    const bool is_suspect = columns.counting[k] || (has_index_name && columns.first == FirstColumn::tells_rows_apart);
    if (!is_suspect || columns.taken[k]) continue;
    warnings.push_back(
        fmt::format("{}: {} tells all rows apart and is a feature all the same (--ignore-column {} "
                    "leaves it out)",
                    columns.file, columns.name_of(j), columns.word_for_option(j)));
  }
}

/// A model knows columns by their names, and these it cannot tell apart.
void warn_of_twins(const TableColumns& columns, std::vector<std::string>& warnings) {
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t j = 0; j < columns.names.size(); ++j) {
    if (columns.taken[j] || columns.names[j].empty()) continue;
    const auto [first, is_new] = seen.emplace(columns.names[j], j);
    if (is_new) continue;
    return warnings.push_back(fmt::format("{}: columns {} and {} are both called {}: only their places tell them apart",
                                          columns.file, first->second + 1, j + 1, in_quotes(columns.names[j])));
  }
}

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
                      fmt::format("expected numbers: write them as days since some day; --categorical {} takes them as "
                                  "categories, --ignore-column {} leaves the column out",
                                  word, word));
    } else if (look.is_boolean()) {
      schema.change(j).role = Role::boolean;
    } else if (look.is_text() && automatic) {
      schema.change(j).role = Role::categories;
    }
  }
}

/// "# a,b,y" in front, as numpy.savetxt writes names, becomes "a,b,y"; any other comment there is refused.
void uncomment(CsvLines& rows, const std::string& file) {
  std::vector<CsvField>& row = rows.front();
  std::string_view& cell = row.front().raw;
  if (!cell.starts_with('#') || row.front().quoted) return;
  cell.remove_prefix(std::min(cell.find_first_not_of("# "), cell.size()));
  const std::int64_t line = row.front().line;
  if (cell.empty()) row.erase(row.begin());
  if (row.empty() || (rows.size() > 1 && row.size() != rows[1].size()))
    throw DataError(Place{file, line}, "a comment in front of the table",
                    "remove it: the first line is to hold names of columns or data");
}

/// "a,b,y," above rows of three fields.
void drop_empty_last_name(CsvLines& rows) {
  std::vector<CsvField>& row = rows.front();
  if (rows.size() > 1 && row.size() == rows[1].size() + 1 && row.size() > 1 && row.back().raw.empty()) row.pop_back();
}

/// R writes no name above its names of rows; and a delimiter may end each line but the first.
void refuse_short_header(const CsvLines& rows, const std::string& file) {
  if (rows.size() < 2 || rows[1].size() != rows[0].size() + 1) return;
  throw DataError(
      Place{file, rows[1].front().line},
      fmt::format("{} fields below {} names of columns", rows[1].size(), rows[0].size()),
      "expected a name for each column: in R, write.csv or col.names = NA gives the names of rows one; or is "
      "there a delimiter too many at the end of the lines?");
}

void refuse_old_line_ends(std::string_view text, const std::string& file) {
  if (text.find('\n') == text.npos && text.substr(0, text.find_last_not_of("\r ") + 1).find('\r') != text.npos)
    throw DataError(Place{file}, "lines that end in CR alone, as on old Macintoshes", "expected LF or CRLF");
}

[[noreturn]] void refuse_narrow(const Source& source, const CsvField& first, std::int64_t columns) {
  throw DataError(Place{source.name(), first.line, first.column()},
                  columns > 1 ? "no column of features" : "only one column",
                  "expected a label and at least one feature: is the delimiter right (--delimiter)?",
                  excerpt(line_at(first.line_start, source.bytes()), first.column()));
}

TableColumns columns_of(const TablePlan& plan, const CsvLines& rows, const std::vector<ColumnLook>& looks,
                        const std::string& file) {
  TableColumns columns{file, {}, {}};
  for (const ColumnLook& look : looks) {
    columns.like_classes.push_back(look.looks_like_classes());
    columns.measured.push_back(look.looks_measured() || look.has_dates());
  }
  columns.last_is_empty = std::ssize(rows) > (plan.has_header ? 1 : 0) && looks.back().cells() == 0;
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
  for (const std::int64_t column : ignored_columns(options, columns)) take(column, Role::ignored);
  if (!options.weight_column.empty())
    take(column_called("--weight-column", options.weight_column, columns), Role::weight);
  if (is_index(options, columns, has_header, warnings)) take(0, Role::ignored);
  const bool is_trailing = columns.last_is_empty && (!has_header || columns.names.back().empty());
  if (is_trailing && !columns.taken.back()) take(columns.count() - 1, Role::ignored);
  if (const auto label = choose_label(options, columns, warnings)) take(*label, Role::label);
  warn_of_twins(columns, warnings);
  const auto& kept = options.ignore_columns;
  if (std::ranges::find(kept, "none") == kept.end()) warn_of_row_numbers(columns, warnings);
  return schema;
}

TablePlan plan_table(const Source& source, const ReadOptions& options) {
  TablePlan plan;
  const std::string_view text = source.text();
  if (looks_like_libsvm(text))
    throw DataError(Place{source.name()}, "libsvm text, whatever its name says", "read it as such: --format libsvm");
  refuse_old_line_ends(text, source.name());
  plan.dialect.delimiter = csv_delimiter(options, text);
  CsvLines rows = first_rows(text, plan.dialect.delimiter);
  if (rows.empty()) {
    plan.schema = std::make_shared<const TableSchema>();
    return plan;
  }
  plan.first_line = rows.front().front().line;
  uncomment(rows, source.name());
  drop_empty_last_name(rows);
  if (rows.front().size() == 1 && !options.table && !needs_no_label(options))
    refuse_narrow(source, rows.front().front(), 1);
  plan.dialect.decimal = decimal_of(rows, plan.dialect.delimiter, source.name());
  if (plan.dialect.decimal == ',') plan.warnings.push_back(source.name() + ": numbers are read with decimal commas");
  std::vector<ColumnLook> looks = look_at(rows, 1, plan.dialect.decimal);
  plan.has_header = has_header(options, {source.name(), rows.front(), looks, plan.dialect.decimal}, plan.warnings);
  if (plan.has_header) refuse_short_header(rows, source.name());
  if (!plan.has_header) looks = look_at(rows, 0, plan.dialect.decimal);
  const FirstColumn first = first_column(plan, rows, looks.front());
  std::vector<bool> counting;
  for (const ColumnLook& look : looks) counting.push_back(look.counts_rows() && look.cells() >= enough_to_count);
  look_further(text, rows, plan.dialect, looks);
  TableColumns columns = columns_of(plan, rows, looks, source.name());
  columns.first = first;
  columns.counting = std::move(counting);
  TableSchema schema;
  if (options.table) {
    MatchedSchema matched = match_schema(*options.table, options, columns, plan.warnings);
    schema = std::move(matched.schema);
    plan.goes_by_places = matched.goes_by_places;
  } else {
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
