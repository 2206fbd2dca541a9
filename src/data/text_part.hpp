#pragma once

#include <cstdint>
#include <string_view>

#include "data/border_rows.hpp"
#include "data/source.hpp"
#include "distributed/communicator.hpp"

namespace smsvm {

/// The part of a libsvm text that a rank reads.
struct TextPart {
  enum Of {
    one_text,    ///< that all ranks see: the lines that begin in this rank's share of the bytes
    many_texts,  ///< of which each rank has one: they are parts of what they would be one after the other
  };
  /// `whole`: the text that the source holds. All ranks do this together.
  TextPart(Of of, const Source& source, std::string_view whole, Communicator& ranks);

  std::string_view text;
  std::int64_t lines_before = 0;  ///< in the same text
  std::int64_t rows = 0, rows_everywhere = 0;
  BorderRows border;
};

}  // namespace smsvm
