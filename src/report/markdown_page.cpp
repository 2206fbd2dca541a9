#include <fmt/format.h>

#include <algorithm>

#include "report/markup.hpp"
#include "report/pages.hpp"

namespace smsvm::report {
namespace {

/// Each block with an empty line before it.
class MarkdownWriter {
 public:
  explicit MarkdownWriter(std::string_view plot_folder) : folder_(plot_folder) {
    if (!folder_.empty() && !folder_.ends_with('/')) folder_ += '/';
  }

  std::string operator()(const Heading& heading) const { return fmt::format("\n## {}\n", markdown_text(heading.text)); }
  std::string operator()(const Subheading& heading) const {
    return fmt::format("\n### {}\n", markdown_text(heading.text));
  }
  std::string operator()(const Paragraph& paragraph) const {
    return fmt::format("\n{}\n", markdown_text(paragraph.text));
  }

  std::string operator()(const List& list) const {
    std::string text = "\n";
    for (const std::string& item : list.items) text += fmt::format("- {}\n", markdown_text(item));
    return text;
  }

  std::string operator()(const Table& table) const {
    std::string text = table.caption.empty() ? "\n" : fmt::format("\n_{}_\n\n", markdown_text(table.caption));
    text += row(table.header) + "|---|";
    for (std::size_t column = 1; column < table.header.size(); ++column) text += "---:|";
    text += "\n";
    for (const auto& cells : table.rows) text += row(cells);
    return text;
  }

  std::string operator()(const Figures& figures) const {
    std::string text = "\n";
    for (const auto& [name, value] : figures.items)
      text += fmt::format("- {}: {}\n", markdown_text(name), cell_text(value));
    return text;
  }

  std::string operator()(const RowBreak&) const { return {}; }

  std::string operator()(const Preformatted& preformatted) const {
    const std::string fence = fence_around(preformatted.text);
    const std::string_view end = preformatted.text.ends_with('\n') ? "" : "\n";
    return fmt::format("\n{0}\n{1}{2}{0}\n", fence, preformatted.text, end);
  }

  std::string operator()(const NamedPlot& plot) const {
    return fmt::format("\n![{}]({}{}.svg)\n", markdown_text(title_of(plot.plot)), folder_, plot.name);
  }

 private:
  static std::string cell_text(const Cell& cell) {
    return cell.marks ? markdown_text(cell.text) : markdown_literal(cell.text);
  }

  static std::string row(const std::vector<Cell>& cells) {
    std::string text = "|";
    for (const Cell& cell : cells) {
      std::string content = cell_text(cell);
      if (!cell.note.empty()) content += " (" + markdown_literal(cell.note) + ")";
      for (std::size_t at = 0; (at = content.find('|', at)) != std::string::npos; at += 2) content.insert(at, 1, '\\');
      text += fmt::format(" {} |", content);
    }
    return text + "\n";
  }

  /// Longer than any run of backquotes within.
  static std::string fence_around(std::string_view text) {
    std::size_t longest = 2, run = 0;
    for (const char character : text) {
      run = character == '`' ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
  }

  std::string folder_;
};

}  // namespace

std::string markdown_page(std::string_view title, std::span<const Block> blocks, std::string_view plot_folder) {
  const MarkdownWriter writer(plot_folder);
  std::string page = fmt::format("# {}\n", markdown_text(title));
  for (const Block& block : blocks) page += std::visit(writer, block);
  return page;
}

}  // namespace smsvm::report
