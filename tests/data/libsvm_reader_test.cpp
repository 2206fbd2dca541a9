#include "data/libsvm_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::all_values;
using test::in_double;
using test::in_steps;
using test::is_dense;
using test::plain_rows;
using test::PlainRow;
using test::read_text;
using test::sorting;
using test::with_base;
using testing::ElementsAre;
using testing::IsEmpty;

using namespace std::string_literals;

// ---- what is accepted ----

struct Accepted {
  const char* name;
  std::string text;
};

class SameAsPlainText : public testing::TestWithParam<Accepted> {};

TEST_P(SameAsPlainText, ReadsTheSameRows) {
  const std::vector<PlainRow> expected = {{"1", {{1, 0.5}, {3, 2}}}, {"-1", {}}};
  const Dataset data = read_text(GetParam().text);
  EXPECT_EQ(plain_rows(data), expected);
  EXPECT_THAT(data.warnings, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Oddities, SameAsPlainText,
                         testing::Values(Accepted{"Plain", "1 1:0.5 3:2\n-1\n"},                                   //
                                         Accepted{"NoFinalNewline", "1 1:0.5 3:2\n-1"},                            //
                                         Accepted{"CarriageReturns", "1 1:0.5 3:2\r\n-1\r\n"},                     //
                                         Accepted{"CarriageReturnAtTheEnd", "1 1:0.5 3:2\r\n-1\r"},                //
                                         Accepted{"Tabs", "1\t1:0.5\t3:2\n-1\t\n"},                                //
                                         Accepted{"LeadingAndTrailingBlanks", "  1 \t 1:0.5   3:2  \n \t-1  \n"},  //
                                         Accepted{"ByteOrderMark",
                                                  "\xEF\xBB\xBF"
                                                  "1 1:0.5 3:2\n-1\n"},                                    //
                                         Accepted{"BlankLines", "\n1 1:0.5 3:2\n  \t\n\r\n-1\n\n"},        //
                                         Accepted{"CommentLines", "# head\n1 1:0.5 3:2\n  # a:b\n-1\n#"},  //
                                         Accepted{"TrailingComments", "1 1:0.5 3:2 # text\n-1 # a:b\n"},   //
                                         Accepted{"CommentsWithoutBlank", "1 1:0.5 3:2#text\n-1#4:5\n"},   //
                                         Accepted{"Exponents", "1 1:5e-1 3:2E+0\n-1\n"},                   //
                                         Accepted{"PlusSigns", "1 1:+0.5 3:+2\n-1\n"},                     //
                                         Accepted{"BarePoints", "1 1:.5 3:2.\n-1\n"},                      //
                                         Accepted{"BlankAfterTheColon", "1 1: .50 3: \t2\n-1\n"},          //
                                         Accepted{"LeadingZeros", "1 01:00.5 0000000000000000000000000003:2\n-1\n"},
                                         Accepted{"ExplicitZeros", "1 1:0.5 2:0 3:2\n-1 1:-0.0 2:0e9\n"}),
                         [](const auto& parameter) { return parameter.param.name; });

TEST(LibsvmReader, KeepsLabelsAsGiven) {
  const Dataset data = read_text("spam\n1.5\n+1\n1\n1.0\n0\n-0\nham\nspam\n2\n+\n1e2\n100\n");
  std::vector<std::string> texts;
  for (const Label& label : data.labels.distinct) texts.push_back(label.text);
  EXPECT_THAT(texts, ElementsAre("spam", "1.5", "+1", "0", "ham", "2", "+", "1e2"));
  EXPECT_THAT(data.labels.of_row, ElementsAre(0, 1, 2, 2, 2, 3, 3, 4, 0, 5, 6, 7, 7));
  EXPECT_FALSE(data.labels.distinct[0].numeric);
  EXPECT_TRUE(data.labels.distinct[1].numeric);
  EXPECT_EQ(data.labels.distinct[1].number, 1.5);
}

TEST(LibsvmReader, AcceptsOneClass) { EXPECT_EQ(read_text("1 1:1\n1 1:2\n").labels.distinct.size(), 1U); }

TEST(LibsvmReader, CountsExplicitZerosForTheWidthOnly) {
  const Dataset data = read_text("1 2:3 7:0\n1 1:1\n");
  EXPECT_EQ(data.width, 7);
  EXPECT_EQ(data.features, 7);
  EXPECT_EQ(data.nonzeros(), 2);
}

TEST(LibsvmReader, StoresMoreThanHalfFullColumnsDensely) {
  EXPECT_TRUE(is_dense(read_text("1 1:1 2:2\n1 1:3 2:1\n1 2:4\n")));
  EXPECT_FALSE(is_dense(read_text("1 1:1\n1 2:1\n")));
  EXPECT_THAT(all_values(read_text("1 1:1 2:2\n1 2:3\n")), ElementsAre(1, 2, 0, 3));
  EXPECT_FALSE(is_dense(read_text("1\n2\n")));
}

TEST(LibsvmReader, RoundsToFloatByWayOfDouble) {
  // Just above half-way between two floats, but the nearest double is half-way.
  const std::string text = "1 1:1.000000059604644775390625000000000001\n";
  EXPECT_EQ(all_values(read_text(text, in_float()))[0], 1.0F);
  EXPECT_EQ(all_values(read_text("1 1:0.1\n", in_double()))[0], 0.1);
}

// ---- large indices ----

TEST(LibsvmReader, HugeIndicesCostNothing) {
  const Dataset data = read_text("1 1:1 300000000:2\n-1 5000000000:3 9223372036854775807:4\n");
  EXPECT_EQ(data.width, INT64_MAX);
  EXPECT_EQ(data.features, 4);
  EXPECT_THAT(data.feature_ids, ElementsAre(1, 300000000, 5000000000, INT64_MAX));
  EXPECT_EQ(plain_rows(data),
            (std::vector<PlainRow>{{"1", {{1, 1}, {300000000, 2}}}, {"-1", {{5000000000, 3}, {INT64_MAX, 4}}}}));
}

TEST(LibsvmReader, RemapsWhereTheNumbersAreFarApart) {
  EXPECT_THAT(read_text("1 1024:1\n").feature_ids, IsEmpty());
  EXPECT_THAT(read_text("1 1025:1\n").feature_ids, ElementsAre(1025));
  EXPECT_THAT(read_text("1 1025:0\n").feature_ids, IsEmpty());  // nothing is stored at all
  EXPECT_EQ(read_text("1 1025:0\n").features, 0);
}

TEST(LibsvmReader, KeepsWideNumbersWithEnoughNonzeros) {
  std::string text = "1";
  for (int i = 1; i <= 500; ++i) text += fmt::format(" {}:1", 4 * i);
  EXPECT_THAT(read_text(text).feature_ids, IsEmpty());
  EXPECT_EQ(read_text(text).features, 2000);
  EXPECT_EQ(read_text(text + " 2005:1").features, 501);
}

// ---- options ----

TEST(LibsvmReader, IndexBaseZeroShiftsTheFeatures) {
  const Dataset data = read_text("1 0:1 2:3\n", with_base(IndexBase::zero));
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 1}, {3, 3}}}}));
  EXPECT_EQ(data.width, 3);
  EXPECT_THAT(data.warnings, IsEmpty());
}

TEST(LibsvmReader, AutomaticIndexBaseLooksAtTheWholeFile) {
  const Dataset zero = read_text("1 1:1\n# x\n-1 0:2\n", with_base(IndexBase::automatic));
  EXPECT_EQ(plain_rows(zero), (std::vector<PlainRow>{{"1", {{2, 1}}}, {"-1", {{1, 2}}}}));
  EXPECT_THAT(zero.warnings, ElementsAre("t.svm:3:4: index 0 occurs, so the first feature is taken to be 0"));
  const Dataset one = read_text("1 1:1\n-1 2:2\n", with_base(IndexBase::automatic));
  EXPECT_EQ(plain_rows(one), (std::vector<PlainRow>{{"1", {{1, 1}}}, {"-1", {{2, 2}}}}));
  EXPECT_THAT(one.warnings, ElementsAre("t.svm: index 0 does not occur, so the first feature is taken to be 1"));
}

TEST(LibsvmReader, SortsIndicesOnRequest) {
  const Dataset data = read_text("1 7:3 2:0 5:1 1:4\n", sorting());
  EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 4}, {5, 1}, {7, 3}}}}));
}

// ---- warnings ----

TEST(LibsvmReader, IgnoresQueryNumbersWithOneWarning) {
  const Dataset data = read_text("1 1:1\n2 qid:7 1:1\n3 qid:8 1:2\n");
  EXPECT_EQ(data.rows, 3);
  EXPECT_THAT(data.warnings, ElementsAre("t.svm:2:3: qid is ignored (2 in all)"));
}

TEST(LibsvmReader, TakesUnderflowAsZeroWithOneWarning) {
  const std::string text = "1 1:1e-400 2:1\n1 1:-1e-50 2:1e-46\n";
  const Dataset data = read_text(text, in_float());
  EXPECT_EQ(data.nonzeros(), 1);
  EXPECT_THAT(data.warnings, ElementsAre("t.svm:1:3: too small for a float, taken as 0 (3 in all)"));
  EXPECT_THAT(read_text(text, in_double()).warnings,
              ElementsAre("t.svm:1:3: too small for a double, taken as 0 (1 in all)"));
  EXPECT_THAT(read_text("1 1:0e-400 2:1e-45\n", in_float()).warnings, IsEmpty());
}

// ---- places ----

TEST(LibsvmReader, NamesTheFirstErrorWhateverTheChunksAndThreads) {
  std::string text;
  for (int line = 1; line <= 5000; ++line) {
    text += line == 3777 || line == 3778 || line == 4999 ? "1 1:1 2:oops\n"
            : line % 10 == 0                             ? "# comment\n"
                                                         : "1 1:1 2:" + std::to_string(line) + "\n";
  }
  for (const int threads : {1, 2, 3, 7}) {
    for (const std::size_t chunk_bytes : {1, 7, 64, 1000, 1 << 20}) {
      ReadOptions options;
      options.threads = threads;
      try {
        read_text(text, options, in_steps(chunk_bytes));
        FAIL() << "accepted";
      } catch (const DataError& error) {
        EXPECT_EQ(error.place().file, "t.svm");
        EXPECT_EQ(error.place().line, 3777);
        EXPECT_EQ(error.place().column, 9);
      }
    }
  }
}

TEST(LibsvmReader, CountsWarningsAcrossChunks) {
  std::string text;
  for (int line = 1; line <= 300; ++line) text += line % 100 == 0 ? "1 qid:3 1:1e-99\n" : "1 1:1\n";
  for (const std::size_t chunk_bytes : {1, 50, 1 << 20}) {
    EXPECT_THAT(read_text(text, in_float(), in_steps(chunk_bytes)).warnings,
                ElementsAre("t.svm:100:3: qid is ignored (3 in all)",
                            "t.svm:100:9: too small for a float, taken as 0 (3 in all)"));
  }
}

TEST(LibsvmReader, CollectsEveryComplaintAndGoesOnWithTheNextLine) {
  const std::string text = "1 1:1\n1 2:x 3:y\n\nnan\n1 3:1 2:1\n1 4:1\n1 0:1\n";
  for (const std::size_t chunk_bytes : {1, 8, 1 << 20}) {
    Complaints complaints = Complaints::collecting(1000);
    const Dataset data = read_libsvm(Source::from_bytes(text, "t.svm"), {}, complaints, in_steps(chunk_bytes));
    std::vector<std::pair<std::int64_t, std::int64_t>> places;
    for (const auto& [error, times, lines] : complaints.kept())
      places.emplace_back(error.place().line, error.place().column);
    EXPECT_THAT(places, ElementsAre(std::pair(2, 5), std::pair(4, 1), std::pair(5, 7), std::pair(7, 3)));
    EXPECT_FALSE(complaints.more());
    EXPECT_EQ(plain_rows(data), (std::vector<PlainRow>{{"1", {{1, 1}}}, {"1", {{4, 1}}}}));
  }
}

TEST(LibsvmReader, CollectsNoMoreComplaintsThanAsked) {
  std::string text;
  for (int line = 0; line < 100; ++line) text += "1 1:x\n";
  for (const std::size_t chunk_bytes : {1, 50, 1 << 20}) {
    Complaints few = Complaints::collecting(99);
    read_libsvm(Source::from_bytes(text, "t.svm"), {}, few, in_steps(chunk_bytes));
    EXPECT_EQ(few.kept().size(), 99U);
    EXPECT_TRUE(few.more());
    Complaints enough = Complaints::collecting(100);
    read_libsvm(Source::from_bytes(text, "t.svm"), {}, enough, in_steps(chunk_bytes));
    EXPECT_EQ(enough.kept().size(), 100U);
    EXPECT_FALSE(enough.more());
  }
}

TEST(LibsvmReader, ReportsProgressUpToOne) {
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "1 1:1\n";
  ReadOptions options;
  options.threads = 3;
  std::vector<double> shares;
  options.progress = [&](double share) { shares.push_back(share); };
  read_text(text, options, in_steps(100));
  EXPECT_GT(shares.size(), 10U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_EQ(shares.back(), 1);
}

TEST(LibsvmReader, StopsWhenProgressThrows) {
  ReadOptions options;
  options.progress = [](double) { throw std::runtime_error("stop"); };
  EXPECT_THROW(read_text("1 1:1\n", options), std::runtime_error);
}

}  // namespace
}  // namespace smsvm
