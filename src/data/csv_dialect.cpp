#include "data/csv_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "data/excerpt.hpp"
#include "data/label_column.hpp"
#include "data/number.hpp"

namespace smsvm {
namespace {

constexpr std::string_view candidates = ";\t|,";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool same_word(std::string_view text, std::string_view lower_case) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; };
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [&](char a, char b) { return lower(a) == b; });
}

/// The first line that is not blank.
std::string_view first_line(std::string_view text) {
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  const auto line_start = text.find_last_of('\n', start);
  text.remove_prefix(line_start == std::string_view::npos ? 0 : line_start + 1);
  return text.substr(0, text.find('\n'));
}

char guess_delimiter(std::string_view line) {
  std::array<std::int64_t, candidates.size()> count{};
  bool in_quotes = false, is_decimal = true;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    const auto candidate = candidates.find(line[i]);
    if (in_quotes || candidate == std::string_view::npos) continue;
    ++count[candidate];
    const bool between_digits = i > 0 && i + 1 < line.size() && is_digit(line[i - 1]) && is_digit(line[i + 1]);
    if (line[i] == ',' && !between_digits) is_decimal = false;
  }
  // In 0,5;1,5;2,5 the commas are the more frequent, yet no delimiters.
  const auto others = std::max_element(count.begin(), count.end() - 1);
  if (*others > 0 && (is_decimal || *others >= count.back())) return candidates[others - count.begin()];
  return ',';
}

bool looks_like_data(const CsvField& field) {
  return is_missing(field.raw) || has_decimal_comma(field.raw) ||
         parse_number<double>(field.raw).kind != NumberKind::malformed;
}

/// An option that names a column, and what it was given.
struct ColumnOption {
  const char* name;
  const std::string& given;

  bool is_name(std::int64_t columns) const {
    return !given.empty() && given != "none" && !numbered_column(given, columns);
  }
};

bool has_header(const ReadOptions& options, const std::vector<CsvField>& first_row) {
  const auto columns = std::ssize(first_row);
  for (const ColumnOption& option :
       {ColumnOption{"--label-column", options.label_column}, ColumnOption{"--weight-column", options.weight_column}}) {
    if (!option.is_name(columns)) continue;
    if (options.header == Header::no) {
      throw OptionError(fmt::format("{} must be a number from 1 to {} without a header, not {}", option.name, columns,
                                    in_quotes(option.given)));
    }
    return true;  // only a header can hold it
  }
  if (options.header != Header::automatic) return options.header == Header::yes;
  const bool labelled = options.label_column != "none";
  const std::int64_t label = numbered_column(options.label_column, columns).value_or(0);
  for (std::int64_t j = 0; j < columns; ++j) {
    const bool is_label = labelled && j == label;
    if (!is_label && !looks_like_data(first_row[static_cast<std::size_t>(j)])) return true;
  }
  return false;
}

std::optional<std::int64_t> usual_label_column(const std::vector<std::string>& names) {
  for (const std::string_view usual : {"label", "target", "class", "y"}) {
    const auto at = std::find_if(names.begin(), names.end(), [&](const auto& name) { return same_word(name, usual); });
    if (at != names.end()) return at - names.begin();
  }
  return std::nullopt;
}

std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > most ? text + ", …" : text;
}

std::int64_t chosen_column(const ColumnOption& option, const std::vector<std::string>& names, std::int64_t columns) {
  const auto twins = std::count(names.begin(), names.end(), option.given);
  if (twins > 1) {
    throw OptionError(
        fmt::format("{}: {} columns are called {}; give its number", option.name, twins, in_quotes(option.given)));
  }
  if (twins == 1) return std::find(names.begin(), names.end(), option.given) - names.begin();
  if (const auto number = numbered_column(option.given, columns)) return *number;
  throw OptionError(fmt::format("{}: no column is called {}; there are {} columns{}{}", option.name,
                                in_quotes(option.given), columns, names.empty() ? "" : ": ", list(names)));
}

std::optional<std::int64_t> label_column(const ReadOptions& options, const CsvDialect& dialect, std::int64_t columns) {
  if (has_no_labels(options)) return std::nullopt;
  if (!options.label_column.empty()) {
    const auto chosen = chosen_column({"--label-column", options.label_column}, dialect.names, columns);
    if (chosen == dialect.weight_column) {
      throw OptionError(fmt::format("--label-column and --weight-column are both column {}", chosen + 1));
    }
    return chosen;
  }
  if (const auto usual = usual_label_column(dialect.names); usual && usual != dialect.weight_column) return usual;
  const bool may_lack_labels = dialect.has_header && !options.labels_required;
  if (may_lack_labels) return std::nullopt;
  return dialect.weight_column == 0 ? 1 : 0;
}

}  // namespace

char csv_delimiter(const ReadOptions& options, std::string_view text) {
  if (options.delimiter == 0) return guess_delimiter(first_line(text));
  constexpr std::string_view impossible = "\"\r\n.+-";
  if (impossible.find(options.delimiter) != std::string_view::npos || is_digit(options.delimiter)) {
    throw OptionError(fmt::format("--delimiter cannot be {}", in_quotes({&options.delimiter, 1})));
  }
  return options.delimiter;
}

CsvDialect csv_dialect(const ReadOptions& options, const std::vector<CsvField>& first_row) {
  CsvDialect dialect;
  dialect.has_header = has_header(options, first_row);
  if (dialect.has_header) {
    for (const CsvField& field : first_row) dialect.names.push_back(field.text());
  }
  const auto columns = std::ssize(first_row);
  if (!options.weight_column.empty()) {
    dialect.weight_column = chosen_column({"--weight-column", options.weight_column}, dialect.names, columns);
  }
  dialect.label_column = label_column(options, dialect, columns);
  return dialect;
}

bool is_missing(std::string_view field) {
  return field.empty() || field == "?" || same_word(field, "na") || same_word(field, "n/a") ||
         same_word(field, "nan") || same_word(field, "null");
}

bool has_decimal_comma(std::string_view field) {
  const auto comma = field.find(',');
  if (comma == std::string_view::npos || field.find('.') != std::string_view::npos) return false;
  std::string with_point(field);
  with_point[comma] = '.';
  return parse_number<double>(with_point).kind == NumberKind::finite;
}

}  // namespace smsvm
