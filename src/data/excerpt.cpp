#include "data/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace smsvm {
namespace {

constexpr std::size_t bytes_before = 45, bytes_after = 25;
constexpr std::size_t longest_quote = 32;
constexpr std::string_view cut = "...";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

/// Length of the UTF-8 character at the start of the text, 0 if there is none. Overlong forms and surrogates are let
/// through: the text is only shown.
std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length > text.size()) return 0;
  const auto rest = text.substr(1, length == 0 ? 0 : length - 1);
  return std::all_of(rest.begin(), rest.end(), is_continuation) ? length : 0;
}

struct Shown {
  std::string text;
  std::size_t width = 0;  // in characters

  void append(std::string_view piece, std::size_t characters) {
    text += piece;
    width += characters;
  }
};

Shown visible(std::string_view text) {
  Shown shown;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    std::size_t length = utf8_length(text);
    if (text.front() == '\t') {
      shown.append("\\t", 2);
    } else if (text.front() == '\r') {
      shown.append("\\r", 2);
    } else if (byte < 0x20 || byte == 0x7F || length == 0) {
      shown.append(fmt::format("\\x{:02x}", byte), 4);
      length = 1;
    } else {
      shown.append(text.substr(0, length), 1);
    }
    text.remove_prefix(length);
  }
  return shown;
}

}  // namespace

std::string excerpt(std::string_view line, std::int64_t column) {
  const std::size_t at = std::min(line.size(), static_cast<std::size_t>(std::max<std::int64_t>(column, 1) - 1));
  std::size_t first = at > bytes_before ? at - bytes_before : 0;
  while (first < at && is_continuation(line[first])) ++first;
  std::size_t last = std::min(line.size(), at + bytes_after);
  while (last > at && last < line.size() && is_continuation(line[last])) --last;

  Shown shown;
  shown.append("  ", 2);
  if (first > 0) shown.append(cut, cut.size());
  const Shown before = visible(line.substr(first, at - first));
  shown.append(before.text, before.width);
  const std::size_t caret = shown.width;
  shown.text += visible(line.substr(at, last - at)).text;
  if (last < line.size()) shown.text += cut;
  return fmt::format("{}\n{:>{}}", shown.text, '^', caret + 1);
}

std::string in_quotes(std::string_view text) {
  if (text.size() <= longest_quote) return fmt::format("'{}'", visible(text).text);
  std::size_t last = longest_quote - cut.size();
  while (last > 0 && is_continuation(text[last])) --last;
  return fmt::format("'{}{}'", visible(text.substr(0, last)).text, cut);
}

std::string list_in_quotes(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) list += (i == 0 ? "" : ", ") + in_quotes(texts[i]);
  return texts.size() > most ? list + ", …" : list;
}

}  // namespace smsvm
