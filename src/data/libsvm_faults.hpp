#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "smsvm/read.hpp"

namespace smsvm::libsvm {

/// What is wrong at a byte of a line, in the words a person gets to read. These functions are only called once a line
/// has been refused: they find out why, and need not be fast.
struct Fault {
  const char* where;
  std::string found;
  std::string expected;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline const char* skip_blanks(const char* at, const char* last) {
  while (at != last && is_blank(*at)) ++at;
  return at;
}
inline bool ends_token(char c) { return is_blank(c) || c == '#'; }
/// From `at` to the next blank, comment or end of the line.
std::string_view token_at(const char* at, const char* last);

/// Largest index that still has a number in Dataset::feature_ids.
std::int64_t largest_index(IndexBase base);

/// None if the token can serve as a label.
std::optional<Fault> label_fault(std::string_view token);
/// An "index:" does not start at `at`, or it is too large.
Fault index_fault(const char* at, const char* last, IndexBase base);
Fault zero_index_fault(const char* at);
Fault order_fault(const char* at, std::int64_t index, std::int64_t previous);
Fault duplicate_fault(const char* at, std::int64_t index);
Fault group_fault(const char* at, const char* last);
/// What follows the colon is no acceptable value. `feature` is where its index starts.
Fault value_fault(const char* feature, const char* after_colon, const char* last, Precision precision);
/// A comment may hold anything but a NUL byte, which no text has.
std::optional<Fault> comment_fault(std::string_view comment);

}  // namespace smsvm::libsvm
