#pragma once

#include <string>
#include <string_view>

namespace smsvm {

/// Whether the first lines of a text are libsvm's: a label, then numbers as index:value.
bool looks_like_libsvm(std::string_view text);
/// Whether they are rows of a table: as many fields in each, and no index:value.
bool looks_like_table(std::string_view text);

/// Refuses what is neither text nor a format that is read here, and says what to do: workbooks, Parquet, Arrow, HDF5,
/// databases, ARFF, JSON. Throws DataError.
void refuse_other_formats(const std::string& file, std::string_view bytes);

}  // namespace smsvm
