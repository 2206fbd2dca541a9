#include "report/markup.hpp"

#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "report/code_points.hpp"

namespace smsvm::report {
namespace {

struct Piece {
  enum class Kind { text, code, bold_start, bold_end, link_start, link_end };
  Kind kind;
  std::string_view text;  ///< of a link's start and end: the address
};

/// What a reader may safely follow: never a script.
bool is_address(std::string_view url) {
  constexpr std::array<std::string_view, 3> schemes = {"https://", "http://", "mailto:"};
  for (const std::string_view scheme : schemes) {
    if (url.starts_with(scheme)) return true;
  }
  return !url.empty() && url.find(':') == std::string_view::npos;  // relative
}

/// A marked piece at the beginning of a text.
struct Mark {
  std::size_t length = 0;
  Piece start;
  std::string_view inside;  ///< may hold marks itself
  std::optional<Piece> end;
};

std::optional<Mark> code(std::string_view text) {
  const std::size_t end = text.find('`', 1);
  if (end == std::string_view::npos || end == 1) return std::nullopt;
  return Mark{end + 1, {Piece::Kind::code, text.substr(1, end - 1)}, {}, std::nullopt};
}

std::optional<Mark> bold(std::string_view text) {
  const std::size_t end = text.find("**", 2);
  // As in Markdown, the marks touch what they mark: 2 ** 3 is not bold.
  if (end == std::string_view::npos || end == 2 || text[2] == ' ' || text[end - 1] == ' ') return std::nullopt;
  return Mark{end + 2, {Piece::Kind::bold_start, {}}, text.substr(2, end - 2), Piece{Piece::Kind::bold_end, {}}};
}

std::optional<Mark> link(std::string_view text) {
  const std::size_t middle = text.find("](");
  if (middle == std::string_view::npos || middle == 1) return std::nullopt;
  const std::string_view label = text.substr(1, middle - 1);
  const std::size_t end = text.find(')', middle);
  if (end == std::string_view::npos || label.find('[') != std::string_view::npos) return std::nullopt;
  const std::string_view url = text.substr(middle + 2, end - middle - 2);
  if (!is_address(url)) return std::nullopt;
  return Mark{end + 1, {Piece::Kind::link_start, url}, label, Piece{Piece::Kind::link_end, url}};
}

std::optional<Mark> mark_at_start(std::string_view text) {
  if (text.starts_with('`')) return code(text);
  if (text.starts_with("**")) return bold(text);
  if (text.starts_with('[')) return link(text);
  return std::nullopt;
}

/// Cuts a text at its marks; marks that lack their other half are text.
void cut(std::string_view text, std::vector<Piece>& pieces) {
  std::size_t done = 0;
  const auto flush = [&](std::size_t until) {
    if (until > done) pieces.push_back({Piece::Kind::text, text.substr(done, until - done)});
  };
  for (std::size_t at = 0; at < text.size();) {
    const auto mark = mark_at_start(text.substr(at));
    if (!mark) {
      ++at;
      continue;
    }
    flush(at);
    pieces.push_back(mark->start);
    cut(mark->inside, pieces);
    if (mark->end) pieces.push_back(*mark->end);
    done = at += mark->length;
  }
  flush(text.size());
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  cut(text, pieces);
  return pieces;
}

/// A line end is a blank: one text, one paragraph.
std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& character : line) {
    if (character == '\n' || character == '\r' || character == '\t') character = ' ';
  }
  return line;
}

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || static_cast<unsigned char>(character) >= 0x80;
}

/// Whether Markdown would take the character for more than itself.
bool means_more(std::string_view text, std::size_t at) {
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (text[at]) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '<':
    case '~':
      return true;
    case '_':
      return !is_word(before) || !is_word(after);
    case '&':
      return is_word(after) || after == '#';
    default:
      return false;
  }
}

std::string escape_markdown(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (means_more(text, at)) escaped += '\\';
    escaped += text[at];
  }
  return escaped;
}

/// A paragraph must not turn into a list, a heading or a quotation.
std::string guard_start(std::string text) {
  const bool bullet = text.starts_with("- ") || text.starts_with("+ ");
  if (bullet || text.starts_with('#') || text.starts_with('>')) return "\\" + text;
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool numbered = digits != 0 && digits != std::string::npos &&
                        (text.compare(digits, 2, ". ") == 0 || text.compare(digits, 2, ") ") == 0);
  if (numbered) text.insert(digits, 1, '\\');
  return text;
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const auto& [value, bytes] : code_points(text)) {
    const bool control = value < 0x20 && value != '\n' && value != '\t' && value != '\r';
    if (value == '&') {
      escaped += "&amp;";
    } else if (value == '<') {
      escaped += "&lt;";
    } else if (value == '>') {
      escaped += "&gt;";
    } else if (value == '"') {
      escaped += "&quot;";
    } else if (value == replacement_character || control || value == 0xFFFE || value == 0xFFFF) {
      escaped += "\uFFFD";
    } else {
      escaped += bytes;
    }
  }
  return escaped;
}

std::string html_text(std::string_view text) {
  const std::string line = on_one_line(text);
  std::string html;
  for (const auto& [kind, content] : pieces_of(line)) {
    switch (kind) {
      case Piece::Kind::text:
        html += escape_xml(content);
        break;
      case Piece::Kind::code:
        html += "<code>" + escape_xml(content) + "</code>";
        break;
      case Piece::Kind::bold_start:
        html += "<strong>";
        break;
      case Piece::Kind::bold_end:
        html += "</strong>";
        break;
      case Piece::Kind::link_start:
        html += "<a href=\"" + escape_xml(content) + "\">";
        break;
      case Piece::Kind::link_end:
        html += "</a>";
        break;
    }
  }
  return html;
}

std::string markdown_text(std::string_view text) {
  const std::string line = on_one_line(text);
  std::string markdown;
  for (const auto& [kind, content] : pieces_of(line)) {
    switch (kind) {
      case Piece::Kind::text:
        markdown += escape_markdown(content);
        break;
      case Piece::Kind::code:
        markdown.append("`").append(content).append("`");
        break;
      case Piece::Kind::bold_start:
      case Piece::Kind::bold_end:
        markdown += "**";
        break;
      case Piece::Kind::link_start:
        markdown += "[";
        break;
      case Piece::Kind::link_end:
        markdown.append("](").append(content).append(")");
        break;
    }
  }
  return guard_start(std::move(markdown));
}

std::string markdown_literal(std::string_view text) { return guard_start(escape_markdown(on_one_line(text))); }

std::string plain_text(std::string_view text) {
  const std::string line = on_one_line(text);
  std::string plain;
  for (const auto& [kind, content] : pieces_of(line)) {
    if (kind == Piece::Kind::text || kind == Piece::Kind::code) plain += content;
  }
  return plain;
}

}  // namespace smsvm::report
