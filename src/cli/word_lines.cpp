#include "cli/word_lines.hpp"

#include <algorithm>

#include "data/excerpt.hpp"
#include "smsvm/error.hpp"

namespace smsvm::cli {
namespace {

constexpr std::string_view blanks = " \t\r";

}  // namespace

WordLine::WordLine(std::string_view text, std::string file, std::int64_t number, const char* expected)
    : text_(text.substr(0, text.find('#'))), file_(std::move(file)), number_(number), expected_(expected) {
  skip_blanks();
}

std::string_view WordLine::next_word() {
  const std::size_t end = std::min(text_.find_first_of(blanks, at_), text_.size());
  const std::string_view word = text_.substr(at_, end - at_);
  word_start_ = at_;
  at_ = end;
  skip_blanks();
  return word;
}

void WordLine::fail(const std::string& found) const {
  const auto column = static_cast<std::int64_t>(word_start_) + 1;
  throw DataError({file_, number_, column}, found, expected_, excerpt(text_, column));
}

void WordLine::skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

void for_each_line(const Source& source, const char* expected, const std::function<void(WordLine&)>& visit) {
  std::int64_t number = 0;
  std::string_view rest = source.text();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    WordLine line(rest.substr(0, end), source.name(), ++number, expected);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.at_end()) visit(line);
  }
}

}  // namespace smsvm::cli
