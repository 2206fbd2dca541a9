#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "data/libsvm_chunk.hpp"
#include "data/libsvm_faults.hpp"
#include "data/libsvm_marks.hpp"
#include "data/row_writer.hpp"
#include "data/short_number.hpp"
#include "data/spelling_table.hpp"

namespace smsvm::libsvm {

/// The short way for the lines that make a file large: a label that is known already, then " index:value" with
/// increasing indices of up to eight digits. It judges nothing: any other line is left to LineParser.
template <class Value>
class RowParser {
 public:
  static constexpr std::size_t readable_before = 16, readable_after = 64;

  RowParser(const Rules& rules, RowWriter<Value>& writer, SpellingTable& labels, Chunk& chunk)
      : rules_(rules), writer_(writer), labels_(labels), chunk_(chunk) {}

  /// Returns the start of the next line, or null, leaving everything as it was. The text goes on at least to a line
  /// end; `readable_before` bytes before the line and `readable_after` after its end can be read.
  const char* parse(const char* line) {
    const auto label_length = static_cast<std::size_t>(std::countr_zero(marks_at(line)));
    const std::int32_t label = labels_.find(line, label_length);
    if (label == SpellingTable::unknown) return nullptr;

    std::int64_t last_index = least_index() - 1;
    const char* const next = parse_features(line + label_length, last_index);
    if (next == nullptr) {
      writer_.drop_row();
      return nullptr;
    }
    writer_.end_row();
    chunk_.label_of_row.push_back(label);
    if (last_index >= least_index()) chunk_.largest_index = std::max(chunk_.largest_index, last_index);
    return next;
  }

 private:
  /// An index 0 that is an error, or the first one to be noted, is for LineParser.
  std::int64_t least_index() const {
    const bool zero_is_fine = rules_.index_base == IndexBase::zero || chunk_.zero_indices.count > 0;
    return zero_is_fine ? 0 : 1;
  }

  /// `at` is where the label ends.
  const char* parse_features(const char* at, std::int64_t& last_index) {
    while (is_blank(*at)) {
      ++at;
      const std::uint64_t marks = marks_at(at);
      const std::uint64_t later = marks & (marks - 1);
      const auto colon = static_cast<std::size_t>(std::countr_zero(marks));
      const auto end = static_cast<std::size_t>(std::countr_zero(later));
      // A blank at the end of the line is common; anything else is not.
      if (colon - 1 >= 8 || later == 0 || at[colon] != ':') break;

      std::uint64_t wrong = 0;
      const auto index = static_cast<std::int64_t>(digits::take_from(at, colon, wrong));
      if (wrong != 0 || index <= last_index) return nullptr;
      last_index = index;
      if (!take_value(index, at + colon + 1, at + end)) return nullptr;
      at += end;
    }
    if (*at == '\r') ++at;
    return *at == '\n' ? at + 1 : nullptr;
  }

  bool take_value(std::int64_t index, const char* first, const char* last) {
    if (last - first == 1) {
      const auto digit = static_cast<unsigned char>(*first - '0');
      writer_.add(index, static_cast<Value>(digit), digit == 0);
      return digit <= 9;
    }
    if (first == last) return false;
    Value value = 0;
    bool zero = false;
    if (!take_short_number(first, last, value, zero)) {
      const auto number = scan_number<Value>(first, last);
      if (number.kind != NumberKind::finite || number.end != last) return false;
      value = number.value;
      zero = value == 0;
    }
    writer_.add(index, value, zero);
    return true;
  }

  const Rules& rules_;
  RowWriter<Value>& writer_;
  SpellingTable& labels_;
  Chunk& chunk_;
};

}  // namespace smsvm::libsvm
