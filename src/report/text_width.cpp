#include "report/text_width.hpp"

#include <algorithm>

#include "report/code_points.hpp"

namespace smsvm::report {
namespace {

/// As a share of the font size; DejaVu Sans is the widest of the fonts to be expected.
double character_width(char32_t character) {
  constexpr std::u32string_view narrow = U"iljtfrI.,:;'|!()[]{}-/\\ ";
  constexpr std::u32string_view raised = U"⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
  constexpr std::u32string_view wide = U"mwMW@%×−+=<>…—";
  if (narrow.find(character) != narrow.npos) return 0.4;
  if (raised.find(character) != raised.npos) return 0.43;
  if (wide.find(character) != wide.npos || character >= 0x1100) return 1;
  if (character >= 'A' && character <= 'Z') return 0.72;
  return 0.64;
}

/// Each line takes all the words it has room for.
std::vector<std::string> filled(std::string_view text, double width, double font_size) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = shortened(text.substr(0, end), width, font_size);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (lines.empty() || text_width(lines.back() + " " + word, font_size) > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

}  // namespace

double text_width(std::string_view text, double font_size) {
  double width = 0;
  for (const CodePoint& point : code_points(text)) width += character_width(point.value);
  return width * font_size;
}

std::string shortened(std::string_view text, double width, double font_size) {
  if (text_width(text, font_size) <= width) return std::string(text);
  std::string kept;
  double used = font_size;  // of the dots
  for (const auto& [character, bytes] : code_points(text)) {
    used += character_width(character) * font_size;
    if (used > width) break;
    kept += bytes;
  }
  return kept + "…";
}

std::vector<std::string> wrapped(std::string_view text, double width, double font_size) {
  std::vector<std::string> lines = filled(text, width, font_size);
  // As few lines, but of similar length: no word alone on the last one.
  while (lines.size() > 1) {
    width -= font_size;
    std::vector<std::string> narrower = filled(text, width, font_size);
    const bool worse =
        std::any_of(narrower.begin(), narrower.end(), [](const auto& line) { return line.ends_with("…"); });
    if (narrower.size() > lines.size() || worse) break;
    lines = std::move(narrower);
  }
  return lines;
}

}  // namespace smsvm::report
