#include "report/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "report/xml.hpp"

namespace smsvm::report {
namespace {

using test::parse_xml;
using test::XmlElement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Plot small_plot(std::string title) { return {std::move(title), {"x"}, {"y"}, {{"one", {{1, 2}, {3, 4}}}}}; }

/// The first element of this name in the page, with all that is in it.
XmlElement element(const std::string& html, const std::string& name) {
  const std::size_t start = html.find("<" + name);
  const std::string end = "</" + name + ">";
  return parse_xml(html.substr(start, html.find(end, start) + end.size() - start));
}

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string message(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(Document, IsMarkdown) {
  Document document("A title");
  document.paragraph("Some **bold** text.");
  document.heading("First");
  document.list({"one", "two `x`"});
  document.subheading("Within");
  document.table({{"name", "a", "b"}, {{"x|y", "1", "**2**"}, {"z", "3", ""}}, "What it shows"});
  document.plot("gap", small_plot("The gap"));
  document.preformatted("smsvm train\n");
  EXPECT_EQ(document.markdown("plots"), R"(# A title

Some **bold** text.

## First

- one
- two `x`

### Within

_What it shows_

| name | a | b |
|---|---:|---:|
| x\|y | 1 | **2** |
| z | 3 |  |

![The gap](plots/gap.svg)

```
smsvm train
```
)");
}

TEST(Document, FencesBackquotesInPreformattedText) {
  Document document("t");
  document.preformatted("```\ncode\n```");
  EXPECT_THAT(document.markdown(""), HasSubstr("\n````\n```\ncode\n```\n````\n"));
}

TEST(Document, LooksForPlotsBesideItselfWithoutAFolder) {
  Document document("t");
  document.plot("gap", small_plot("The gap"));
  EXPECT_THAT(document.markdown(""), HasSubstr("![The gap](gap.svg)"));
  EXPECT_THAT(document.markdown("a/"), HasSubstr("(a/gap.svg)"));
}

TEST(Document, HasTheSameCellsInBothRenderings) {
  const Table table{{"name", "value", "note"}, {{"<a>", "1.5", "x & y"}, {"b", "−2", "**best**"}}, "c"};
  Document document("t");
  document.table(table);
  const XmlElement found = element(document.html(), "table");
  std::vector<std::string> cells;
  for (const XmlElement& row : found.all("tr")) {
    for (const XmlElement& cell : row.children) cells.push_back(cell.text);
  }
  EXPECT_THAT(cells, ElementsAre("name", "value", "note", "<a>", "1.5", "x & y", "b", "−2", "best"));
  EXPECT_THAT(document.markdown(""), HasSubstr("| \\<a> | 1.5 | x & y |\n| b | −2 | **best** |\n"));
}

TEST(Document, NamesTheRowsAndColumnsOfATable) {
  Document document("t");
  document.table({{"name", "value"}, {{"a", "1"}}, "The `caption`"});
  const XmlElement table = element(document.html(), "table");
  const std::vector<XmlElement> headers = table.all("th");
  ASSERT_EQ(headers.size(), 3u);
  EXPECT_EQ(headers[1].attribute("scope"), "col");
  EXPECT_EQ(headers[2].attribute("scope"), "row");
  EXPECT_THAT(document.html(), HasSubstr("aria-label=\"The caption\""));
  EXPECT_THAT(document.html(), HasSubstr("<figcaption>The <code>caption</code></figcaption>"));
}

TEST(Document, EscapesEverythingInHtml) {
  const std::string nasty = "<img src=x onerror=alert(1)>";
  Document document(nasty);
  document.heading(nasty);
  document.subheading(nasty);
  document.heading(nasty);
  document.paragraph(nasty);
  document.list({nasty});
  document.table({{nasty, "b"}, {{nasty, nasty}}, nasty});
  document.preformatted(nasty);
  document.plot("x", small_plot(nasty));
  EXPECT_THAT(document.html(), Not(HasSubstr("<img")));
}

TEST(Document, HasContentsThatLeadToItsSections) {
  Document document("t");
  for (const char* const heading : {"The `gap` at 1e-6", "Data", "Data", "λ"}) document.heading(heading);
  const std::string html = document.html();
  std::vector<std::string> targets, names;
  for (const XmlElement& link : element(html, "nav").all("a")) {
    targets.push_back(link.attribute("href"));
    names.push_back(link.text);
    EXPECT_EQ(occurrences(html, "<h2 id=\"" + targets.back().substr(1) + "\">"), 1u) << targets.back();
  }
  EXPECT_THAT(names, ElementsAre("The gap at 1e-6", "Data", "Data", "λ"));
  EXPECT_THAT(targets, ElementsAre("#the-gap-at-1e-6", "#data", "#data-2", "#section"));
}

TEST(Document, OfOneSectionHasNoContents) {
  Document document("t");
  document.heading("One");
  EXPECT_THAT(document.html(), Not(HasSubstr("<nav")));
}

TEST(Document, IsAWellFormedPage) {
  Document document("t");
  document.paragraph("p");
  document.plot("a", small_plot("A"));
  document.heading("h");
  document.plot("b", small_plot("B"));
  document.plot("c", small_plot("C"));
  document.paragraph("p");
  document.plot("d", small_plot("D"));
  const std::string html = document.html();
  const XmlElement body = element(html, "body");
  EXPECT_EQ(body.all("figure").size(), 4u);
  EXPECT_EQ(body.all("svg").size(), 4u);
  EXPECT_EQ(occurrences(html, "<div class=\"grid\">"), 3u) << "only plots that follow each other share a grid";
}

TEST(Document, NeedsNothingElse) {
  Document document("t");
  document.heading("h");
  document.plot("a", small_plot("A"));
  const std::string html = document.html();
  for (const char* const way_out : {"<script", "src=", "@import", "url(", "//fonts"}) {
    EXPECT_THAT(html, Not(HasSubstr(way_out)));
  }
  for (const char* const part : {"<html lang=\"en\">", "<meta charset=\"utf-8\">", "name=\"viewport\"",
                                 "<link rel=\"icon\" href=\"data:,\">", "default-src 'none'"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
}

TEST(Document, HandsOutItsPlotsInOrder) {
  Document document("t");
  document.plot("b", small_plot("B"));
  document.heading("h");
  document.plot("a", small_plot("A"));
  const std::vector<NamedPlot> plots = document.plots();
  ASSERT_EQ(plots.size(), 2u);
  EXPECT_EQ(plots[0].name, "b");
  EXPECT_EQ(title_of(plots[0].plot), "B");
  EXPECT_EQ(plots[1].name, "a");
}

TEST(Document, RefusesARowOfAnotherLength) {
  Document document("t");
  EXPECT_EQ(message([&] {
              document.table({{"a", "b"}, {{"1", "2"}, {"3"}}, "times"});
            }),
            "table 'times', row 2: 1 cells, expected 2, as in the header");
}

TEST(Document, RefusesAPlotNameThatIsNoFileName) {
  Document document("t");
  for (const char* const name : {"", "a/b", "..", "a b", "ä"}) {
    EXPECT_THAT(message([&] { document.plot(name, {}); }), HasSubstr("expected a file name")) << name;
  }
  document.plot("a", {});
  EXPECT_EQ(message([&] { document.plot("a", {}); }), "plot 'a': there is one of this name already");
}

TEST(Document, ShadesCellsAndPutsNotesBeneath) {
  Cell cell("12", "12");
  cell.note = "34.0 %";
  cell.shade = -0.5;
  Document document("d");
  document.table({{"a", "b"}, {{"x", cell}}, ""});
  EXPECT_THAT(document.html(), HasSubstr("12<small>34.0 %</small>"));
  EXPECT_THAT(document.html(), HasSubstr("var(--contrary) 22.5%"));
  EXPECT_THAT(document.markdown(""), HasSubstr("| 12 (34.0 %) |"));
}

TEST(Document, NarrowTablesAndPlotsStandSideBySideUntilARowBreak) {
  Document document("d");
  document.table({{"a"}, {}, ""});
  document.plot("one", Plot{});
  document.row_break();
  document.plot("two", Plot{});
  EXPECT_EQ(occurrences(document.html(), "<div class=\"grid\">"), 2u);
}

TEST(Document, ATableOfLongNamesHasThePageToItself) {
  const std::string name = "a name that is as long as a quarter of a page";
  for (const bool two : {false, true}) {
    Document document("d");
    document.table({{"class", two ? name : "b"}, {{name, "1"}}, ""});
    EXPECT_EQ(occurrences(document.html(), "<div class=\"grid\">"), two ? 0u : 1u);
  }
}

}  // namespace
}  // namespace smsvm::report
