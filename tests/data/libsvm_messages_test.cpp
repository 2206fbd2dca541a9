// What is said of libsvm text that is refused: the whole message.
#include <gtest/gtest.h>

#include <string>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"
#include "smsvm/error.hpp"

namespace smsvm {
namespace {

using test::in_double;
using test::read_text;
using test::sorting;
using test::with_base;

using namespace std::string_literals;

std::string message_of(const std::string& text, const ReadOptions& options = {}) {
  try {
    read_text(text, options);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

struct RefusedLibsvm {
  const char* name;
  std::string text;
  std::string message;
  ReadOptions options = {};
};

class Message : public testing::TestWithParam<RefusedLibsvm> {};

TEST_P(Message, NamesThePlaceWhatWasFoundAndWhatIsExpected) {
  EXPECT_EQ(message_of(GetParam().text, GetParam().options), GetParam().message);
}

const auto name_of_refused = [](const auto& parameter) { return parameter.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Labels, Message,
    testing::Values(
        RefusedLibsvm{"NotANumber", "1 1:1\nnan 1:1\n",
                      "t.svm:2:1: label 'nan'; a finite number or a name is expected\n"
                      "  nan 1:1\n"
                      "  ^"},
        RefusedLibsvm{"Infinite", " -Inf 1:1\n",
                      "t.svm:1:2: label '-Inf'; a finite number or a name is expected\n"
                      "   -Inf 1:1\n"
                      "   ^"},
        RefusedLibsvm{"TooLarge", "1e400\n",
                      "t.svm:1:1: label '1e400'; a number within 4.9e-324 … 1.7e308 or a name is expected\n"
                      "  1e400\n"
                      "  ^"},
        RefusedLibsvm{
            "Several", "1,2 1:0.5\n",
            "t.svm:1:1: label '1,2'; a single label is expected (decimal comma? several labels? --format csv?)\n"
            "  1,2 1:0.5\n"
            "  ^"},
        RefusedLibsvm{"Missing", "1 1:1\n\n1:0.5 2:1\n",
                      "t.svm:3:1: no label before '1:0.5'; a row is expected to start with one\n"
                      "  1:0.5 2:1\n"
                      "  ^"}),
    name_of_refused);

INSTANTIATE_TEST_SUITE_P(
    Indices, Message,
    testing::Values(
        RefusedLibsvm{"Zero", "1 0:1\n",
                      "t.svm:1:3: index 0; indices start at 1 (use --index-base 0 if the first feature is 0)\n"
                      "  1 0:1\n"
                      "    ^"},
        RefusedLibsvm{"Negative", "1 -3:1\n",
                      "t.svm:1:3: negative index '-3'; indices start at 1\n"
                      "  1 -3:1\n"
                      "    ^"},
        RefusedLibsvm{"NegativeWithBaseZero", "1 -3:1\n",
                      "t.svm:1:3: negative index '-3'; indices start at 0\n"
                      "  1 -3:1\n"
                      "    ^",
                      with_base(IndexBase::zero)},
        RefusedLibsvm{"Unsorted", "1 17:1 12:1\n",
                      "t.svm:1:8: feature 12 follows 17; indices must increase (--sort-indices sorts them)\n"
                      "  1 17:1 12:1\n"
                      "         ^"},
        RefusedLibsvm{"Duplicate", "1 2:1 2:3\n",
                      "t.svm:1:7: feature 2 is given twice; each index may occur once in a row\n"
                      "  1 2:1 2:3\n"
                      "        ^"},
        RefusedLibsvm{"DuplicateOfAZero", "1 2:0 2:3\n",
                      "t.svm:1:7: feature 2 is given twice; each index may occur once in a row\n"
                      "  1 2:0 2:3\n"
                      "        ^"},
        RefusedLibsvm{"DuplicateWhileSorting", "1 9:1 2:1 3:4 9:0 2:3\n",
                      "t.svm:1:15: feature 9 is given twice; each index may occur once in a row\n"
                      "  1 9:1 2:1 3:4 9:0 2:3\n"
                      "                ^",
                      sorting()},
        RefusedLibsvm{"Beyond63Bits", "1 9223372036854775808:1\n",
                      "t.svm:1:3: index '9223372036854775808'; the largest index is 9223372036854775807\n"
                      "  1 9223372036854775808:1\n"
                      "    ^"},
        RefusedLibsvm{"Beyond63BitsWithBaseZero", "1 9223372036854775807:1\n",
                      "t.svm:1:3: index '9223372036854775807'; the largest index is 9223372036854775806\n"
                      "  1 9223372036854775807:1\n"
                      "    ^",
                      with_base(IndexBase::automatic)},
        RefusedLibsvm{"WouldWrapToOne", "1 18446744073709551617:1\n",
                      "t.svm:1:3: index '18446744073709551617'; the largest index is 9223372036854775807\n"
                      "  1 18446744073709551617:1\n"
                      "    ^"},
        RefusedLibsvm{"Fractional", "1 1.5:2\n",
                      "t.svm:1:3: index '1.5'; a whole number is expected\n"
                      "  1 1.5:2\n"
                      "    ^"},
        RefusedLibsvm{"Word", "1 height:2\n",
                      "t.svm:1:3: index 'height'; a whole number is expected\n"
                      "  1 height:2\n"
                      "    ^"},
        RefusedLibsvm{"BlankBeforeTheColon", "1 1 : 0.5\n",
                      "t.svm:1:4: a blank between '1' and its colon; index:value is expected\n"
                      "  1 1 : 0.5\n"
                      "     ^"},
        RefusedLibsvm{"NoIndex", "1 :0.5\n",
                      "t.svm:1:3: no index before the colon; index:value is expected\n"
                      "  1 :0.5\n"
                      "    ^"},
        RefusedLibsvm{"NoColon", "1 1:2 3\n",
                      "t.svm:1:7: '3' without a colon; index:value is expected (a table? --format csv)\n"
                      "  1 1:2 3\n"
                      "        ^"},
        RefusedLibsvm{"NoColonAtAll", "1 0.5 0.25\n",
                      "t.svm:1:3: '0.5' without a colon; index:value is expected (a table? --format csv)\n"
                      "  1 0.5 0.25\n"
                      "    ^"},
        RefusedLibsvm{"QueryWithoutNumber", "1 qid: 1:2\n",
                      "t.svm:1:3: 'qid:'; qid: and a whole number are expected\n"
                      "  1 qid: 1:2\n"
                      "    ^"}),
    name_of_refused);

INSTANTIATE_TEST_SUITE_P(
    Values, Message,
    testing::Values(
        RefusedLibsvm{"NotANumber", "1 1:nan\n",
                      "t.svm:1:5: value 'nan'; a finite number is expected\n"
                      "  1 1:nan\n"
                      "      ^"},
        RefusedLibsvm{"Infinite", "1 1:1 2:-INFINITY\n",
                      "t.svm:1:9: value '-INFINITY'; a finite number is expected\n"
                      "  1 1:1 2:-INFINITY\n"
                      "          ^"},
        RefusedLibsvm{"TooLarge", "1 1:1e400\n",
                      "t.svm:1:5: value '1e400' is too large; at most 3.4e38 is expected\n"
                      "  1 1:1e400\n"
                      "      ^",
                      in_float()},
        RefusedLibsvm{"TooLargeForDouble", "1 1:-1e400\n",
                      "t.svm:1:5: value '-1e400' is too large; at most 1.7e308 is expected\n"
                      "  1 1:-1e400\n"
                      "      ^",
                      in_double()},
        RefusedLibsvm{
            "TooLargeForFloat", "1 1:1e39\n",
            "t.svm:1:5: value '1e39' is too large; a float holds at most 3.4e38 (--precision double holds it)\n"
            "  1 1:1e39\n"
            "      ^",
            in_float()},
        RefusedLibsvm{"Hexadecimal", "1 1:0x1p-1\n",
                      "t.svm:1:5: value '0x1p-1'; a decimal number is expected, not a hexadecimal one\n"
                      "  1 1:0x1p-1\n"
                      "      ^"},
        RefusedLibsvm{"Missing", "1 1:\n",
                      "t.svm:1:5: no value after '1:'; index:value is expected\n"
                      "  1 1:\n"
                      "      ^"},
        RefusedLibsvm{"MissingBeforeACarriageReturn", "1 12: \r\n",
                      "t.svm:1:6: no value after '12:'; index:value is expected\n"
                      "  1 12: \n"
                      "       ^"},
        RefusedLibsvm{"MissingBeforeTheNext", "1 1: 2:0.5\n",
                      "t.svm:1:5: no value after '1:'; index:value is expected\n"
                      "  1 1: 2:0.5\n"
                      "      ^"},
        RefusedLibsvm{
            "TwoColons", "1 1:0.5:2\n",
            "t.svm:1:8: a second colon after '0.5'; a blank is expected before the next index (missing blank?)\n"
            "  1 1:0.5:2\n"
            "         ^"},
        RefusedLibsvm{"DecimalComma", "1 1:0,5\n",
                      "t.svm:1:6: a comma after '0'; a decimal point is expected (decimal comma?)\n"
                      "  1 1:0,5\n"
                      "       ^"},
        RefusedLibsvm{"CommaSeparated", "1 1:0.5,2:1\n",
                      "t.svm:1:8: a comma after '0.5'; a blank is expected (features are separated by blanks)\n"
                      "  1 1:0.5,2:1\n"
                      "         ^"},
        RefusedLibsvm{"Letters", "1 1:0.5abc\n",
                      "t.svm:1:8: 'abc' after the number '0.5'; a number and then a blank are expected\n"
                      "  1 1:0.5abc\n"
                      "         ^"},
        RefusedLibsvm{"BareExponent", "1 1:1e 2:1\n",
                      "t.svm:1:6: 'e' after the number '1'; a number and then a blank are expected\n"
                      "  1 1:1e 2:1\n"
                      "       ^"},
        RefusedLibsvm{"Word", "1 1:red\n",
                      "t.svm:1:5: value 'red'; a number is expected\n"
                      "  1 1:red\n"
                      "      ^"},
        RefusedLibsvm{"BareSign", "1 1:- 2:1\n",
                      "t.svm:1:5: value '-'; a number is expected\n"
                      "  1 1:- 2:1\n"
                      "      ^"}),
    name_of_refused);

INSTANTIATE_TEST_SUITE_P(
    Bytes, Message,
    testing::Values(RefusedLibsvm{"NulInAValue", "1 1:0\0005\n"s,
                                  "t.svm:1:6: a NUL byte; text is expected\n"
                                  "  1 1:0\\x005\n"
                                  "       ^"},
                    RefusedLibsvm{"NulInALabel", "1\t1:1\n\0 1:1\n"s,
                                  "t.svm:2:1: a NUL byte; text is expected\n"
                                  "  \\x00 1:1\n"
                                  "  ^"},
                    RefusedLibsvm{"NulInAComment", "1 1:1 # a\0b\n"s,
                                  "t.svm:1:10: a NUL byte; text is expected\n"
                                  "  1 1:1 # a\\x00b\n"
                                  "           ^"},
                    RefusedLibsvm{"NulInACommentLine", "#\0\n1 1:1\n"s,
                                  "t.svm:1:2: a NUL byte; text is expected\n"
                                  "  #\\x00\n"
                                  "   ^"},
                    RefusedLibsvm{"LoneCarriageReturn", "1 1:1\r-1 1:2\r",
                                  "t.svm:1:6: a carriage return within the line; lines end in LF or CRLF\n"
                                  "  1 1:1\\r-1 1:2\n"
                                  "       ^"},
                    RefusedLibsvm{"FormFeed", "1\t1:1\f2:1\n",
                                  "t.svm:1:6: the control byte '\\x0c'; text is expected\n"
                                  "  1\\t1:1\\x0c2:1\n"
                                  "        ^"},
                    RefusedLibsvm{"Utf16",
                                  "\xFF\xFE"
                                  "1\0 \0"s,
                                  "t.svm:1:1: UTF-16 text; UTF-8 or ASCII is expected"},
                    RefusedLibsvm{"Empty", "", "t.svm: the file is empty; at least one row is expected"},
                    RefusedLibsvm{"OnlyAByteOrderMark", "\xEF\xBB\xBF",
                                  "t.svm: the file is empty; at least one row is expected"},
                    RefusedLibsvm{"OnlyComments", "# nothing\n\n", "t.svm: no rows; at least one row is expected"}),
    name_of_refused);

}  // namespace
}  // namespace smsvm
