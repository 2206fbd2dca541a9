#include "data/text_kind.hpp"

#include <gtest/gtest.h>

#include "data/format.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

TEST(TextKind, TellsTablesFromLibsvmText) {
  for (const char* text :
       {"+1 1:0.5 3:2\n-1 2:1\n", "# c\n\n1 qid:3 1:2\n", "1,2 1:0.5 3:1\n2,3 1:1 2:1\n", "1 1:\n", "1 1:2 # id 7\n"}) {
    EXPECT_TRUE(looks_like_libsvm(text)) << text;
    EXPECT_FALSE(looks_like_table(text)) << text;
  }
  for (const char* text : {"1,2\n3,4\n", "a;b\n1;2\n", "1 2 3\n4 5 6\n", "x,2024-01-31 10:15\ny,2024-01-31 10:20\n",
                           "1/31/2024 3:15 PM,1\n1/31/2024 4:20 PM,2\n", "31.1.2024 3:15\t1\n31.1.2024 4:20\t2\n"}) {
    EXPECT_TRUE(looks_like_table(text)) << text;
    EXPECT_FALSE(looks_like_libsvm(text)) << text;
  }
  for (const char* text : {"", "1\n-1\n", "1 2 3\n", "1,2\n3,4,5\n", "1 1:0.5\n2\n1 0,5\n"})
    EXPECT_FALSE(looks_like_table(text)) << text;
}

TEST(TextKind, NameOrContentDecideTheFormat) {
  EXPECT_EQ(format_of("x.data", "1,2\n3,4\n"), Format::csv);
  EXPECT_EQ(format_of("<stdin>",
                      "\xEF\xBB\xBF"
                      "a,b\n1,2\n"),
            Format::csv);
  EXPECT_EQ(format_of("x.svm", "1,2\n3,4\n"), Format::libsvm);
  EXPECT_EQ(format_of("x", "1 1:2\n"), Format::libsvm);
  EXPECT_EQ(format_of("x.data", "1,2\n3,4\n", TextFormat::libsvm), Format::libsvm);
}

TEST(TextKind, OtherFormatsAreRefusedByName) {
  const auto found = [](const std::string& file, const std::string& bytes) {
    try {
      refuse_other_formats(file, bytes);
    } catch (const DataError& error) {
      return error.found();
    }
    return std::string("nothing");
  };
  EXPECT_EQ(found("X.XLSX", "PK\x03\x04"), "an Excel workbook");
  EXPECT_EQ(found("x", "PK\x03\x04 [Content_Types].xml"), "an Excel workbook");
  EXPECT_EQ(found("x", "PAR1"), "a Parquet file");
  EXPECT_EQ(found("x", "ARROW1"), "an Arrow file");
  EXPECT_EQ(found("x.txt", "\n@RELATION iris"), "an ARFF file");
  EXPECT_EQ(found("x.json", "[{\"a\": 1}]"), "JSON");
  EXPECT_EQ(found("x.npz", "PK\x03\x04"), "nothing");
  EXPECT_EQ(found("x.csv", "a,b\n1,2\n"), "nothing");
}

}  // namespace
}  // namespace smsvm
