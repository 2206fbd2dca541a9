#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smsvm {

/// The part of a line around `column` (1-based byte; one past the end is fine), at most about 70 characters, indented,
/// and below it a caret under that column. Tabs, control bytes and invalid UTF-8 are made visible.
std::string excerpt(std::string_view line, std::int64_t column);

/// A piece of the input for use in a sentence: 'text', cut to a readable length, made visible likewise.
std::string in_quotes(std::string_view text);
/// The first ten: 'a', 'b', …
std::string list_in_quotes(const std::vector<std::string>& texts);

}  // namespace smsvm
