#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
};

/// The rows of a part of the text that begins and ends at line ends.
template <class Value>
struct Chunk {
  std::vector<std::int64_t> row_end;  ///< per row, one past its last nonzero
  std::vector<std::int64_t> index;    ///< of each nonzero, as written
  std::vector<Value> value;
  std::vector<std::string_view> labels;    ///< different spellings, in order; they lie in the text
  std::vector<std::int32_t> label_of_row;  ///< position in `labels`
  std::int64_t largest_index = -1;         ///< explicit zeros included; −1: no features at all
  std::int64_t lines = 0;
  Tally zero_indices, group_ids, underflows;
  std::vector<Finding> findings;

  std::int64_t rows() const { return std::ssize(row_end); }
  std::int64_t nonzeros() const { return std::ssize(value); }
};

struct Rules {
  IndexBase index_base = IndexBase::one;
  bool sort_indices = false;
  std::int64_t findings_wanted = 1;  ///< further ones are not kept; a row with one is never kept
};

template <class Value>
Chunk<Value> parse_chunk(std::string_view text, const Rules& rules);
extern template Chunk<float> parse_chunk(std::string_view, const Rules&);
extern template Chunk<double> parse_chunk(std::string_view, const Rules&);

}  // namespace smsvm::libsvm
