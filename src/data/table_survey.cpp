#include "data/table_survey.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/cell_kind.hpp"
#include "data/excerpt.hpp"
#include "data/label_table.hpp"
#include "data/number.hpp"

namespace smsvm {
namespace {

using Role = TableColumn::Role;

/// What all rows say about one column.
struct ColumnSurvey {
  std::int64_t column = 0;
  std::int64_t known = 0, missing = 0;
  bool is_boolean = true;
  double sum = 0;      // of numbers and booleans
  LabelTable texts{};  // of categories and booleans

  void note(const CsvField& field, Role role, char decimal) {
    if (is_missing(field.raw)) {
      ++missing;
    } else if (role == Role::number) {
      const auto number =
          decimal == ',' ? parse_number<double>(with_decimal_point(field.raw)) : parse_number<double>(field.raw);
      if (number.kind != NumberKind::finite) return;  // the reader complains
      ++known;
      sum += number.value;
    } else {
      ++known;
      texts.number_of(field.quoted ? field.text() : field.raw);
      const auto truth = parse_boolean(field.raw);
      is_boolean = is_boolean && truth.has_value();
      if (truth.value_or(false)) ++sum;
    }
  }
};

/// Texts that nearly all differ, as names, tickets and sentences do.
bool are_identifiers(const ColumnSurvey& found) {
  constexpr std::int64_t few = 20, least = 4;
  const std::int64_t distinct = found.texts.size();
  const bool each_once = distinct == found.known && distinct > least;
  return each_once || (distinct > few && 2 * distinct > found.known);
}

/// All such columns at once: they come in company.
void refuse_identifiers(const ReadOptions& options, const TableColumns& columns, const TableSchema& schema,
                        const std::vector<ColumnSurvey>& surveys) {
  std::vector<std::string> words;
  const ColumnSurvey* first = nullptr;
  for (const ColumnSurvey& each : surveys) {
    const Role role = schema.column(each.column).role;
    const bool is_text = role == Role::categories || (role == Role::boolean && !each.is_boolean);
    if (!is_text || is_called_categorical(options, columns, each.column) || !are_identifiers(each)) continue;
    if (first == nullptr) first = &each;
    words.push_back(columns.word_for_option(each.column));
  }
  if (first == nullptr) return;
  throw DataError(
      Place{columns.file},
      fmt::format("{} different texts in {} rows of {}", first->texts.size(), first->known,
                  columns.name_of(first->column)),
      fmt::format("expected numbers, or categories that come again and again: --ignore-column {} leaves {} out, "
                  "--categorical {} makes a feature of each text",
                  fmt::join(words, ","), words.size() == 1 ? "the column" : "such columns", words.front()));
}

void finish(const ReadOptions& options, const TableColumns& columns, ColumnSurvey found, TableColumn& column) {
  const bool may_be_missing = options.missing != Missing::error;
  if (column.role == Role::boolean && !found.is_boolean) column.role = Role::categories;
  if (column.role == Role::categories) {
    column.categories = std::move(found.texts).distinct();
    std::sort(column.categories.begin(), column.categories.end());
  }
  if (found.known == 0 && (may_be_missing || column.role == Role::categories))
    throw DataError(Place{columns.file}, fmt::format("no values in {}", columns.name_of(found.column)),
                    fmt::format("expected some: leave it out by --ignore-column {}", found.column + 1));
  if (!may_be_missing) return;
  column.fill = column.role == Role::categories ? 0 : found.sum / static_cast<double>(found.known);
  column.indicates_missing = options.missing == Missing::indicator && found.missing > 0;
}

}  // namespace

void survey(const Source& source, const TablePlan& plan, const ReadOptions& options, const TableColumns& columns,
            TableSchema& schema) {
  std::vector<ColumnSurvey> surveys;
  for (std::int64_t j = 0; j < schema.count(); ++j) {
    const TableColumn& column = schema.column(j);
    if (column.is_feature() && (column.role != Role::number || options.missing != Missing::error))
      surveys.push_back({j});
  }
  if (surveys.empty()) return;
  const std::string_view text = source.text();
  CsvRows rows = rows_of(text, plan.dialect.delimiter);
  std::vector<CsvField> fields;
  if (plan.has_header) rows.next(fields);
  constexpr std::ptrdiff_t piece = 1 << 20;
  const char* given_back = text.data();
  for (CsvRows::Outcome outcome; (outcome = rows.next(fields)) != CsvRows::Outcome::end;) {
    if (outcome == CsvRows::Outcome::fault || std::ssize(fields) != schema.count()) continue;
    for (ColumnSurvey& each : surveys)
      each.note(fields[static_cast<std::size_t>(each.column)], schema.column(each.column).role, plan.dialect.decimal);
    if (const char* const start = fields.front().line_start; start - given_back > piece) {
      source.give_back({given_back, static_cast<std::size_t>(start - given_back)});
      given_back = start;
    }
  }
  refuse_identifiers(options, columns, schema, surveys);
  for (ColumnSurvey& each : surveys) {
    TableColumn& column = schema.change(each.column);
    finish(options, columns, std::move(each), column);
  }
}

}  // namespace smsvm
