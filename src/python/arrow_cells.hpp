#pragma once

#include <cstdint>
#include <string>

#include "python/arrow_interface.hpp"

namespace smsvm::python {

/// One column of one chunk of an Arrow stream.
struct ArrowColumn {
  const ArrowSchema* schema;
  const ArrowArray* array;
  std::int64_t first;  ///< position of the chunk's first row in the buffers of its parent

  bool is_null(std::int64_t row) const;
};

enum class ArrowKind { float32, number, text, other };
ArrowKind kind_of(const ArrowSchema& schema);
/// What a column of this type holds, for people.
std::string words_for(const ArrowSchema& schema);

/// Writes row i to out[i · stride]; nan where there is nothing. The column must hold numbers.
template <class Value>
void copy_numbers(const ArrowColumn& column, std::int64_t rows, Value* out, std::int64_t stride);

/// The column must hold text, plain or by a dictionary.
std::string text_at(const ArrowColumn& column, std::int64_t row);

}  // namespace smsvm::python
