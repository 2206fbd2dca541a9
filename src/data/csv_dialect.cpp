#include "data/csv_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "data/cell_kind.hpp"
#include "data/excerpt.hpp"
#include "data/number.hpp"

namespace smsvm {
namespace {

constexpr std::string_view candidates = ";\t|,";
constexpr std::string_view excel_mark = "sep=";

bool names_delimiter(std::string_view line) {
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line.starts_with(excel_mark) && line.size() == excel_mark.size() + 1;
}

char guess_delimiter(std::string_view line) {
  if (names_delimiter(line)) return line[excel_mark.size()];
  std::array<std::int64_t, candidates.size()> count{};
  bool in_quotes = false, is_decimal = true, has_blanks = false;
  const auto first = line.find_first_not_of(' '), last = line.find_last_not_of(" \t\r");
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    has_blanks = has_blanks || (line[i] == ' ' && !in_quotes && first < i && i < last);
    const auto candidate = candidates.find(line[i]);
    if (in_quotes || candidate == std::string_view::npos) continue;
    ++count[candidate];
    const bool between_digits =
        i > 0 && i + 1 < line.size() && detail::is_digit(line[i - 1]) && detail::is_digit(line[i + 1]);
    if (line[i] == ',' && !between_digits) is_decimal = false;
  }
  // In 0,5;1,5;2,5 the commas are the more frequent, yet no delimiters.
  const auto others = std::max_element(count.begin(), count.end() - 1);
  if (*others > 0 && (is_decimal || *others >= count.back())) return candidates[others - count.begin()];
  return count.back() == 0 && has_blanks ? ' ' : ',';
}

/// As in 1,234: the comma may separate thousands.
bool may_be_thousands(std::string_view cell) {
  const auto comma = cell.find(',');
  return cell.size() - comma == 4 && comma <= 4 && !cell.starts_with('0');
}

}  // namespace

std::string_view first_line(std::string_view text) {
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  const auto line_start = text.find_last_of('\n', start);
  text.remove_prefix(line_start == std::string_view::npos ? 0 : line_start + 1);
  return text.substr(0, text.find('\n'));
}

char csv_delimiter(const ReadOptions& options, std::string_view text) {
  if (options.delimiter == 0) return guess_delimiter(first_line(text));
  constexpr std::string_view impossible = "\"\r\n.+-";
  if (impossible.find(options.delimiter) != std::string_view::npos || detail::is_digit(options.delimiter)) {
    throw OptionError(fmt::format("--delimiter cannot be {}", in_quotes({&options.delimiter, 1})));
  }
  return options.delimiter;
}

char decimal_of(const std::vector<std::vector<CsvField>>& rows, char delimiter, const std::string& file) {
  bool always_three = true;
  const CsvField* first = nullptr;
  for (const auto& row : rows) {
    for (const CsvField& field : row) {
      if (has_decimal_comma(field.raw)) {
        if (first == nullptr) first = &field;
        always_three = always_three && may_be_thousands(field.raw);
      } else if (field.raw.find('.') != std::string_view::npos &&
                 parse_number<double>(field.raw).kind == NumberKind::finite) {
        return '.';
      }
    }
  }
  if (first == nullptr) return '.';
  if (delimiter == ',' && !first->quoted) return '.';
  if (!always_three) return ',';
  throw DataError(
      Place{file, first->line, first->column()},
      fmt::format("{}, where the comma may separate thousands or stand before a fraction", in_quotes(first->raw)),
      "expected numbers such as 1234 or 1.234");
}

CsvRows rows_of(std::string_view text, char delimiter) {
  CsvRows rows(text, delimiter);
  std::vector<CsvField> passed;
  if (names_delimiter(first_line(text))) rows.next(passed);
  return rows;
}

}  // namespace smsvm
