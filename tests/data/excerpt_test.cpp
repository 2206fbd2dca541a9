#include "data/excerpt.hpp"

#include <gtest/gtest.h>

#include <string>

namespace smsvm {
namespace {

using namespace std::string_literals;

TEST(Excerpt, PutsACaretUnderTheColumn) {
  EXPECT_EQ(excerpt("1 1:x", 5), "  1 1:x\n      ^");
  EXPECT_EQ(excerpt("1 1:", 5), "  1 1:\n      ^");
  EXPECT_EQ(excerpt("", 1), "  \n  ^");
}

TEST(Excerpt, MakesTabsControlBytesAndBadTextVisible) {
  EXPECT_EQ(excerpt("1\t1:x", 5), "  1\\t1:x\n       ^");
  EXPECT_EQ(excerpt("1 \0\x1b\x7f:"s, 6), "  1 \\x00\\x1b\\x7f:\n                ^");
  EXPECT_EQ(excerpt("\xC3\xA9\xFF:", 4), "  \xC3\xA9\\xff:\n       ^");  // é is one character, two bytes
}

TEST(Excerpt, CutsLongLinesOnBothSides) {
  const std::string line = std::string(1000, 'a') + "!" + std::string(1000, 'b');
  EXPECT_EQ(excerpt(line, 1001),
            "  ..." + std::string(45, 'a') + "!" + std::string(24, 'b') + "...\n" + std::string(50, ' ') + "^");
}

TEST(Excerpt, NeverCutsACharacterInTwo) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += "\xE2\x82\xAC";  // €
  for (std::int64_t column = 1; column <= std::ssize(line); column += 3) {
    EXPECT_EQ(excerpt(line, column).find('\\'), std::string::npos) << column;
  }
}

TEST(Quoted, CutsLongTexts) {
  EXPECT_EQ(smsvm::in_quotes("abc"), "'abc'");
  EXPECT_EQ(smsvm::in_quotes("a\tb\0"s), "'a\\tb\\x00'");
  EXPECT_EQ(smsvm::in_quotes(std::string(1000, 'x')), "'" + std::string(29, 'x') + "...'");
}

}  // namespace
}  // namespace smsvm
