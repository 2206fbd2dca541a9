#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/flat_rows.hpp"
#include "data/rounded_columns.hpp"
#include "smsvm/read.hpp"

namespace smsvm::libsvm {

/// A complaint whose line is counted from the first line of its chunk, which is line 0.
struct Finding {
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string found, expected, excerpt;
};

/// How often something happened, and where first (line as in Finding).
struct Tally {
  std::int64_t count = 0;
  std::int64_t line = 0;
  std::int64_t column = 0;
  std::string file = {};  ///< if not the one at hand
};

/// Rows with labels, and what else there is to say about a part of the text that begins and ends at line ends.
struct Chunk {
  std::vector<std::string> labels;         ///< different spellings, in order
  std::vector<std::int32_t> label_of_row;  ///< position in `labels`
  std::int64_t largest_index = -1;         ///< explicit zeros included; −1: no features at all
  std::int64_t lines = 0;
  Tally group_ids, underflows;
  Tally zero_indices;  ///< the count says no more than whether there are any
  std::vector<Finding> findings;
  RoundedColumns rounded;  ///< of all parts of the text that were parsed into this chunk

  void clear();  ///< all but `rounded`
};

struct Rules {
  IndexBase index_base = IndexBase::one;
  bool sort_indices = false;
  std::int64_t findings_wanted = 1;  ///< further ones are not kept; a row with one is never kept
  /// Off: every line goes through the careful parser. Never changes the result.
  bool in_a_hurry = true;
};

/// Parses the part `text` of `readable`: lines, of which only the last may lack its end. What `rows` and `chunk` held
/// is forgotten; their memory is used again.
template <class Value>
void parse_chunk(std::string_view text, std::string_view readable, const Rules& rules, FlatRows<Value>& rows,
                 Chunk& chunk);
extern template void parse_chunk(std::string_view, std::string_view, const Rules&, FlatRows<float>&, Chunk&);
extern template void parse_chunk(std::string_view, std::string_view, const Rules&, FlatRows<double>&, Chunk&);

}  // namespace smsvm::libsvm
