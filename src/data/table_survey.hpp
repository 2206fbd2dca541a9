#pragma once

#include "data/source.hpp"
#include "data/table_plan.hpp"

namespace smsvm {

/// Looks at all rows, if that is needed: fills in the categories of the schema's columns, and what stands for missing
/// values. Columns of booleans that hold anything else become categories. Throws DataError about a column whose texts
/// are no categories, since nearly each row has its own.
void survey(const Source& source, const TablePlan& plan, const ReadOptions& options, const TableColumns& columns,
            TableSchema& schema);

}  // namespace smsvm
