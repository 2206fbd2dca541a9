#include "data/libsvm_lines.hpp"

#include <cstring>

#include "data/libsvm_faults.hpp"

namespace smsvm::libsvm {
namespace {

bool has_row(const char* at, const char* last) {
  while (last != at && last[-1] == '\r') --last;
  while (at != last && is_blank(*at)) ++at;
  return at != last && *at != '#';
}

bool surely_begins_a_row(char c) { return c > '#'; }  // whatever can make a line empty comes before

}  // namespace

LineCount count_lines(std::string_view text) {
  LineCount count;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end; ++count.lines) {
    const auto* const newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    const char* const last = newline == nullptr ? end : newline;
    if (at != last && (surely_begins_a_row(*at) || has_row(at, last))) ++count.rows;
    at = newline == nullptr ? end : newline + 1;
  }
  return count;
}

}  // namespace smsvm::libsvm
