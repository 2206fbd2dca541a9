#include "data/text_kind.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "data/cell_kind.hpp"
#include "data/csv_dialect.hpp"
#include "data/number.hpp"
#include "smsvm/error.hpp"
#include "util/text.hpp"

namespace smsvm {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t lines_looked_at = 20;

std::string_view next_token(std::string_view& line) {
  const auto start = std::min(line.find_first_not_of(" \t\r"), line.size());
  const auto end = std::min(line.find_first_of(" \t\r", start), line.size());
  const std::string_view token = line.substr(start, end - start);
  line.remove_prefix(end);
  return token;
}

/// "12:0.5", and what is meant by it: "12:".
bool is_entry(std::string_view token) {
  const auto colon = token.find(':');
  if (colon == 0 || colon == token.npos) return false;
  const std::string_view index = token.substr(0, colon), value = token.substr(colon + 1);
  const bool is_index = index == "qid" || std::ranges::all_of(index, [](char c) { return detail::is_digit(c); });
  return is_index && (value.empty() || parse_number<double>(value).kind != NumberKind::malformed);
}

bool is_libsvm_line(std::string_view line) {
  const std::string_view label = next_token(line);  // 1,2 of several labels is refused as libsvm text
  const bool has_comma = label.find(',') != std::string_view::npos;
  if (has_comma && label.find_first_not_of("0123456789,") != std::string_view::npos) return false;
  line = line.substr(0, line.find('#'));
  std::string_view entry = next_token(line);
  if (entry.empty()) return false;
  // All of them: a table may begin with 1/31/2024 3:15 PM.
  while (is_entry(entry)) entry = next_token(line);
  return entry.empty();
}

/// The first lines that are neither blank nor comments, without the last one if it may be cut off.
std::vector<std::string_view> first_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < lines_looked_at) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto start = line.find_first_not_of(" \t\r");
    if (start != line.npos && line[start] != '#') lines.push_back(line);
  }
  return lines;
}

struct OtherFormat {
  std::string_view magic;   ///< the first bytes; empty: the name alone tells
  std::string_view ending;  ///< of the name; empty: the bytes alone tell
  const char* found;
  const char* expected;
};

constexpr const char* save_as_csv = "expected a text: save the sheet as CSV (UTF-8) and give that";
constexpr const char* by_python = "the Python package reads it: smsvm.load(file); or write it as CSV";
constexpr const char* unpack_it = "unpack it first";
constexpr const char* as_csv = "expected libsvm text, CSV, .npy, .npz or a store: write it as CSV";

constexpr std::array other_formats = {
    OtherFormat{"PK\x03\x04", ".xlsx", "an Excel workbook", save_as_csv},
    OtherFormat{"PK\x03\x04", ".xlsm", "an Excel workbook", save_as_csv},
    OtherFormat{"PK\x03\x04", ".ods", "an OpenDocument workbook", save_as_csv},
    OtherFormat{"\xD0\xCF\x11\xE0", "", "an old Excel workbook", save_as_csv},
    OtherFormat{"PAR1", "", "a Parquet file", by_python},
    OtherFormat{"ARROW1", "", "an Arrow file", by_python},
    OtherFormat{"FEA1", "", "a Feather file", by_python},
    OtherFormat{"\xFF\xFF\xFF\xFF", ".arrow", "an Arrow stream", by_python},
    OtherFormat{"\xFF\xFF\xFF\xFF", ".arrows", "an Arrow stream", by_python},
    OtherFormat{"\x89HDF", "", "an HDF5 file", as_csv},
    OtherFormat{"SQLite format 3", "", "a database of SQLite", as_csv},
    OtherFormat{"%PDF", "", "a PDF document", as_csv},
    OtherFormat{"MATLAB 5.0", "", "a file of MATLAB", as_csv},
    OtherFormat{"ORC", ".orc", "an ORC file", as_csv},
    OtherFormat{"RDX2\n", "", "a file of R", as_csv},
    OtherFormat{"RDX3\n", "", "a file of R", as_csv},
    OtherFormat{"X\n\0\0\0"sv, "", "a file of R", as_csv},
    OtherFormat{"\x80\x04\x95", "", "a pickle of Python, and no code from a file is ever run", as_csv},
    OtherFormat{"7z\xBC\xAF", "", "an archive", unpack_it},
};

bool is_workbook(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") && bytes.substr(0, 4096).find("[Content_Types].xml") != bytes.npos;
}

}  // namespace

bool looks_like_libsvm(std::string_view text) {
  const auto lines = first_lines(text);
  const auto entries = std::ranges::count_if(lines, is_libsvm_line);
  return entries > 0 && 2 * entries > std::ssize(lines);
}

bool looks_like_table(std::string_view text) {
  const auto lines = first_lines(text);
  if (lines.empty() || looks_like_libsvm(text)) return false;
  const char delimiter = csv_delimiter({}, text);
  const bool by_blanks = delimiter == ' ';
  std::vector<CsvField> fields;
  std::size_t columns = 0, names = 0;
  for (const std::string_view& line : lines) {
    if (line.find(':') != line.npos && by_blanks) return false;
    CsvRows row(line, delimiter);
    if (row.next(fields) != CsvRows::Outcome::row) return !by_blanks && columns > 1;  // a field over several lines
    if (columns == 0) columns = names = fields.size();
    if (&line == &lines[1] && lines.size() > 2 && fields.size() == names + 1)
      ++columns;  // R has no name above its names of rows
    if (fields.size() != columns) return false;
  }
  return columns > 1 && (!by_blanks || lines.size() > 1);
}

void refuse_other_formats(const std::string& file, std::string_view bytes) {
  const std::string name = in_lower_case(file);
  for (const OtherFormat& format : other_formats) {
    if (bytes.starts_with(format.magic) && name.ends_with(format.ending))
      throw DataError(Place{file}, format.found, format.expected);
  }
  constexpr std::size_t mark_of_tar = 257;
  if (bytes.size() > mark_of_tar && bytes.substr(mark_of_tar).starts_with("ustar"))
    throw DataError(Place{file}, "a tar archive", unpack_it);
  if (is_workbook(bytes)) throw DataError(Place{file}, "an Excel workbook", save_as_csv);
  const std::string_view line = first_line(bytes.substr(0, 4096));
  if (same_word(line.substr(0, 9), "@relation")) throw DataError(Place{file}, "an ARFF file", as_csv);
  if (same_word(line.substr(0, 9), "<!doctype") || same_word(line.substr(0, 5), "<html"))
    throw DataError(Place{file}, "a page of HTML", as_csv);
  if (line.starts_with("{\"") || line.starts_with("[{") || line.starts_with("[["))
    throw DataError(Place{file}, "JSON", as_csv);
}

}  // namespace smsvm
