#include "data/csv_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <tuple>
#include <vector>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"

namespace smsvm {
namespace {

using test::is_dense;
using test::plain_rows;
using test::PlainRow;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ReadOptions label_in(const std::string& column, bool required = true) {
  ReadOptions options;
  options.label_column = column;
  options.labels_required = required;
  return options;
}

Dataset read_csv_text(const std::string& text, const ReadOptions& options = {}) {
  Complaints complaints = Complaints::throwing();
  return read_csv(Source::from_bytes(text, "t.csv"), options, complaints);
}

std::string csv_message_of(const std::string& text, const ReadOptions& options = {}) {
  try {
    read_csv_text(text, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

/// The message without the excerpt.
std::string first_line_of_message(const std::string& text, const ReadOptions& options = {}) {
  const std::string message = csv_message_of(text, options);
  return message.substr(0, message.find('\n'));
}

ReadOptions with_header(Header header) {
  ReadOptions options = label_in("1");
  options.header = header;
  return options;
}

ReadOptions for_prediction() {
  ReadOptions options;
  options.labels_required = false;
  return options;
}

std::vector<std::string> labels_of(const Dataset& data) {
  std::vector<std::string> labels;
  for (const auto number : data.labels.of_row) labels.push_back(data.labels.distinct.at(number).text);
  return labels;
}

// ---- what is accepted ----

class SameRows : public testing::TestWithParam<std::tuple<const char*, std::string>> {};

TEST_P(SameRows, WhateverTheSpelling) {
  const std::string& text = std::get<1>(GetParam());
  const bool has_header = text.find_first_of("yC") != std::string::npos || text.starts_with("label");
  const Dataset data = read_csv_text(text, has_header ? ReadOptions{} : label_in("1"));
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 0.5}, {2, 2}}}, {"-1", {{1, -3}, {2, 4}}}}));
  EXPECT_EQ(data.features, 2);
  EXPECT_EQ(data.width, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Csv, SameRows,
    testing::Values(std::tuple("plain", "1,0.5,2\n-1,-3,4\n"), std::tuple("no_final_newline", "1,0.5,2\n-1,-3,4"),
                    std::tuple("crlf", "1,0.5,2\r\n-1,-3,4\r\n"), std::tuple("cr_at_the_end", "1,0.5,2\r\n-1,-3,4\r"),
                    std::tuple("byte_order_mark",
                               "\xEF\xBB\xBF"
                               "1,0.5,2\n-1,-3,4\n"),
                    std::tuple("blank_lines", "\n\n1,0.5,2\n  \n\r\n-1,-3,4\n\n"),
                    std::tuple("blanks", " 1 , 0.5,\t2 \n-1 ,-3, 4\n"),
                    std::tuple("spellings", "1,+.5,2.\n-1,-3e0,0.4E+1\n"),
                    std::tuple("quoted", "\"1\",\"0.5\",2\n-1, \"-3\" ,\"4\"\n"),
                    std::tuple("semicolons", "1;0.5;2\n-1;-3;4\n"), std::tuple("tabs", "1\t0.5\t2\n-1\t-3\t4\n"),
                    std::tuple("bars", "1|0.5|2\n-1|-3|4\n"), std::tuple("header", "label,a,b\n1,0.5,2\n-1,-3,4\n"),
                    std::tuple("label_last", "a,b,y\n0.5,2,1\n-3,4,-1\n"),
                    std::tuple("label_in_the_middle", "a,Class,b\n0.5,1,2\n-3,-1,4\n")),
    [](const auto& instance) { return std::string(std::get<0>(instance.param)); });

TEST(Csv, HeaderNamesTheFeatures) {
  const Dataset data = read_csv_text("\"size, cm\",target,\"said \"\"hi\"\"\",\"two\nlines\"\n1,a,2,3\n");
  EXPECT_THAT(data.feature_names, ElementsAre("size, cm", "said \"hi\"", "two\nlines"));
  EXPECT_THAT(labels_of(data), ElementsAre("a"));
  EXPECT_THAT(data.warnings, IsEmpty());
}

TEST(Csv, LabelsMayBeText) {
  const Dataset data = read_csv_text("x,label\n1,\"yes, \"\"sure\"\"\"\n2,no\n3,\"yes, \"\"sure\"\"\"\n");
  EXPECT_THAT(labels_of(data), ElementsAre("yes, \"sure\"", "no", "yes, \"sure\""));
  EXPECT_EQ(data.labels.distinct.size(), 2U);
}

TEST(Csv, LabelColumnByNameOrNumber) {
  const std::string text = "a,b,c\n1,2,3\n4,5,6\n";
  EXPECT_THAT(labels_of(read_csv_text(text, label_in("c"))), ElementsAre("3", "6"));
  EXPECT_THAT(labels_of(read_csv_text(text, label_in("2"))), ElementsAre("2", "5"));
  EXPECT_THAT(labels_of(read_csv_text(text, label_in("last"))), ElementsAre("3", "6"));
  EXPECT_THAT(labels_of(read_csv_text("1,2,x\n4,5,y\n", label_in("3"))), ElementsAre("x", "y"));
}

TEST(Csv, UsualNamesOfTheLabelInTheirOrder) {
  EXPECT_THAT(labels_of(read_csv_text("y,Target,b\n1,2,3\n")), ElementsAre("2"));
  EXPECT_THAT(labels_of(read_csv_text("y,class,LABEL\n1,2,3\n")), ElementsAre("3"));
}

ReadOptions weight_in(const std::string& column) {
  ReadOptions options;
  options.weight_column = column;
  return options;
}

TEST(Csv, AWeightColumnIsNoFeature) {
  for (const char* column : {"w", "2"}) {
    const Dataset data = read_csv_text("y,w,a\n1,0.5,7\n2,0,8\n1,3e0,9\n", weight_in(column));
    EXPECT_THAT(data.row_weight, ElementsAre(0.5, 0, 3));
    EXPECT_EQ(data.features, 1);
    EXPECT_THAT(data.feature_names, ElementsAre("a"));
    EXPECT_THAT(data.labels.of_row, ElementsAre(0, 1, 0));
    EXPECT_EQ(data.checksum(), read_csv_text("y,a\n1,7\n2,8\n1,9\n").checksum());
  }
  EXPECT_THAT(read_csv_text("1,2\n3,4\n", label_in("1")).row_weight, IsEmpty());
}

TEST(Csv, TheLabelIsNeverTheWeight) {
  const Dataset data = read_csv_text("1,1.5,1\n2,2.5,2\n", weight_in("1"));  // else the first would look like classes
  EXPECT_THAT(data.labels.of_row, ElementsAre(0, 1));
  EXPECT_THAT(data.row_weight, ElementsAre(1, 2));
  ReadOptions both = weight_in("2");
  both.label_column = "2";
  EXPECT_EQ(csv_message_of("1,2,3\n", both), "--label-column and --weight-column are both column 2");
  both.label_column = "1";
  EXPECT_EQ(first_line_of_message("1,2\n", both),
            "t.csv:1:1: no column of features; expected a label and at least one feature: is the delimiter right "
            "(--delimiter)?");
}

TEST(Csv, BadWeightsArePlaced) {
  const std::string expected = "; expected a row's weight, a number >= 0";
  EXPECT_EQ(first_line_of_message("y,a,w\n1,2,-1\n", weight_in("w")), "t.csv:2:5: '-1' in column 'w'" + expected);
  ReadOptions third = weight_in("3");
  third.label_column = "1";
  EXPECT_EQ(first_line_of_message("1,2,inf\n", third), "t.csv:1:5: 'inf' in column 3" + expected);
  EXPECT_EQ(first_line_of_message("1,2,\n", third), "t.csv:1:5: '' in column 3" + expected);
  EXPECT_EQ(csv_message_of("1,2,3\n", weight_in("w")),
            "--weight-column: no column is called 'w'; there are 3 columns: '1', '2', '3'");
}

TEST(Csv, HeaderIsRecognisedOutsideTheLabelColumn) {
  EXPECT_EQ(read_csv_text("yes,1,2\nno,3,4\n", label_in("1")).rows, 2);
  EXPECT_EQ(read_csv_text("label,1,x\nno,3,4\n").rows, 1);
  EXPECT_EQ(read_csv_text("1,2,3\n4,5,6\n", with_header(Header::yes)).rows, 1);
  EXPECT_THAT(read_csv_text("1,2,3\n4,5,6\n", with_header(Header::yes)).feature_names, ElementsAre("2", "3"));
  EXPECT_EQ(read_csv_text("a,2,3\n4,5,6\n", with_header(Header::no)).rows, 2);
}

TEST(Csv, HeaderWithNumbersIsMentioned) {
  EXPECT_THAT(read_csv_text("label,1,x\nno,3,4\n").warnings,
              ElementsAre("t.csv:1: 'label, 1, x' is taken for a header, though not all of it is text (see --header)"));
}

TEST(Csv, WhereNoLabelsAreNeeded) {
  EXPECT_THAT(first_line_of_message("a,b\n1,2\n", for_prediction()),
              HasSubstr("cannot tell which column is the label"));
  EXPECT_THAT(labels_of(read_csv_text("a,y\n1,2\n", for_prediction())), ElementsAre("2"));
  EXPECT_EQ(read_csv_text("1,2\n", label_in("none", false)).features, 2);
  EXPECT_EQ(read_csv_text("a,y\n1,2\n", label_in("none", false)).features, 2);
  EXPECT_EQ(csv_message_of("1,2\n", label_in("none")), "--label-column none: labels are needed here");
}

TEST(Csv, LayoutFollowsTheShareOfNonzeros) {
  EXPECT_FALSE(is_dense(read_csv_text("1,0,2\n1,0,3\n", label_in("1"))));  // one half
  EXPECT_TRUE(is_dense(read_csv_text("1,5,2\n1,4,3\n", label_in("1"))));
  EXPECT_EQ(read_csv_text("1,0,0\n1,0,3\n", label_in("1")).nonzeros(), 1);
}

TEST(Csv, Precision) {
  ReadOptions options;
  options.precision = Precision::float64;
  EXPECT_EQ(plain_rows(read_csv_text("y,a\n1,0.1\n", options))[0].features[0].second, 0.1);
  EXPECT_EQ(plain_rows(read_csv_text("y,a\n1,0.1\n", in_float()))[0].features[0].second, 0.1F);
}

TEST(Csv, TooSmallIsZeroWithOneWarning) {
  const Dataset data = read_csv_text("y,a,b\n1,1,1e-400\n1,2,-1e-60\n", in_float());
  EXPECT_EQ(data.nonzeros(), 2);
  EXPECT_THAT(data.warnings, ElementsAre("t.csv:2:5: too small for a float, taken as 0 (2 in all)"));
}

TEST(Csv, DelimiterIsGuessedOutsideQuotesAndDecimalCommas) {
  EXPECT_EQ(read_csv_text("\"a;b;c;d\",x,y\n1,2,3\n").features, 2);
  EXPECT_EQ(read_csv_text("a\tb,c\tlabel\n1\t2\t3\n").features, 2);
  EXPECT_EQ(read_csv_text("1  2 3\n4 5 \t6\n", label_in("1")).features, 2);
  ReadOptions options = label_in("1");
  options.delimiter = ' ';
  EXPECT_EQ(read_csv_text(" 1 2 3\n4 5 6 \n", options).features, 2);
}

// ---- what is not: golden messages ----

TEST(Csv, MissingValues) {
  for (const std::string missing : {"", "NA", "nan", "NaN", "?", "null", "\"\"", "N/A", "\"NULL\""}) {
    EXPECT_EQ(first_line_of_message("label,age,b\n1,2,3\n1," + missing + ",3\n"),
              "t.csv:3:3: a missing value in column 'age'; expected a value: --missing mean or indicator "
              "replaces it, --ignore-column leaves the column out")
        << missing;
  }
}

struct RefusedCsv {
  const char* name;
  std::string text, message;
  ReadOptions options = {};
};

class Refusals : public testing::TestWithParam<RefusedCsv> {};
TEST_P(Refusals, HaveGoldenMessages) {
  EXPECT_EQ(csv_message_of(GetParam().text, GetParam().options), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Csv, Refusals,
    testing::Values(
        RefusedCsv{"text", "label,age\n1,2\n0,abc\n",
                   "t.csv:3:3: 'abc' in column 'age'; expected a number (a missing one is empty or NA); --categorical "
                   "takes a column as categories, "
                   "--ignore-column leaves it out\n"
                   "  0,abc\n"
                   "    ^"},
        RefusedCsv{"without_header", "1,2,3\n0,1,abc\n",
                   "t.csv:2:5: 'abc' in column 3; expected a number (a missing one is empty or NA); --categorical "
                   "takes a column as categories, "
                   "--ignore-column leaves it out\n"
                   "  0,1,abc\n"
                   "      ^",
                   label_in("1")},
        RefusedCsv{"missing_in_first_row", "1,NA,3\n0,1,2\n",
                   "t.csv:1:3: a missing value in column 2; expected a value: --missing mean or indicator replaces it, "
                   "--ignore-column leaves the column out\n"
                   "  1,NA,3\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"missing_label", "x,y\n1,2\n3,\n",
                   "t.csv:3:3: a missing value in column 'y'; expected a label\n"
                   "  3,\n"
                   "    ^"},
        RefusedCsv{"infinite_label", "x,y\n1,inf\n",
                   "t.csv:2:3: 'inf' in column 'y'; expected a finite number\n"
                   "  1,inf\n"
                   "    ^"},
        RefusedCsv{"infinite", "1,2\n1,-inf\n",
                   "t.csv:2:3: '-inf' in column 2; expected a finite number\n"
                   "  1,-inf\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"overflow", "1,1e400\n",
                   "t.csv:1:3: '1e400' in column 2 is too large; expected a number below 1.8e308\n"
                   "  1,1e400\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"decimal_comma", "1;1.5;3\n1;0,5;2\n",
                   "t.csv:2:3: '0,5' in column 2; expected a number: a decimal comma? write 0.5, not 0,5\n"
                   "  1;0,5;2\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"other_delimiter", "label,a,b\n1,2;3,4\n",
                   "t.csv:2:3: '2;3' in column 'a'; expected a number: the delimiter was taken to be ',' "
                   "(see --delimiter)\n"
                   "  1,2;3,4\n"
                   "    ^"},
        RefusedCsv{"ragged", "1,2,3\n1,2\n",
                   "t.csv:2: 2 fields; expected 3, as in line 1\n"
                   "  1,2\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"ragged_long", "\n1,2,3\n1,2,3,4\n",
                   "t.csv:3: 4 fields; expected 3, as in line 2\n"
                   "  1,2,3,4\n"
                   "        ^",
                   label_in("1")},
        RefusedCsv{"open_quote", "1,2\n1,\"3\n1,2\n",
                   "t.csv:2:3: a quote that is never closed; expected a closing \"\n"
                   "  1,\"3\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{
            "text_after_quote", "1,\"2\"3\n",
            "t.csv:1:6: text after a closing quote; expected a delimiter; a quote inside quotes is doubled, \"\"\n"
            "  1,\"2\"3\n"
            "       ^",
            label_in("1")},
        RefusedCsv{"after_lines_in_quotes", "y,\"a\nb\"\n1,x\n1,2\n",
                   "t.csv:3:3: 'x' in column 'a\\x0ab'; expected a number (a missing one is empty or NA); "
                   "--categorical takes a column as categories, "
                   "--ignore-column leaves it out\n"
                   "  1,x\n"
                   "    ^"},
        RefusedCsv{"hexadecimal", "1,0x1p-1\n1,2\n",
                   "t.csv:1:3: '0x1p-1' in column 2; expected a number (a missing one is empty or NA); --categorical "
                   "takes a column as categories, "
                   "--ignore-column leaves it out\n"
                   "  1,0x1p-1\n"
                   "    ^",
                   with_header(Header::no)},
        RefusedCsv{"zero_byte", std::string("1,2\n1,\0003\n", 9),
                   "t.csv:2:3: '\\x003' in column 2; expected a number (a missing one is empty or NA); --categorical "
                   "takes a column as categories, "
                   "--ignore-column leaves it out\n"
                   "  1,\\x003\n"
                   "    ^",
                   label_in("1")},
        RefusedCsv{"empty", "", "t.csv: the file is empty; at least one row is expected"},
        RefusedCsv{"blank", " \n\n", "t.csv: the file is empty; at least one row is expected"},
        RefusedCsv{"only_header", "label,a\n", "t.csv: no row follows the header; at least one row is expected"},
        RefusedCsv{"utf16", "\xFF\xFE,", "t.csv:1:1: UTF-16 text; UTF-8 or ASCII is expected"},
        RefusedCsv{"one_column", "123\n",
                   "t.csv:1:1: only one column; expected a label and at least one feature: is the delimiter right "
                   "(--delimiter)?\n"
                   "  123\n"
                   "  ^",
                   label_in("1")},
        RefusedCsv{"unknown_column", "a,b\n1,2\n",
                   "--label-column: no column is called 'c'; there are 2 columns: 'a', 'b'", label_in("c")},
        RefusedCsv{"unknown_number", "a,b\n1,2\n",
                   "--label-column: no column is called '3'; there are 2 columns: 'a', 'b'", label_in("3")},
        RefusedCsv{"twin_column", "a,b,a\n1,2,3\n", "--label-column: 2 columns are called 'a'; give its number",
                   label_in("a")}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(Csv, NameOfTheLabelNeedsAHeader) {
  ReadOptions options = label_in("c");
  options.header = Header::no;
  EXPECT_EQ(csv_message_of("1,2\n", options), "--label-column must be a number from 1 to 2 without a header, not 'c'");
}

TEST(Csv, DelimitersThatCannotBe) {
  for (const char c : {'"', '\n', '1', '.', '-'}) {
    ReadOptions options;
    options.delimiter = c;
    EXPECT_THROW(read_csv_text("1,2\n", options), OptionError) << c;
  }
}

TEST(Csv, CheckFindsEveryComplaintAndKeepsTheGoodRows) {
  Complaints complaints = Complaints::collecting(100);
  const std::string text = "y,a,b\n1,x,z\n1,2,3\n1,2\n,2,3\n1,\"2\"2,3\n2,4,5\n1,2,\"3\n";
  const Dataset data = read_csv(Source::from_bytes(text, "t.csv"), {}, complaints);
  std::vector<std::pair<std::int64_t, std::int64_t>> places;
  for (const auto& [error, times, lines] : complaints.kept())
    places.emplace_back(error.place().line, error.place().column);
  using Place = std::pair<std::int64_t, std::int64_t>;
  EXPECT_THAT(places, ElementsAre(Place(2, 3), Place(2, 5), Place(4, 0), Place(5, 1), Place(6, 6), Place(8, 5)));
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 2}, {2, 3}}}, {"2", {{1, 4}, {2, 5}}}}));
}

TEST(Csv, CheckStopsWhenItHasEnough) {
  Complaints complaints = Complaints::collecting(2);
  std::string text = "y,a\n1,2\n";
  for (int i = 0; i < 100; ++i) text += "1,2,3\n";
  read_csv(Source::from_bytes(text, "t.csv"), {}, complaints);
  EXPECT_EQ(complaints.kept().size(), 2U);
  EXPECT_TRUE(complaints.more());
}

TEST(Csv, ProgressEndsAtOne) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "1,2,3\n";
  std::vector<double> shares;
  ReadOptions options = label_in("1");
  options.progress = [&](double share) { shares.push_back(share); };
  read_csv_text(text, options);
  EXPECT_GE(shares.size(), 3U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
}

// ---- properties ----

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  const bool holds = rc::check([] {
    const auto rows = *rc::gen::inRange<std::size_t>(1, 20), features = *rc::gen::inRange<std::size_t>(1, 8);
    const char delimiter = *rc::gen::elementOf(std::string(",;\t|"));
    const bool quotes = *rc::gen::arbitrary<bool>(), crlf = *rc::gen::arbitrary<bool>();
    std::string text = "y";
    for (std::size_t j = 0; j < features; ++j) text += fmt::format("{}f{}", delimiter, j);
    std::vector<PlainRow> expected(rows);
    for (auto& row : expected) {
      text += crlf ? "\r\n" : "\n";
      row.label = "l" + *rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,;|\t\"\n x")));
      row.label += "l";
      text += in_quotes(row.label);
      for (std::size_t j = 0; j < features; ++j) {
        const auto value = *rc::gen::oneOf(rc::gen::just(0.0F), rc::gen::cast<float>(rc::gen::arbitrary<double>()));
        const auto usable = std::isfinite(value) ? value : 1.5F;
        text += delimiter;
        text += quotes ? fmt::format("\"{}\"", usable) : fmt::format("{}", usable);
        if (usable != 0) row.features.emplace_back(j + 1, usable);
      }
    }
    RC_ASSERT(plain_rows(read_csv_text(text, in_float())) == expected);
  });
  EXPECT_TRUE(holds);
}

TEST(Csv, AnyBytesAreReadOrRefused) {
  const bool holds = rc::check([] {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("01,;\"\n\r\t .-eNAx|", 17)));
    try {
      const Dataset data = read_csv_text(text);
      RC_ASSERT(data.rows > 0);
    } catch (const DataError&) {
    }
    for (const char* column : {"1", "last"}) {
      Complaints complaints = Complaints::collecting(5);
      try {
        read_csv(Source::from_bytes(text, "t.csv"), label_in(column), complaints);
      } catch (const DataError&) {  // whether it is a header, what a column holds
      }
    }
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace smsvm
