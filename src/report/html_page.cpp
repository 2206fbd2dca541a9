#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/markup.hpp"
#include "report/pages.hpp"
#include "report/text_width.hpp"

namespace smsvm::report {
namespace {

/// Readable in an address, and different for every heading of the page.
class Anchors {
 public:
  std::string next(std::string_view heading) {
    std::string anchor;
    for (const char character : plain_text(heading)) {
      const bool upper = character >= 'A' && character <= 'Z';
      const bool kept = (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
      if (upper || kept) {
        anchor += upper ? static_cast<char>(character - 'A' + 'a') : character;
      } else if (!anchor.empty() && anchor.back() != '-') {
        anchor += '-';
      }
    }
    while (anchor.ends_with('-')) anchor.pop_back();
    if (anchor.empty()) anchor = "section";
    while (!used_.insert(anchor).second) anchor += "-2";
    return anchor;
  }

 private:
  std::set<std::string> used_;
};

struct Section {
  std::string anchor;
  std::string heading;
};

std::string cell_text(const Cell& cell) { return cell.marks ? html_text(cell.text) : escape_xml(cell.text); }

std::string exact_attribute(const Cell& cell) {
  return cell.exact.empty() ? "" : fmt::format(" title=\"{}\"", escape_xml(cell.exact));
}

/// Of the colour so little that text stays readable on it.
std::string shade_attribute(const Cell& cell) {
  constexpr double strongest = 45;
  if (cell.shade == 0 || !std::isfinite(cell.shade)) return "";
  return fmt::format(" style=\"background:color-mix(in srgb,var(--{}) {:.1f}%,var(--paper))\"",
                     cell.shade > 0 ? "accent" : "contrary", strongest * std::min(1.0, std::abs(cell.shade)));
}

std::string table_row(const std::vector<Cell>& cells, bool header) {
  std::string row = "<tr>";
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const std::string_view element = header || column == 0 ? "th" : "td";
    const std::string_view scope = header ? R"( scope="col")" : column == 0 ? R"( scope="row")" : "";
    const Cell& cell = cells[column];
    const std::string note = cell.note.empty() ? "" : fmt::format("<small>{}</small>", escape_xml(cell.note));
    row += fmt::format("<{0}{1}{2}{3}>{4}{5}</{0}>", element, scope, exact_attribute(cell), shade_attribute(cell),
                       cell_text(cell), note);
  }
  return row + "</tr>\n";
}

/// Whether another has room beside it.
bool fits_half_a_page(const Table& table) {
  constexpr std::size_t most_columns = 6;
  constexpr double half_a_page = 526, padding = 28.8, font_size = 14.4;  // pixels, as the style has them
  if (table.header.size() > most_columns) return false;
  double width = 0;
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    const auto width_of = [&](const std::vector<Cell>& cells) {
      if (column >= cells.size()) return 0.0;
      const Cell& cell = cells[column];
      return text_width(cell.marks ? plain_text(cell.text) : cell.text, font_size);
    };
    double widest = width_of(table.header);
    for (const auto& cells : table.rows) widest = std::max(widest, width_of(cells));
    width += widest + padding;
  }
  return width <= half_a_page;
}

/// Writes the blocks one after the other; plots and narrow tables that follow each other share a grid.
class HtmlWriter {
 public:
  void operator()(const Heading& heading) {
    close_grid();
    close_section();
    const std::string anchor = anchors_.next(heading.text);
    sections_.push_back({anchor, heading.text});
    body_ +=
        fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", anchor, html_text(heading.text));
    in_section_ = true;
  }

  void operator()(const Subheading& heading) {
    close_grid();
    body_ += fmt::format("<h3 id=\"{}\">{}</h3>\n", anchors_.next(heading.text), html_text(heading.text));
  }

  void operator()(const Paragraph& paragraph) {
    close_grid();
    body_ += "<p>" + html_text(paragraph.text) + "</p>\n";
  }

  void operator()(const List& list) {
    close_grid();
    body_ += "<ul>\n";
    for (const std::string& item : list.items) body_ += "<li>" + html_text(item) + "</li>\n";
    body_ += "</ul>\n";
  }

  void operator()(const Table& table) {
    const bool narrow = !table.folded && fits_half_a_page(table);
    if (narrow) open_grid();
    if (!narrow) close_grid();
    const std::string name = table.caption.empty() ? "table" : escape_xml(plain_text(table.caption));
    if (table.folded) {
      body_ += "<details>\n<summary>" + html_text(table.caption) + "</summary>\n";
    }
    body_ += "<figure class=\"table\">\n";
    if (!table.caption.empty() && !table.folded) body_ += "<figcaption>" + html_text(table.caption) + "</figcaption>\n";
    // What scrolls must be within reach of the keyboard.
    body_ += fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n", name);
    body_ += "<thead>\n" + table_row(table.header, true) + "</thead>\n<tbody>\n";
    for (const auto& cells : table.rows) body_ += table_row(cells, false);
    body_ += "</tbody>\n</table>\n</div>\n</figure>\n";
    if (table.folded) body_ += "</details>\n";
  }

  void operator()(const Figures& figures) {
    close_grid();
    body_ += "<dl class=\"figures\">\n";
    for (const auto& [name, value] : figures.items) {
      body_ += fmt::format("<div><dt>{}</dt><dd{}>{}</dd></div>\n", html_text(name), exact_attribute(value),
                           cell_text(value));
    }
    body_ += "</dl>\n";
  }

  void operator()(const RowBreak&) { close_grid(); }

  void operator()(const Preformatted& preformatted) {
    close_grid();
    body_ += "<pre tabindex=\"0\"><code>" + escape_xml(preformatted.text) + "</code></pre>\n";
  }

  void operator()(const NamedPlot& plot) {
    open_grid();
    body_ += "<figure class=\"plot\">\n" + svg(plot.plot) + "</figure>\n";
  }

  std::string body() {
    close_grid();
    close_section();
    return std::move(body_);
  }

  /// A page of one section needs none.
  std::string contents() const {
    if (sections_.size() < 2) return {};
    std::string list;
    for (const Section& section : sections_) {
      list += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.anchor, escape_xml(plain_text(section.heading)));
    }
    return "<nav aria-label=\"Contents\">\n<ol>\n" + list + "</ol>\n</nav>\n";
  }

 private:
  void open_grid() {
    if (!in_grid_) body_ += "<div class=\"grid\">\n";
    in_grid_ = true;
  }
  void close_grid() {
    if (in_grid_) body_ += "</div>\n";
    in_grid_ = false;
  }
  void close_section() {
    if (in_section_) body_ += "</section>\n";
    in_section_ = false;
  }

  Anchors anchors_;
  std::vector<Section> sections_;
  std::string body_;
  bool in_grid_ = false;
  bool in_section_ = false;
};

}  // namespace

std::string html_page(std::string_view title, std::span<const Block> blocks) {
  HtmlWriter writer;
  for (const Block& block : blocks) std::visit(writer, block);
  const std::string body = writer.body();
  // The policy makes the browser keep the promise that the page needs nothing else.
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{0}</title>
<link rel="icon" href="data:,">
<style>
{1}</style>
</head>
<body>
<header>
<h1>{2}</h1>
{3}</header>
<main>
{4}</main>
</body>
</html>
)",
                     escape_xml(plain_text(title)), page_style(), html_text(title), writer.contents(), body);
}

}  // namespace smsvm::report
