#pragma once

#include <cstdint>
#include <string>

#include "data/text_cursor.hpp"
#include "smsvm/table.hpp"

namespace smsvm {

// What was made of a table's columns, as models and stores keep it, in one line:
//
//   5 "id" ignored "age" number fill 38.5 indicator "color" categories 2 "blue" "red" numbers 1 "class" label
//
// First the number of columns, then each: its name, its role and, of a feature, what stands for a missing value.
// "numbers 784": so many columns without names that are plain numbers.

std::string table_text(const TableSchema& schema);

/// Throws DataError unless the columns make exactly so many features.
TableSchema read_table_text(TextCursor& text, std::int64_t features);

}  // namespace smsvm
