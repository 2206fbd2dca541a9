#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

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
  using Row = typename RowWriter<Value>::Row;
  static constexpr std::size_t readable_before = 16, readable_after = 64;

  RowParser(const Rules& rules, RowWriter<Value>& writer, SpellingTable& labels, Chunk& chunk)
      : rules_(rules), writer_(writer), labels_(labels), chunk_(chunk) {}

  /// Returns the start of the next line, or null, leaving everything as it was. The text goes on at least to a line
  /// end; `readable_before` bytes before the line and `readable_after` after its end can be read.
  const char* parse(const char* line) {
    const auto label_length = static_cast<std::size_t>(std::countr_zero(marks_at(line)));
    const std::int32_t label = labels_.find(line, label_length);
    if (label == SpellingTable::unknown) return nullptr;

    Row row = writer_.begin_row();
    std::int64_t last_index = least_index() - 1;
    const char* const next = parse_features(line + label_length, row, last_index);
    if (next == nullptr) return nullptr;
    writer_.end_row(row);
    chunk_.label_of_row.push_back(label);
    if (last_index >= least_index()) chunk_.largest_index = std::max(chunk_.largest_index, last_index);
    return next;
  }

 private:
  static constexpr std::size_t longest_index = 8;  // digits

  /// An index 0 that is an error, or the first one to be noted, is for LineParser.
  std::int64_t least_index() const {
    const bool zero_is_fine = rules_.index_base == IndexBase::zero || chunk_.zero_indices.count > 0;
    return zero_is_fine ? 0 : 1;
  }

  /// `at` is where the label ends.
  [[gnu::always_inline]] const char* parse_features(const char* at, Row& row_at_hand, std::int64_t& last_index) {
    Row row = row_at_hand;
    std::int64_t index = last_index;
    Value value = 0;
    bool zero = false, rounded = false;
    while (is_blank(*at)) {
      ++at;
      const std::uint64_t marks = marks_at(at), later = marks & (marks - 1);
      const auto colon = static_cast<std::size_t>(std::countr_zero(marks));
      const auto end = static_cast<std::size_t>(std::countr_zero(later));
      // A blank at the end of the line is common; anything else is not.
      if (later == 0 || colon - 1 >= longest_index || at[colon] != ':') break;
      if (end == colon + 2) {
        at = take_ones(at, colon, row, index);
        if (at == nullptr) return nullptr;
        continue;
      }
      if (!take_index(at, colon, index) || !take_value(at + colon + 1, at + end, value, zero, rounded)) return nullptr;
      row.add(index, value, zero);
      if (std::is_same_v<Value, float> && rounded) chunk_.rounded.note(index, true);
      at += end;
    }
    row_at_hand = row;
    last_index = index;
    if (*at == '\r') ++at;
    return *at == '\n' ? at + 1 : nullptr;
  }

  /// Features whose values have one digit, as all have where they are ones. The next one mostly is as long as the one
  /// before it: to guess so and to see it come true is faster than to measure each, because the processor need not wait
  /// for one before it begins the next.
  [[gnu::always_inline]] static const char* take_ones(const char* at, std::size_t colon, Row& row,
                                                      std::int64_t& index) {
    for (;; ++at) {
      const auto digit = static_cast<unsigned char>(at[colon + 1] - '0');
      if (!take_index(at, colon, index) || digit > 9) return nullptr;
      row.add(index, static_cast<Value>(digit), digit == 0);
      at += colon + 2;
      if (*at != ' ' || at[colon + 1] != ':' || at[colon + 3] != ' ') return at;
    }
  }

  [[gnu::always_inline]] static bool take_index(const char* at, std::size_t length, std::int64_t& index) {
    std::uint64_t wrong = 0;
    const std::int64_t previous = std::exchange(index, static_cast<std::int64_t>(digits::take_from(at, length, wrong)));
    return wrong == 0 && index > previous;
  }

  [[gnu::always_inline]] static bool take_value(const char* first, const char* last, Value& value, bool& zero,
                                                bool& rounded) {
    if (take_short_number(first, last, value, zero, rounded)) return true;
    const auto number = scan_number<Value>(first, last);
    value = number.value;
    zero = value == 0;
    rounded = number.rounded;
    return number.kind == NumberKind::finite && number.end == last;
  }

  const Rules& rules_;
  RowWriter<Value>& writer_;
  SpellingTable& labels_;
  Chunk& chunk_;
};

}  // namespace smsvm::libsvm
