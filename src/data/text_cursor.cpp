#include "data/text_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "smsvm/error.hpp"

namespace smsvm {
namespace {

constexpr std::size_t readable_width = 60;

bool is_white_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Reads all of the token; std::from_chars knows no leading plus.
template <class Number, class... How>
std::errc convert(std::string_view token, Number& number, How... how) {
  if (token.size() > 1 && token.front() == '+' && token[1] != '-') token.remove_prefix(1);
  const char* const end = token.data() + token.size();
  const auto [stop, code] = std::from_chars(token.data(), end, number, how...);
  if (code != std::errc{}) return code;
  return stop == end ? std::errc{} : std::errc::invalid_argument;
}

}  // namespace

bool TextCursor::skip_blanks() {
  while (offset_ < text_.size() && is_white_space(text_[offset_])) ++offset_;
  return offset_ < text_.size();
}

bool TextCursor::skip(std::string_view word) {
  TextCursor ahead = *this;
  if (!ahead.skip_blanks() || ahead.token({}) != word) return false;
  offset_ = ahead.offset_;
  last_ = ahead.last_;
  return true;
}

std::string_view TextCursor::token(std::string_view expected) {
  if (!skip_blanks()) {
    last_ = offset_;
    fail("the file ends here", std::string(expected));
  }
  last_ = offset_;
  while (offset_ < text_.size() && !is_white_space(text_[offset_])) ++offset_;
  return text_.substr(last_, offset_ - last_);
}

std::string_view TextCursor::rest_of_line() {
  const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
  const std::string_view line = text_.substr(offset_, end - offset_);
  offset_ = std::min(end + 1, text_.size());
  return line;
}

std::int64_t TextCursor::integer(std::string_view expected) {
  const std::string_view text = token(expected);
  std::int64_t value = 0;
  if (convert(text, value) != std::errc{}) refuse(text, expected);
  return value;
}

std::uint64_t TextCursor::hexadecimal(std::string_view expected) {
  const std::string_view text = token(expected);
  std::uint64_t value = 0;
  if (convert(text, value, 16) != std::errc{}) refuse(text, expected);
  return value;
}

double TextCursor::floating(std::string_view text, std::string_view expected) const {
  double value = 0;
  const std::errc code = convert(text, value);
  if (code == std::errc::result_out_of_range) {
    fail(fmt::format("'{}' is beyond the range of a double", readable(text)), std::string(expected));
  }
  if (code != std::errc{}) refuse(text, expected);
  return value;
}

double TextCursor::number(std::string_view expected) { return floating(token(expected), expected); }

double TextCursor::finite(std::string_view expected) {
  const std::string_view text = token(expected);
  const double value = floating(text, expected);
  if (!std::isfinite(value)) refuse(text, expected);
  return value;
}

std::string TextCursor::quoted(std::string_view expected) {
  skip_blanks();
  last_ = offset_;
  const auto wrong = [&] { fail("no string in double quotes", std::string(expected)); };
  const auto next = [&] {
    if (offset_ == text_.size() || text_[offset_] == '\n') wrong();
    return text_[offset_++];
  };
  if (next() != '"') wrong();
  std::string value;
  for (char c = next(); c != '"'; c = next()) {
    if (c != '\\') {
      value += c;
      continue;
    }
    switch (const char escape = next(); escape) {
      case 'n':
        value += '\n';
        break;
      case 'r':
        value += '\r';
        break;
      case 't':
        value += '\t';
        break;
      case '"':
      case '\\':
        value += escape;
        break;
      case 'u': {  // only control characters are written so
        unsigned code = 0;
        const std::string_view digits = text_.substr(offset_, 4);
        if (digits.size() != 4 || convert(digits, code, 16) != std::errc{} || code >= 0x80) wrong();
        value += static_cast<char>(code);
        offset_ += 4;
        break;
      }
      default:
        wrong();
    }
  }
  return value;
}

void TextCursor::refuse(std::string_view token, std::string_view expected) const {
  fail(fmt::format("found '{}'", readable(token)), std::string(expected));
}

void TextCursor::fail(const std::string& found, const std::string& expected) const { fail_at(last_, found, expected); }

void TextCursor::fail_at(std::size_t offset, const std::string& found, const std::string& expected) const {
  const std::string_view before = text_.substr(0, offset);
  const std::size_t line_start = before.empty() ? 0 : before.rfind('\n') + 1;  // npos + 1 is 0
  Place place;
  place.file = file_;
  place.line = std::count(before.begin(), before.end(), '\n') + 1;
  place.column = static_cast<std::int64_t>(offset - line_start) + 1;

  // The caret needs its column in sight: a long line is cut on the left as well.
  const std::size_t start = std::max(line_start, offset - std::min(offset, readable_width / 2));
  std::string_view line = text_.substr(start, readable_width);
  line = line.substr(0, line.find('\n'));
  std::string excerpt;
  if (!line.empty()) excerpt = fmt::format("  {}\n  {}^", readable(line), std::string(offset - start, ' '));
  throw DataError(place, found, expected, excerpt);
}

std::string quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '\n':
        quoted += "\\n";
        break;
      case '\r':
        quoted += "\\r";
        break;
      case '\t':
        quoted += "\\t";
        break;
      case '"':
      case '\\':
        quoted += '\\', quoted += c;
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted += '"';
}

std::string readable(std::string_view text) {
  std::string shown(text.substr(0, readable_width));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  }
  if (text.size() > readable_width) shown += "...";
  return shown;
}

}  // namespace smsvm
