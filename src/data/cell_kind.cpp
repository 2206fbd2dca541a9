#include "data/cell_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "data/number.hpp"

namespace smsvm {
namespace {

using namespace std::string_view_literals;

/// The runs of digits and, between them, the marks: "31.1.2024" is 2, 1 and 4 digits long, with the marks "..".
struct DigitRuns {
  std::array<std::size_t, 4> length{};
  std::size_t runs = 0;
  std::string marks;
};

/// None if there is anything but digits and single marks between them.
std::optional<DigitRuns> digit_runs(std::string_view text) {
  DigitRuns found;
  bool in_run = false;
  for (const char c : text) {
    if (detail::is_digit(c)) {
      if (!in_run && found.runs++ == found.length.size()) return std::nullopt;
      ++found.length[found.runs - 1];
      in_run = true;
    } else if (in_run && (c == '-' || c == '/' || c == '.' || c == ':')) {
      found.marks += c;
      in_run = false;
    } else {
      return std::nullopt;
    }
  }
  return in_run && found.runs > 0 ? std::optional(std::move(found)) : std::nullopt;
}

bool is_day(std::string_view text) {
  const auto found = digit_runs(text);
  if (!found || found->runs < 2 || found->marks.find(':') != std::string::npos) return false;
  const auto& length = found->length;
  if (found->runs == 2) return found->marks == "-" && length[0] == 4 && length[1] <= 2;  // 2024-01
  const bool year_first = length[0] == 4 && length[1] <= 2 && length[2] <= 2;
  const bool year_last = length[0] <= 2 && length[1] <= 2 && (length[2] == 2 || length[2] == 4);
  return found->runs == 3 && found->marks[0] == found->marks[1] && (year_first || year_last);
}

bool is_time(std::string_view text) {
  while (!text.empty() && (text.back() == 'Z' || text.back() == 'z')) text.remove_suffix(1);
  text = text.substr(0, text.find('+'));
  const auto found = digit_runs(text);
  if (!found || found->runs < 2 || found->length[0] > 2 || found->length[1] != 2) return false;
  return found->marks == ":" || found->marks == "::" || found->marks == "::.";
}

/// jan, January, …
bool is_month(std::string_view word) {
  constexpr std::array months = {"january"sv, "february"sv, "march"sv,     "april"sv,   "may"sv,      "june"sv,
                                 "july"sv,    "august"sv,   "september"sv, "october"sv, "november"sv, "december"sv};
  return std::ranges::any_of(
      months, [&](std::string_view month) { return same_word(word, month) || same_word(word, month.substr(0, 3)); });
}

/// 3 Mar 2024, March 3, 2024, 3-Mar-24, Mar-2024.
bool is_day_in_words(std::string_view text) {
  constexpr std::string_view between = " -/.,";
  int months = 0, numbers = 0;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find_first_of(between));
    text.remove_prefix(std::min(text.find_first_not_of(between, part.size()), text.size()));
    if (is_month(part)) {
      ++months;
    } else if (!part.empty() && part.size() <= 4 && std::ranges::all_of(part, detail::is_digit)) {
      ++numbers;
    } else {
      return false;
    }
  }
  return months == 1 && (numbers == 1 || numbers == 2);
}

}  // namespace

bool same_word(std::string_view text, std::string_view lower_case) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; };
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [&](char a, char b) { return lower(a) == b; });
}

bool is_missing(std::string_view cell) {
  constexpr std::array marks = {""sv, "?"sv, "na"sv, "n/a"sv, "#n/a"sv, "<na>"sv, "nan"sv, "null"sv, "\\n"sv};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return same_word(cell, mark); });
}

bool is_garbled_number(std::string_view cell) {
  // Among the marks are U+00A0, U+2009 and U+202F, the blanks that Excel and R set between thousands.
  constexpr std::array marks = {"."sv, ","sv, ";"sv, "|"sv, "'"sv, " "sv, "\u00A0"sv, "\u2009"sv, "\u202F"sv};
  if (cell.starts_with('(') && cell.ends_with(')')) cell = cell.substr(1, cell.size() - 2);
  for (const std::string_view sign : {"-"sv, "+"sv, "−"sv, "$"sv, "€"sv, "£"sv, "%"sv}) {
    if (cell.starts_with(sign)) cell.remove_prefix(sign.size());
    if (cell.ends_with(sign)) cell.remove_suffix(sign.size());
  }
  bool has_digits = false;
  while (!cell.empty()) {
    const auto* const mark = std::ranges::find_if(marks, [&](std::string_view each) { return cell.starts_with(each); });
    const bool is_mark = mark != marks.end();
    if (!is_mark && !detail::is_digit(cell.front())) return false;
    has_digits = has_digits || !is_mark;
    cell.remove_prefix(is_mark ? mark->size() : 1);
  }
  return has_digits;
}

std::optional<bool> parse_boolean(std::string_view cell) {
  if (same_word(cell, "true") || same_word(cell, "yes")) return true;
  if (same_word(cell, "false") || same_word(cell, "no")) return false;
  return std::nullopt;
}

bool is_date(std::string_view cell) {
  if (is_day_in_words(cell)) return true;
  const auto between = cell.find_first_of(" T");
  if (between == std::string_view::npos) return is_day(cell) || is_time(cell);
  return is_day(cell.substr(0, between)) && is_time(cell.substr(between + 1));
}

bool has_decimal_comma(std::string_view cell) {
  const auto comma = cell.find(',');
  if (comma == std::string_view::npos || cell.find('.') != std::string_view::npos) return false;
  std::string with_point(cell);
  with_point[comma] = '.';
  return parse_number<double>(with_point).kind == NumberKind::finite;
}

std::string with_decimal_point(std::string_view cell) {
  std::string text(cell);
  for (char& c : text) {
    if (c == '.' || c == ',') c = c == ',' ? '.' : ',';
  }
  return text;
}

CellKind kind_of_cell(std::string_view cell, char decimal) {
  if (is_missing(cell)) return CellKind::missing;
  const auto number = decimal == ',' ? parse_number<double>(with_decimal_point(cell)) : parse_number<double>(cell);
  if (number.kind != NumberKind::malformed)
    return number.kind == NumberKind::finite && std::trunc(number.value) == number.value ? CellKind::whole
                                                                                         : CellKind::fraction;
  if (parse_boolean(cell)) return CellKind::boolean;
  return is_date(cell) ? CellKind::date : CellKind::text;
}

}  // namespace smsvm
