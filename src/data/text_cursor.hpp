#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace smsvm {

/// Walks through a text token by token and knows where it is, so that every complaint names line and column.
/// Holds a view: the text must outlive the cursor.
class TextCursor {
 public:
  TextCursor(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}

  /// The next run of characters without blanks; `expected` says what a person should find here.
  std::string_view token(std::string_view expected);
  std::int64_t integer(std::string_view expected);
  double finite(std::string_view expected);  ///< neither nan nor inf
  double number(std::string_view expected);  ///< inf and nan too
  std::uint64_t hexadecimal(std::string_view expected);
  std::string quoted(std::string_view expected);  ///< a string in double quotes, with JSON's escapes

  /// Passes over this word if it comes next.
  bool skip(std::string_view word);

  /// Passes over blanks and line ends; false at the end of the text.
  bool skip_blanks();
  std::string_view rest_of_line();  ///< without its end, which is passed over
  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return text_.size() - offset_; }

  /// Complains about the last token.
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  [[noreturn]] void fail_at(std::size_t offset, const std::string& found, const std::string& expected) const;

 private:
  [[noreturn]] void refuse(std::string_view token, std::string_view expected) const;
  double floating(std::string_view token, std::string_view expected) const;

  std::string file_;
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t last_ = 0;  ///< where the last token starts
};

/// The text in double quotes, escaped as in JSON; bytes that are not ASCII stay as they are.
std::string quote(std::string_view text);

/// Bytes of a file made safe to print and cut to a readable width.
std::string readable(std::string_view text);

}  // namespace smsvm
