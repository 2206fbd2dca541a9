#include "data/cell_kind.hpp"

#include <gtest/gtest.h>

namespace smsvm {
namespace {

TEST(CellKind, TellsNumbersBooleansDatesAndText) {
  for (const char* text : {"1", "-3", "+2.0", "1e3"}) EXPECT_EQ(kind_of_cell(text, '.'), CellKind::whole) << text;
  for (const char* text : {"0.5", "1e-3", "inf", "1e400"})
    EXPECT_EQ(kind_of_cell(text, '.'), CellKind::fraction) << text;
  for (const char* text : {"true", "FALSE", "Yes", "no"}) EXPECT_EQ(kind_of_cell(text, '.'), CellKind::boolean) << text;
  for (const char* text : {"", "NA", "nan", "?", "Null", "n/a"})
    EXPECT_EQ(kind_of_cell(text, '.'), CellKind::missing) << text;
  for (const char* text : {"yes!", "30-39", "a1", "1.2.3", "B"})
    EXPECT_EQ(kind_of_cell(text, '.'), CellKind::text) << text;
}

TEST(CellKind, KnowsDatesAndTimesInDigits) {
  for (const char* text : {"2024-01-31", "31.1.2024", "1/31/24", "2024-01", "10:15", "10:15:00", "2024-01-31T10:15:00Z",
                           "2024-01-31 10:15:00.250", "2024/1/31 10:15+02:00"})
    EXPECT_TRUE(is_date(text)) << text;
  for (const char* text : {"2024", "1-2", "20-29", "1.5", "1.2.3", "192.168.1.1", "10:5", "a 2024-01-31", "31.1-2024"})
    EXPECT_FALSE(is_date(text)) << text;
}

TEST(CellKind, KnowsDatesWithTheNameOfAMonth) {
  for (const char* text : {"3 Mar 2024", "March 3, 2024", "3-Mar-24", "Dec-2015", "1 may 1999"})
    EXPECT_TRUE(is_date(text)) << text;
  for (const char* text : {"may", "Mar x", "3 Mar 2024 x", "March on Rome", "Sept", "Mar 20245"})
    EXPECT_FALSE(is_date(text)) << text;
}

TEST(CellKind, KnowsNumbersWrittenInAnotherWay) {
  for (const char* text : {"1.2.3", "4;5", "1'234", "1 234", "-$1,234", "12%", "5 €", "£3", "1\u00A0234",
                           "1\u202F234,5", "−2.5", "(1,234.50)", "($3)"})
    EXPECT_TRUE(is_garbled_number(text)) << text;
  for (const char* text : {"", "$", "%", "18-25", "5 kg", "a1", "<5", ".", "(a)", "()", "–"})
    EXPECT_FALSE(is_garbled_number(text)) << text;
}

TEST(CellKind, ADecimalCommaStandsBeforeAFraction) {
  EXPECT_EQ(kind_of_cell("0,5", ','), CellKind::fraction);
  EXPECT_EQ(kind_of_cell("5", ','), CellKind::whole);
  EXPECT_EQ(kind_of_cell("0.5", ','), CellKind::text);
  EXPECT_EQ(kind_of_cell("0,5", '.'), CellKind::text);
  EXPECT_TRUE(has_decimal_comma("-1,5e3"));
  EXPECT_FALSE(has_decimal_comma("1.000,5"));
}

}  // namespace
}  // namespace smsvm
