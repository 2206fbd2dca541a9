#include "data/csv_reader.hpp"
#include "data/rounded_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/csv_rows.hpp"
#include "data/excerpt.hpp"
#include "data/label_table.hpp"
#include "data/number.hpp"
#include "data/table_cells.hpp"
#include "data/table_plan.hpp"
#include "data/weight_number.hpp"

namespace smsvm {
namespace {

/// Turns what is wrong in a row into errors that show the place.
class CsvFaults {
 public:
  CsvFaults(const Source& source, const CsvDialect& dialect, bool is_as_in_model, Complaints& complaints)
      : source_(source), dialect_(dialect), is_as_in_model_(is_as_in_model), complaints_(complaints) {}

  void add(const CsvFault& fault) {
    add(fault.line, fault.at - fault.line_start + 1, fault.line_start, fault.found, fault.expected, {});
  }

  void add(const CsvField& field, const std::string& column, std::string found, std::string expected) {
    add(field.line, field.column(), field.line_start, std::move(found), std::move(expected), column);
  }

  void add_bad_count(const std::vector<CsvField>& row, std::size_t expected, std::int64_t first_line) {
    const char* const line_start = row.front().line_start;
    complaints_.add(DataError(Place{source_.name(), row.front().line},
                              fmt::format("{} field{}", row.size(), row.size() == 1 ? "" : "s"),
                              fmt::format("expected {}, as in line {}{}", expected, first_line,
                                          dialect_.delimiter == '\t' ? " (several tabs for one? --delimiter ' ')" : ""),
                              excerpt(line_at(line_start, source_.bytes()), end_of(row) - line_start + 1)));
  }

  void add_missing(const CsvField& field, const std::string& column, bool is_label) {
    const char* const expected =
        is_label          ? "expected a label"
        : is_as_in_model_ ? "expected a value: the model was trained without --missing mean or indicator"
                          : "expected a value: --missing mean or indicator replaces it, --ignore-column leaves the "
                            "column out";
    add(field, column, "a missing value in " + column, expected);
  }

  void add_no_boolean(const CsvField& field, const std::string& column) {
    add(field, column, fmt::format("{} in {}", in_quotes(field.text()), column),
        "expected true or false, or yes or no");
  }

  void add_bad_number(const CsvField& field, const std::string& column, NumberKind kind, Precision precision) {
    const std::string found = fmt::format("{} in {}", in_quotes(field.text()), column);
    if (kind == NumberKind::not_finite) return add(field, column, found, "expected a finite number");
    if (kind == NumberKind::overflow) {
      const bool is_float = precision == Precision::float32;
      return add(field, column, found + " is too large",
                 is_float ? "expected a number below 3.4e38 (see --precision)" : "expected a number below 1.8e308");
    }
    add(field, column, found, hint(field));
  }

  void add_whole_file(std::string found, std::string expected) {
    complaints_.add(DataError(Place{source_.name()}, std::move(found), std::move(expected)));
  }

 private:
  void add(std::int64_t line, std::int64_t column, const char* line_start, std::string found, std::string expected,
           std::string subject) {
    complaints_.add(DataError(Place{source_.name(), line, column}, std::move(found), std::move(expected),
                              excerpt(line_at(line_start, source_.bytes()), column), std::move(subject)));
  }

  /// The end of the row's last field, if that is still on the row's first line.
  static const char* end_of(const std::vector<CsvField>& row) {
    const CsvField& last = row.back();
    return last.line == row.front().line ? last.start : row.front().start;
  }

  std::string hint(const CsvField& field) const {
    const bool points = dialect_.decimal == '.';
    if (points && has_decimal_comma(field.raw)) return "expected a number: a decimal comma? write 0.5, not 0,5";
    const auto other = field.raw.find_first_of(points ? ",;\t|" : ";\t|");
    if (other != std::string_view::npos && !field.quoted) {
      return fmt::format("expected a number: the delimiter was taken to be {} (see --delimiter)",
                         in_quotes({&dialect_.delimiter, 1}));
    }
    const char* const columns = is_as_in_model_
                                    ? "the model was trained on numbers there"
                                    : "--categorical takes a column as categories, --ignore-column leaves it out";
    if (is_garbled_number(field.raw))
      return fmt::format("expected a number such as {}, without signs of thousands, money or percent; {}",
                         points ? "-1234.5" : "-1234,5", columns);
    return fmt::format("expected a number (a missing one is empty or NA); {}", columns);
  }

  const Source& source_;
  CsvDialect dialect_;
  bool is_as_in_model_;  // it has decided what the columns are
  Complaints& complaints_;
};

template <class Value>
class CsvReader {
 public:
  CsvReader(const Source& source, const TablePlan& plan, const ReadOptions& options, Complaints& complaints,
            BlockSink<Value>* sink)
      : source_(source),
        file_(source.name()),
        plan_(plan),
        schema_(*plan.schema),
        options_(options),
        complaints_(complaints),
        text_(source.text()),
        rows_(rows_of(text_, plan.dialect.delimiter)),
        faults_(source, plan.dialect, options.table != nullptr, complaints),
        given_back_(text_.data()),
        cells_(schema_, plan.dialect.decimal),
        label_column_(schema_.find(Role::label)),
        weight_column_(schema_.find(Role::weight)),
        values_(sink),
        warnings_(plan.warnings) {}

  Dataset read() {
    if (plan_.has_header) next_row();
    while (!complaints_.satisfied() && next_row()) add_row();
    return finish();
  }

 private:
  using Role = TableColumn::Role;

  /// The next row whose quoting is right.
  bool next_row() {
    for (;;) {
      const auto outcome = rows_.next(row_);
      if (outcome != CsvRows::Outcome::fault) return outcome == CsvRows::Outcome::row;
      faults_.add(rows_.fault());
      if (complaints_.satisfied()) return false;
    }
  }

  void add_row() {
    if (row_.size() != cells_.columns()) return faults_.add_bad_count(row_, cells_.columns(), plan_.first_line);
    bool is_good = true;
    for (std::size_t j = 0; j < row_.size(); ++j) {
      if (const std::int64_t feature = cells_.plain_feature(j); feature >= 0) {
        is_good &= add_number(row_[j], j, feature, row_[j].raw);
        continue;
      }
      switch (cells_.role(j)) {
        case Role::label:
          is_good &= check_label(row_[j], j);
          break;
        case Role::weight:
          is_good &= check_weight(row_[j], j);
          break;
        case Role::ignored:
          break;
        default:
          is_good &= add_value(row_[j], j);
      }
    }
    if (!is_good) return values_.drop_row();
    values_.end_row();
    if (label_column_) add_label(row_[static_cast<std::size_t>(*label_column_)]);
    if (weight_column_) add_weight(row_[static_cast<std::size_t>(*weight_column_)]);
    ++row_count_;
    look_up();
  }

  bool add_value(const CsvField& field, std::size_t column) {
    bool is_good = true;
    const auto outcome = cells_.visit(field, column, [&](std::int64_t feature, std::string_view text) {
      is_good &= add_number(field, column, feature, text);
    });
    if (outcome == TableCells::Outcome::taken) return is_good;
    if (outcome == TableCells::Outcome::unknown_category) {
      note_unknown_category(field, column);
      return true;
    }
    if (outcome == TableCells::Outcome::missing) {
      faults_.add_missing(field, name_of(column), false);
    } else {
      faults_.add_no_boolean(field, name_of(column));
    }
    return false;
  }

  bool add_number(const CsvField& field, std::size_t column, std::int64_t feature, std::string_view text) {
    const auto number = parse_number<Value>(text);
    if (number.kind == NumberKind::underflow) {
      if (vanished_++ == 0) first_vanished_ = fmt::format("{}:{}", field.line, field.column());
    } else if (number.kind != NumberKind::finite) {
      complain(field, column, number.kind);
      return false;
    }
    values_.add(feature, number.value);
    rounded_.note(feature, number.rounded);
    return true;
  }

  void complain(const CsvField& field, std::size_t column, NumberKind kind) {
    if (is_missing(field.raw)) return faults_.add_missing(field, name_of(column), false);
    faults_.add_bad_number(field, name_of(column), kind, options_.precision);
  }

  void note_unknown_category(const CsvField& field, std::size_t column) {
    unknown_.resize(cells_.columns());
    UnknownCategories& its = unknown_[column];
    if (its.count++ == 0) its.first = field.text();
  }

  bool check_label(const CsvField& field, std::size_t column) {
    if (is_missing(field.raw)) {
      faults_.add_missing(field, name_of(column), true);
      return false;
    }
    if (parse_number<double>(field.raw).kind == NumberKind::not_finite) {
      faults_.add_bad_number(field, name_of(column), NumberKind::not_finite, options_.precision);
      return false;
    }
    return true;
  }

  bool check_weight(const CsvField& field, std::size_t column) {
    const auto weight = weight_in(field);
    if (!weight) {
      const std::string name = name_of(column);
      faults_.add(field, name, fmt::format("{} in {}", in_quotes(field.text()), name), weight_expected);
    }
    return weight.has_value();
  }

  std::optional<double> weight_in(const CsvField& field) const {
    return plan_.dialect.decimal == ',' ? parse_weight(with_decimal_point(field.raw)) : parse_weight(field.raw);
  }

  void add_weight(const CsvField& field) { row_weight_.push_back(weight_in(field).value()); }

  void add_label(const CsvField& field) {
    const bool is_plain = !field.quoted || field.raw.find('"') == std::string_view::npos;
    label_of_row_.push_back(is_plain ? labels_.number_of(field.raw) : labels_.number_of(field.text()));
  }

  /// Now and then: gives back the text before the row at hand, and says how far the reader is.
  void look_up() {
    constexpr std::int64_t rows_between = 8192;
    if (row_count_ % rows_between != 0) return;
    const char* const line_start = row_.front().line_start;
    source_.give_back({given_back_, static_cast<std::size_t>(line_start - given_back_)});
    given_back_ = line_start;
    if (!options_.progress) return;
    options_.progress(static_cast<double>(rows_.position() - text_.data()) / static_cast<double>(text_.size()));
  }

  Dataset finish() {
    Dataset data;
    if (row_count_ == 0 && complaints_.empty()) {
      faults_.add_whole_file(plan_.first_line == 0 ? "the file is empty" : "no row follows the header",
                             "at least one row is expected");
    }
    if (complaints_.empty() && options_.progress) options_.progress(1);
    data.width = schema_.features();
    values_.finish_positions(data.width, data);
    rounded_.tell(0, data);
    data.labels.distinct = std::move(labels_).distinct();
    data.labels.of_row = std::move(label_of_row_);
    data.row_weight = std::move(row_weight_);
    data.table = plan_.schema;
    data.feature_names = (plan_.goes_by_places ? *options_.table : schema_).feature_names();
    warn();
    data.warnings = std::move(warnings_);
    return data;
  }

  void warn() {
    if (vanished_ > 0) {
      warnings_.push_back(fmt::format("{}:{}: too small for a {}, taken as 0 ({} in all)", file_, first_vanished_,
                                      std::is_same_v<Value, float> ? "float" : "double", vanished_));
    }
    for (std::size_t j = 0; j < unknown_.size(); ++j) {
      if (unknown_[j].count == 0) continue;
      warnings_.push_back(fmt::format(
          "{}: {} value{} of {} that the model does not know, such as {}: taken as none of "
          "its categories",
          file_, unknown_[j].count, unknown_[j].count == 1 ? "" : "s", name_of(j), in_quotes(unknown_[j].first)));
    }
  }

  /// "column 'age'", or by number where there is no name.
  std::string name_of(std::size_t column) const {
    const std::string& name = schema_.column(static_cast<std::int64_t>(column)).name;
    return name.empty() ? fmt::format("column {}", column + 1) : "column " + in_quotes(name);
  }

  struct UnknownCategories {
    std::int64_t count = 0;
    std::string first;
  };

  const Source& source_;
  const std::string& file_;
  const TablePlan& plan_;
  const TableSchema& schema_;
  const ReadOptions& options_;
  Complaints& complaints_;
  std::string_view text_;
  CsvRows rows_;
  CsvFaults faults_;
  const char* given_back_;  // the text up to here
  TableCells cells_;
  std::optional<std::int64_t> label_column_, weight_column_;

  std::vector<CsvField> row_;
  std::int64_t row_count_ = 0;
  std::int64_t vanished_ = 0;   // values too small for the precision
  std::string first_vanished_;  // line:column
  RowStream<Value> values_;
  RoundedColumns rounded_;
  LabelTable labels_;
  std::vector<std::int32_t> label_of_row_;
  std::vector<double> row_weight_;
  std::vector<UnknownCategories> unknown_;  // of each column; empty: there are none
  std::vector<std::string> warnings_;
};

}  // namespace

Dataset read_csv(const Source& source, const ReadOptions& options, Complaints& complaints, const BlockSinks& sinks) {
  if (source.text().starts_with("\xff\xfe") || source.text().starts_with("\xfe\xff"))
    throw DataError(Place{source.name(), 1, 1}, "UTF-16 text", "UTF-8 or ASCII is expected");
  const TablePlan plan = plan_table(source, options);
  return options.precision == Precision::float32
             ? CsvReader<float>(source, plan, options, complaints, sinks.float32).read()
             : CsvReader<double>(source, plan, options, complaints, sinks.float64).read();
}

}  // namespace smsvm
