#pragma once

#include <string_view>
#include <vector>

#include "data/csv_rows.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// How the cells of a table are written.
struct CsvDialect {
  char delimiter = ',';  ///< ' ': any number of blanks
  char decimal = '.';    ///< what stands before a fraction
};

/// options.delimiter, or the most frequent of , ; tab | outside quotes in the first line; blanks where that has none of
/// them. Throws OptionError if the option cannot be a delimiter.
char csv_delimiter(const ReadOptions& options, std::string_view text);

/// Whether numbers are written with commas: some are, and none with a point. Throws DataError if these might as well
/// separate thousands.
char decimal_of(const std::vector<std::vector<CsvField>>& rows, char delimiter, const std::string& file);

/// The rows of the text, beginning after the line "sep=;" in which Excel names the delimiter.
CsvRows rows_of(std::string_view text, char delimiter);

/// The first line that is not blank.
std::string_view first_line(std::string_view text);

}  // namespace smsvm
