#include "data/csv_rows.hpp"

#include <algorithm>

namespace smsvm {
namespace {

bool is_blank_in_csv(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Databases pad texts within their quotes too.
std::string_view without_padding(std::string_view text) {
  constexpr std::string_view padding = " \t\r\n";
  const auto first = std::min(text.find_first_not_of(padding), text.size());
  return text.substr(first, text.find_last_not_of(padding) + 1 - first);
}

}  // namespace

std::string CsvField::text() const {
  std::string result(raw);
  if (!quoted) return result;
  // Of two neighbouring quotes the first one goes.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] == '"') ++i;
    result[kept++] = result[std::min(i, result.size() - 1)];
  }
  result.resize(kept);
  return result;
}

CsvRows::Outcome CsvRows::next(std::vector<CsvField>& fields) {
  fields.clear();
  if (!skip_blank_lines()) return Outcome::end;
  if (delimiter_ == ' ') return next_between_blanks(fields);
  for (;;) {
    skip_blanks();
    if (at_ != end_ && *at_ == '"') {
      CsvField& field = fields.emplace_back();
      if (!quoted_field(field)) {
        skip_line();
        return Outcome::fault;
      }
    } else {
      fields.push_back(plain_field());
    }
    if (at_line_end()) break;
    ++at_;  // the delimiter
  }
  end_line();
  return Outcome::row;
}

CsvRows::Outcome CsvRows::next_between_blanks(std::vector<CsvField>& fields) {
  for (skip_all_blanks(); !at_line_end(); skip_all_blanks()) {
    if (*at_ == '"') {
      if (quoted_field(fields.emplace_back())) continue;
      skip_line();
      return Outcome::fault;
    }
    const char* const first = at_;
    while (!at_line_end() && !is_blank_in_csv(*at_)) ++at_;
    fields.push_back({{first, static_cast<std::size_t>(at_ - first)}, first, line_start_, line_, false});
  }
  end_line();
  return Outcome::row;
}

bool CsvRows::skip_blank_lines() {
  while (at_ != end_) {
    const char* const start = at_;
    delimiter_ == ' ' ? skip_all_blanks() : skip_blanks();
    if (!at_line_end()) {
      at_ = start;
      return true;
    }
    end_line();
  }
  return false;
}

CsvField CsvRows::plain_field() {
  const char* const first = at_;
  while (at_ != end_ && *at_ != delimiter_ && *at_ != '\n') ++at_;
  const char* last = at_;
  while (last != first && is_blank_in_csv(last[-1])) --last;
  return {{first, static_cast<std::size_t>(last - first)}, first, line_start_, line_, false};
}

bool CsvRows::quoted_field(CsvField& field) {
  const char* const open = at_;
  field = {{}, open, line_start_, line_, true};
  ++at_;
  for (;; ++at_) {
    if (at_ == end_) {
      fault_ = {"a quote that is never closed", "expected a closing \"", open, field.line_start, field.line};
      return false;
    }
    if (*at_ == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    } else if (*at_ == '"') {
      if (at_ + 1 == end_ || at_[1] != '"') break;
      ++at_;
    }
  }
  field.raw = without_padding({open + 1, static_cast<std::size_t>(at_ - open - 1)});
  ++at_;
  if (at_line_end() || (delimiter_ == ' ' && is_blank_in_csv(*at_))) return true;
  skip_blanks();
  if (at_line_end() || *at_ == delimiter_) return true;
  fault_ = {"text after a closing quote", "expected a delimiter; a quote inside quotes is doubled, \"\"", at_,
            line_start_, line_};
  return false;
}

void CsvRows::skip_blanks() {
  while (at_ != end_ && is_blank_in_csv(*at_) && *at_ != delimiter_) ++at_;
}

void CsvRows::skip_all_blanks() {
  while (at_ != end_ && is_blank_in_csv(*at_)) ++at_;
}

void CsvRows::end_line() {
  if (at_ == end_) return;
  ++at_;
  ++line_;
  line_start_ = at_;
}

void CsvRows::skip_line() {
  at_ = std::find(at_, end_, '\n');
  end_line();
}

std::string_view line_at(const char* line_start, std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* last = std::find(line_start, end, '\n');
  if (last != line_start && last[-1] == '\r') --last;
  return {line_start, static_cast<std::size_t>(last - line_start)};
}

}  // namespace smsvm
