#include "data/csv_reader.hpp"
#include "data/rounded_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "data/block_builder.hpp"
#include "data/csv_dialect.hpp"
#include "data/csv_rows.hpp"
#include "data/excerpt.hpp"
#include "data/label_table.hpp"
#include "data/number.hpp"
#include "data/weight_number.hpp"

namespace smsvm {
namespace {

/// Turns what is wrong in a row into errors that show the place.
class CsvFaults {
 public:
  CsvFaults(const Source& source, char delimiter, Complaints& complaints)
      : source_(source), delimiter_(delimiter), complaints_(complaints) {}

  void add(const CsvFault& fault) {
    add(fault.line, fault.at - fault.line_start + 1, fault.line_start, fault.found, fault.expected);
  }

  void add(const CsvField& field, std::string found, std::string expected) {
    add(field.line, field.column(), field.line_start, std::move(found), std::move(expected));
  }

  void add_bad_count(const std::vector<CsvField>& row, std::size_t expected, std::int64_t first_line) {
    const char* const line_start = row.front().line_start;
    complaints_.add(DataError(Place{source_.name(), row.front().line},
                              fmt::format("{} field{}", row.size(), row.size() == 1 ? "" : "s"),
                              fmt::format("expected {}, as in line {}", expected, first_line),
                              excerpt(line_at(line_start, source_.bytes()), end_of(row) - line_start + 1)));
  }

  void add_missing(const CsvField& field, const std::string& column, bool is_label) {
    add(field, "a missing value in " + column,
        is_label ? "expected a label" : "expected a number: impute or drop it first");
  }

  void add_bad_number(const CsvField& field, const std::string& column, NumberKind kind, Precision precision) {
    const std::string found = fmt::format("{} in {}", in_quotes(field.text()), column);
    if (kind == NumberKind::not_finite) return add(field, found, "expected a finite number");
    if (kind == NumberKind::overflow) {
      const bool is_float = precision == Precision::float32;
      return add(field, found + " is too large",
                 is_float ? "expected a number below 3.4e38 (see --precision)" : "expected a number below 1.8e308");
    }
    add(field, found, hint(field));
  }

  void add_whole_file(std::string found, std::string expected) {
    complaints_.add(DataError(Place{source_.name()}, std::move(found), std::move(expected)));
  }

 private:
  void add(std::int64_t line, std::int64_t column, const char* line_start, std::string found, std::string expected) {
    complaints_.add(DataError(Place{source_.name(), line, column}, std::move(found), std::move(expected),
                              excerpt(line_at(line_start, source_.bytes()), column)));
  }

  /// The end of the row's last field, if that is still on the row's first line.
  static const char* end_of(const std::vector<CsvField>& row) {
    const CsvField& last = row.back();
    return last.line == row.front().line ? last.start : row.front().start;
  }

  std::string hint(const CsvField& field) const {
    if (has_decimal_comma(field.raw)) return "expected a number: a decimal comma? write 0.5, not 0,5";
    const auto other = field.raw.find_first_of(",;\t|");
    if (other != std::string_view::npos && !field.quoted) {
      return fmt::format("expected a number: the delimiter was taken to be {} (see --delimiter)",
                         in_quotes({&delimiter_, 1}));
    }
    return "expected a number: encode categories as numbers first";
  }

  const Source& source_;
  char delimiter_;
  Complaints& complaints_;
};

template <class Value>
class CsvReader {
 public:
  CsvReader(const Source& source, const ReadOptions& options, Complaints& complaints, BlockSink<Value>* sink)
      : source_(source),
        file_(source.name()),
        options_(options),
        complaints_(complaints),
        text_(text_of(source)),
        rows_(text_, csv_delimiter(options, text_)),
        faults_(source, csv_delimiter(options, text_), complaints),
        given_back_(text_.data()),
        values_(sink) {}

  Dataset read() {
    if (read_first_row()) {
      while (!complaints_.satisfied() && next_row()) add_row();
    }
    return finish();
  }

 private:
  static std::string_view text_of(const Source& source) {
    const std::string_view text = source.text();
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
      throw DataError(Place{source.name(), 1, 1}, "UTF-16 text", "UTF-8 or ASCII is expected");
    }
    return text;
  }

  /// The next row whose quoting is right.
  bool next_row() {
    for (;;) {
      const auto outcome = rows_.next(row_);
      if (outcome != CsvRows::Outcome::fault) return outcome == CsvRows::Outcome::row;
      faults_.add(rows_.fault());
      if (complaints_.satisfied()) return false;
    }
  }

  /// Learns from the first row what the columns are; false if the file cannot be read on.
  bool read_first_row() {
    if (!next_row()) return false;
    dialect_ = csv_dialect(options_, row_);
    columns_ = row_.size();
    first_line_ = row_.front().line;
    if (feature_count() == 0) {
      faults_.add(row_.front(), dialect_.weight_column ? "no column of features" : "only one column",
                  "expected a label and at least one feature: is the delimiter right (--delimiter)?");
      return false;
    }
    if (columns_ > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      faults_.add(row_.front(), fmt::format("{} columns", columns_), "expected at most 2147483647");
      return false;
    }
    if (dialect_.has_header) {
      warn_about_numbers_in_header();
    } else {
      add_row();
    }
    return true;
  }

  void warn_about_numbers_in_header() {
    if (options_.header == Header::yes) return;
    const bool has_number = std::any_of(row_.begin(), row_.end(), [](const CsvField& field) {
      return parse_number<double>(field.raw).kind == NumberKind::finite;
    });
    if (has_number) {
      warnings_.push_back(
          fmt::format("{}:{}: taken for a header, though not all of it is text (see --header)", file_, first_line_));
    }
  }

  void add_row() {
    if (row_.size() != columns_) return faults_.add_bad_count(row_, columns_, first_line_);
    bool is_good = true;
    std::int64_t feature = 0;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (dialect_.is_label(j)) {
        is_good &= check_label(row_[j], j);
      } else if (dialect_.is_weight(j)) {
        is_good &= check_weight(row_[j], j);
      } else {
        is_good &= add_value(row_[j], j, feature++);
      }
    }
    if (!is_good) return values_.drop_row();
    values_.end_row();
    if (dialect_.label_column) add_label(row_[static_cast<std::size_t>(*dialect_.label_column)]);
    if (dialect_.weight_column) add_weight(row_[static_cast<std::size_t>(*dialect_.weight_column)]);
    ++row_count_;
    look_up();
  }

  bool add_value(const CsvField& field, std::size_t column, std::int64_t feature) {
    const auto number = parse_number<Value>(field.raw);
    if (number.kind == NumberKind::underflow) {
      if (vanished_++ == 0) first_vanished_ = fmt::format("{}:{}", field.line, field.column());
    } else if (number.kind != NumberKind::finite) {
      if (is_missing(field.raw)) {
        faults_.add_missing(field, name_of(column), false);
      } else {
        faults_.add_bad_number(field, name_of(column), number.kind, options_.precision);
      }
      return false;
    }
    values_.add(feature, number.value);
    rounded_.note(feature, number.rounded);
    return true;
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
    const auto weight = parse_weight(field.raw);
    if (!weight) faults_.add(field, fmt::format("{} in {}", in_quotes(field.text()), name_of(column)), weight_expected);
    return weight.has_value();
  }

  void add_weight(const CsvField& field) { row_weight_.push_back(parse_weight(field.raw).value()); }

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
      faults_.add_whole_file(columns_ == 0 ? "the file is empty" : "no row follows the header",
                             "at least one row is expected");
    }
    if (complaints_.empty() && options_.progress) options_.progress(1);
    data.width = static_cast<std::int64_t>(feature_count());
    values_.finish_positions(data.width, data);
    rounded_.tell(0, data);
    data.labels = {std::move(labels_).distinct(), std::move(label_of_row_)};
    data.row_weight = std::move(row_weight_);
    data.feature_names = feature_names();
    if (vanished_ > 0) {
      warnings_.push_back(fmt::format("{}:{}: too small for a {}, taken as 0 ({} in all)", file_, first_vanished_,
                                      std::is_same_v<Value, float> ? "float" : "double", vanished_));
    }
    data.warnings = std::move(warnings_);
    return data;
  }

  std::vector<std::string> feature_names() const {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < dialect_.names.size(); ++j) {
      if (!dialect_.is_label(j) && !dialect_.is_weight(j)) names.push_back(dialect_.names[j]);
    }
    return names;
  }

  /// "column 'age'", or by number where there is no name.
  std::string name_of(std::size_t column) const {
    const bool has_name = !dialect_.names.empty() && !dialect_.names[column].empty();
    return has_name ? "column " + in_quotes(dialect_.names[column]) : fmt::format("column {}", column + 1);
  }

  std::size_t feature_count() const { return columns_ > 0 ? dialect_.features(columns_) : 0; }

  const Source& source_;
  const std::string& file_;
  const ReadOptions& options_;
  Complaints& complaints_;
  std::string_view text_;
  CsvRows rows_;
  CsvFaults faults_;
  const char* given_back_;  // the text up to here

  CsvDialect dialect_;
  std::size_t columns_ = 0;
  std::int64_t first_line_ = 0;

  std::vector<CsvField> row_;
  std::int64_t row_count_ = 0;
  std::int64_t vanished_ = 0;   // values too small for the precision
  std::string first_vanished_;  // line:column
  RowStream<Value> values_;
  RoundedColumns rounded_;
  LabelTable labels_;
  std::vector<std::int32_t> label_of_row_;
  std::vector<double> row_weight_;
  std::vector<std::string> warnings_;
};

}  // namespace

Dataset read_csv(const Source& source, const ReadOptions& options, Complaints& complaints, const BlockSinks& sinks) {
  return options.precision == Precision::float32 ? CsvReader<float>(source, options, complaints, sinks.float32).read()
                                                 : CsvReader<double>(source, options, complaints, sinks.float64).read();
}

}  // namespace smsvm
