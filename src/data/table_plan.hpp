#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/csv_dialect.hpp"
#include "data/label_choice.hpp"
#include "data/source.hpp"
#include "smsvm/read.hpp"
#include "smsvm/table.hpp"

namespace smsvm {

/// How a text is read as a table: decided once, from its header and first rows, where there are categories or missing
/// values to be replaced from all of its rows, and from the table of a model where there is one.
struct TablePlan {
  CsvDialect dialect;
  bool has_header = false;
  std::int64_t first_line = 0;  ///< of the first row, the header included; 0: there is none
  std::shared_ptr<const TableSchema> schema;
  bool goes_by_places = false;  ///< the features are those of a model in its order, whatever they are called here
  std::vector<std::string> warnings;
};

/// Throws DataError where it cannot be told how to read the table, OptionError if an option does not fit it.
TablePlan plan_table(const Source& source, const ReadOptions& options);

/// The columns by their names, as plain numbers until something else is decided.
TableSchema as_numbers(const TableColumns& columns);

/// The part that does not depend on where the columns come from: which are labels, weights, ignored. All others are
/// numbers. Fills in columns.taken.
TableSchema assign_roles(const ReadOptions& options, TableColumns& columns, bool has_header,
                         std::vector<std::string>& warnings);

/// The columns of a table that is read as that of a model was. Columns go by their names where both have names, else by
/// their places: those of the model's table, or all of them but the label, or the features alone. Throws DataError.
struct MatchedSchema {
  TableSchema schema;
  bool goes_by_places = false;
};
MatchedSchema match_schema(const TableSchema& known, const ReadOptions& options, TableColumns& columns,
                           std::vector<std::string>& warnings);

}  // namespace smsvm
