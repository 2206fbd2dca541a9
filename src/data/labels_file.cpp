#include "data/labels_file.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "data/cell_kind.hpp"
#include "data/column_look.hpp"
#include "data/excerpt.hpp"
#include "data/format.hpp"
#include "data/label_table.hpp"
#include "data/npy_matrix.hpp"
#include "data/number.hpp"
#include "data/table_plan.hpp"
#include "data/text_kind.hpp"

namespace smsvm {
namespace {

using CsvLines = std::vector<std::vector<CsvField>>;

CsvLines all_rows(std::string_view text, char delimiter) {
  CsvLines rows;
  CsvRows from = rows_of(text, delimiter);
  std::vector<CsvField> fields;
  for (CsvRows::Outcome outcome; (outcome = from.next(fields)) != CsvRows::Outcome::end;) {
    if (outcome == CsvRows::Outcome::row) rows.push_back(fields);
  }
  return rows;
}

/// One label a line; blanks belong to the label.
CsvLines single_column(const Source& source) {
  CsvLines rows = all_rows(source.text(), '\n');
  ColumnLook below;
  for (std::size_t i = 1; i < rows.size(); ++i) below.note(rows[i].front().raw, '.');
  const bool text_above_numbers =
      !rows.empty() && kind_of_cell(rows[0][0].raw, '.') == CellKind::text && below.cells() > 0 && !below.is_text();
  if (text_above_numbers || (!rows.empty() && is_usual_label_name(rows[0][0].raw) && !below.has_text(rows[0][0].raw)))
    rows.erase(rows.begin());
  return rows;
}

Labels text_labels(const Source& source, std::int64_t rows) {
  const char delimiter = csv_delimiter({}, source.text());
  const bool one_column = delimiter == ' ' || first_line(source.text()).find(delimiter) == std::string_view::npos;
  std::size_t column = 0;
  CsvLines lines;
  if (one_column) {
    lines = single_column(source);
  } else {
    ReadOptions options;
    options.ignore_columns = {"none"};  // beside an index the labels may be all there is
    const TablePlan plan = plan_table(source, options);
    column = static_cast<std::size_t>(plan.schema->find(TableColumn::Role::label).value());
    lines = all_rows(source.text(), plan.dialect.delimiter);
    if (plan.has_header) lines.erase(lines.begin());
  }
  LabelTable table;
  Labels labels;
  for (const auto& line : lines) {
    if (line.size() <= column || is_missing(line[column].raw))
      throw DataError(Place{source.name(), line.front().line}, "no label", "expected one for each row");
    const std::string text = line[column].text();
    if (parse_number<double>(text).kind == NumberKind::not_finite)
      throw DataError(Place{source.name(), line[column].line, line[column].column()}, "the label " + in_quotes(text),
                      "expected a finite number or a name");
    labels.of_row.push_back(table.number_of(text));
  }
  if (std::ssize(labels.of_row) != rows)
    throw DataError(Place{source.name()}, fmt::format("{} labels for {} rows", labels.of_row.size(), rows),
                    "expected one label for each row");
  labels.distinct = std::move(table).distinct();
  return labels;
}

}  // namespace

Labels read_labels_file(const std::string& path, std::int64_t rows) {
  const Source source = Source::open(path);
  const Format format = format_of(source.name(), source.bytes(), TextFormat::automatic);
  if (format == Format::npz || format == Format::store || looks_like_libsvm(source.text()))
    throw DataError(Place{source.name()}, "not a file of labels alone", "expected text with one a line, .npy or CSV");
  if (format != Format::npy) return text_labels(source, rows);
  const ArrayPlace place{source.name(), {}};
  return npy_labels(parse_npy(source.bytes(), place), rows, place);
}

}  // namespace smsvm
