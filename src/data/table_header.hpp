#pragma once

#include <string>
#include <vector>

#include "data/column_look.hpp"
#include "data/csv_rows.hpp"
#include "smsvm/read.hpp"

namespace smsvm {

/// The first row of a table, and what the rows below it say about the columns.
struct TableTop {
  const std::string& file;
  const std::vector<CsvField>& first_row;
  const std::vector<ColumnLook>& below;
  char decimal;
};

/// Whether the first row has the names of the columns.
///
/// --header says so, or an option that calls a column by its name, or names that a model knows. Else: text
/// above numbers is a name; numbers above numbers are data, unless they count the columns (0, 1, 2, …); text above text
/// is a name if there are no numbers beside it and it does not come again below. A row of both kinds is asked about.
/// Throws DataError where that tells nothing, OptionError where an option needs names and there are none. What is not
/// plain is added to the warnings.
bool has_header(const ReadOptions& options, const TableTop& top, std::vector<std::string>& warnings);

}  // namespace smsvm
