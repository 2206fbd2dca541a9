#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace smsvm {

/// What stands in a cell of a table.
enum class CellKind { missing, whole, fraction, boolean, date, text };

/// `decimal`: what stands before a fraction, a point or a comma.
CellKind kind_of_cell(std::string_view cell, char decimal);

inline bool is_number(CellKind kind) { return kind == CellKind::whole || kind == CellKind::fraction; }

/// Empty, NA, N/A, NaN, ? or null, in any case.
bool is_missing(std::string_view cell);
/// true or yes, false or no, in any case.
std::optional<bool> parse_boolean(std::string_view cell);
/// A day, a month of a year or a time of day: 2024-01-31, 31.1.2024, 1/31/24 10:15, 10:15:00, 31 Jan 2024, Jan-24.
bool is_date(std::string_view cell);
/// Digits, points and delimiters, as in 1.2.3, 4;5 and 1'234, perhaps with a sign of money or percent, in parentheses
/// or with a minus of Unicode: no name of a category, but a number that is written in another way.
bool is_garbled_number(std::string_view cell);
/// As in 0,5: a number if the comma were a point.
bool has_decimal_comma(std::string_view cell);
/// The number as it is written with a point; what has a point already is no number then.
std::string with_decimal_point(std::string_view cell);

/// Whether the text is this word in any case; the locale plays no role.
bool same_word(std::string_view text, std::string_view lower_case);

}  // namespace smsvm
