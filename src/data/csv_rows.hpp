#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm {

/// A field as it stands in the file, without blanks around it and without its outer quotes.
struct CsvField {
  std::string_view raw;
  const char* start;       ///< its first byte, the quote included
  const char* line_start;  ///< of the line on which it begins
  std::int64_t line;       ///< from 1
  bool quoted;

  std::int64_t column() const { return start - line_start + 1; }
  std::string text() const;  ///< doubled quotes made single
};

/// A place where the quoting of RFC 4180 is broken.
struct CsvFault {
  std::string found, expected;
  const char* at;
  const char* line_start;
  std::int64_t line;
};

/// Splits a text into rows and fields by RFC 4180: a field in quotes may hold delimiters, line ends and doubled quotes.
/// Lines end in LF or CRLF; blank lines are skipped. The delimiter ' ' stands for any number of blanks and tabs.
class CsvRows {
 public:
  CsvRows(std::string_view text, char delimiter)
      : at_(text.data()), end_(text.data() + text.size()), line_start_(at_), delimiter_(delimiter) {}

  enum class Outcome { row, fault, end };
  /// The next row. After a fault the rest of its line is skipped.
  Outcome next(std::vector<CsvField>& fields);

  const CsvFault& fault() const { return fault_; }
  const char* position() const { return at_; }

 private:
  bool skip_blank_lines();
  Outcome next_between_blanks(std::vector<CsvField>& fields);
  CsvField plain_field();
  bool quoted_field(CsvField& field);
  void skip_blanks();
  void skip_all_blanks();  ///< the delimiter too
  bool at_line_end() const { return at_ == end_ || *at_ == '\n'; }
  void end_line();
  void skip_line();

  const char* at_;
  const char* end_;
  const char* line_start_;
  std::int64_t line_ = 1;
  char delimiter_;
  CsvFault fault_{};
};

/// The line that begins at `line_start`, without its end.
std::string_view line_at(const char* line_start, std::string_view text);

}  // namespace smsvm
