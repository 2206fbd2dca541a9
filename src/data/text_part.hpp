#pragma once

#include <cstdint>
#include <string_view>

#include "data/border_rows.hpp"
#include "data/source.hpp"
#include "distributed/communicator.hpp"

namespace smsvm {

/// The part of a libsvm text that a rank reads: the lines that begin in its share of the bytes.
struct TextPart {
  /// `whole`: the text that the source holds. All ranks do this together.
  TextPart(const Source& source, std::string_view whole, Communicator& ranks);

  std::string_view text;
  std::int64_t lines_before = 0;
  std::int64_t rows = 0, rows_everywhere = 0;
  BorderRows border;
};

}  // namespace smsvm
