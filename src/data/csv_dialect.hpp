#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_rows.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// How a CSV file is to be read, told by the options and its first row.
struct CsvDialect {
  bool has_header = false;
  std::vector<std::string> names;             ///< of all columns; empty without a header
  std::optional<std::int64_t> label_column;   ///< from 0; none: no column holds labels
  std::optional<std::int64_t> weight_column;  ///< from 0; none: rows have no weights

  bool is_label(std::size_t column) const { return label_column == static_cast<std::int64_t>(column); }
  bool is_weight(std::size_t column) const { return weight_column == static_cast<std::int64_t>(column); }
  std::size_t features(std::size_t columns) const { return columns - (label_column ? 1 : 0) - (weight_column ? 1 : 0); }
};

/// options.delimiter, or the most frequent of , ; tab | outside quotes in the first line. Throws OptionError if the
/// option cannot be a delimiter.
char csv_delimiter(const ReadOptions& options, std::string_view text);

/// A first row is a header if a field outside the label column is no number (and no missing value), or if an option
/// calls a column by its name.
///
/// The label is in options.label_column: the column of that name, else of that number. Without this option it is in the
/// column called label, target, class or y, in any case and in this order, else in the first column. One exception:
/// where labels are not required, a header without any of these names means that all columns are features.
/// Weights are in options.weight_column, told likewise; it never holds the labels.
/// Throws OptionError if options.label_column or options.weight_column is no column, or if they are the same.
CsvDialect csv_dialect(const ReadOptions& options, const std::vector<CsvField>& first_row);

/// Empty, NA, N/A, NaN, ? or null, in any case.
bool is_missing(std::string_view field);

/// As in 0,5: a number if the comma were a point.
bool has_decimal_comma(std::string_view field);

}  // namespace smsvm
