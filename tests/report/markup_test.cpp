#include "report/markup.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "report/xml.hpp"

namespace smsvm::report {
namespace {

TEST(Markup, BecomesHtml) {
  EXPECT_EQ(html_text("a **bold** and `code` and [a link](https://example.org/?a=1&b=2)"),
            "a <strong>bold</strong> and <code>code</code> and "
            "<a href=\"https://example.org/?a=1&amp;b=2\">a link</a>");
  EXPECT_EQ(html_text("**`--threads` [here](#x)**"), "<strong><code>--threads</code> <a href=\"#x\">here</a></strong>");
}

TEST(Markup, WithinCodeIsText) { EXPECT_EQ(html_text("`**x** <y>`"), "<code>**x** &lt;y&gt;</code>"); }

TEST(Markup, WithoutItsOtherHalfIsText) {
  for (const char* const text : {"2 ** 3 ** 4", "**", "****", "**a", "a ` b", "``", "[x] (y)", "[](z)", "[x](y"}) {
    EXPECT_EQ(html_text(text), text);
  }
}

TEST(Markup, NeverLinksToAScript) {
  for (const char* const text : {"[x](javascript:alert%281%29)", "[x](JavaScript:0)", "[x](data:text/html,0)"}) {
    EXPECT_EQ(html_text(text), text);
    EXPECT_TRUE(markdown_text(text).starts_with("\\[x\\](")) << markdown_text(text);
  }
}

TEST(Markup, StaysItselfInMarkdown) {
  EXPECT_EQ(markdown_text("a **bold** and `c*de` and [a_b](x.md)"), "a **bold** and `c*de` and [a_b](x.md)");
}

TEST(Markup, IsNothingElseInMarkdown) {
  EXPECT_EQ(markdown_text("P(w*) <b> a_b _c_ [1] AT&T \\"), "P(w\\*) \\<b> a_b \\_c\\_ \\[1\\] AT\\&T \\\\");
  EXPECT_EQ(markdown_text("- no list"), "\\- no list");
  EXPECT_EQ(markdown_text("# no heading"), "\\# no heading");
  EXPECT_EQ(markdown_text("2019. A year"), "2019\\. A year");
  EXPECT_EQ(markdown_text("1.5 seconds"), "1.5 seconds");
  EXPECT_EQ(markdown_text("two\n\nlines"), "two  lines");
}

TEST(Markup, CanBeLeftOut) { EXPECT_EQ(plain_text("**a** `b` [c](d) <e>"), "a b c <e>"); }

TEST(EscapeXml, HidesWhatXmlCannotHold) {
  EXPECT_EQ(escape_xml("<a href=\"x\">&</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
  EXPECT_EQ(escape_xml("tab\tline\nbell\a"), "tab\tline\nbell\uFFFD");
  EXPECT_EQ(escape_xml("λ µ 数 😀"), "λ µ 数 😀");
  EXPECT_EQ(escape_xml("\xff|\xc3|\xc0\xaf|\xed\xa0\x80"), "\uFFFD|\uFFFD|\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD");
}

RC_GTEST_PROP(Markup, IsWellFormedWhateverTheText, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "**", "`", "[", "](", ")", "a", "<", "&", "\"", "\n", "]", "*", "https://x", "\xff", "\x01"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  test::parse_xml("<p>" + html_text(text) + "</p>");
  test::parse_xml("<p>" + escape_xml(plain_text(text)) + "</p>");
}

}  // namespace
}  // namespace smsvm::report
