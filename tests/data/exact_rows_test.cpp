#include "data/exact_rows.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "data/complaints.hpp"
#include "data/exact_decimal.hpp"
#include "data/read_source.hpp"
#include "data/row_access.hpp"

namespace smsvm {
namespace {

using testing::HasSubstr;

mpq_class power(unsigned base, std::int64_t exponent) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), base, static_cast<unsigned long>(std::abs(exponent)));
  return exponent < 0 ? mpq_class(1, result) : mpq_class(result);
}

/// "1/10": what the value is.
mpq_class fraction(const ExactValue& value, unsigned base) {
  const mpz_class mantissa =
      value.large != nullptr ? *value.large : mpz_class(static_cast<unsigned long>(value.mantissa));
  const mpq_class size = mantissa * power(base, value.exponent);
  return value.negative ? mpq_class(-size) : size;
}

using Rows = std::vector<std::vector<std::pair<std::int64_t, std::string>>>;

Rows all_rows(const Dataset& data, const ExactRows& exact) {
  Rows rows(static_cast<std::size_t>(data.rows));
  exact.for_each([&](std::int64_t row, std::span<const ExactValue> values) {
    for (const ExactValue& value : values) {
      rows.at(static_cast<std::size_t>(row))
          .emplace_back(data.feature_id(static_cast<std::int64_t>(value.column)),
                        fraction(value, exact.base()).get_str());
    }
  });
  return rows;
}

Dataset read_ordinarily(const Source& source, const ReadOptions& options) {
  Complaints complaints = Complaints::throwing();
  return read_source(source, options, complaints);
}

Dataset read_ordinarily(const std::string& text, const std::string& name, Precision precision) {
  ReadOptions options;
  options.precision = precision;
  return read_ordinarily(Source::from_bytes(text, name), options);
}

/// By feature number, as fractions. Both precisions of the data must give the same.
Rows read_exactly(const std::string& text, ReadOptions options = {}, const std::string& name = "t.svm") {
  const Source source = Source::from_bytes(text, name);
  options.precision = Precision::float32;
  const Dataset in_float = read_ordinarily(source, options);
  options.precision = Precision::float64;
  const Dataset in_double = read_ordinarily(source, options);
  const Rows rows = all_rows(in_double, ExactRows(in_double, source, options));
  EXPECT_EQ(all_rows(in_float, ExactRows(in_float, source, options)), rows);
  return rows;
}

TEST(ExactDecimal, IsWhatIsWritten) {
  const std::string long_one = "12345678901234567890123";
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"0.1", "1/10"},
           {"-0.1", "-1/10"},
           {"+.5", "1/2"},
           {"5.", "5"},
           {"63", "63"},
           {"0.10", "1/10"},
           {"25e-2", "1/4"},
           {"2.5E+3", "2500"},
           {"1e22", "10000000000000000000000"},
           {"0000000000000000000000.25", "1/4"},
           {"1000000000000000000000000e-24", "1"},
           {"9999999999999999999", "9999999999999999999"},
           {long_one, long_one},
           {long_one + "000e-3", long_one},
           {"-1.000000000000000000001", "-1000000000000000000001/1000000000000000000000"},
       }) {
    const ExactDecimal decimal = exact_decimal(text);
    const ExactValue value{0, decimal.negative, decimal.mantissa, decimal.mantissa == 0 ? &decimal.large : nullptr,
                           decimal.exponent};
    EXPECT_EQ(fraction(value, 10).get_str(), expected) << text;
  }
  for (const char* const zero : {"0", "-0.0", "0e99999999999999999999", "0.0000000000000000000000000000"})
    EXPECT_TRUE(exact_decimal(zero).is_zero()) << zero;
  EXPECT_LT(exact_decimal("1e-99999999999999999999").exponent, -ExactRows::most_places);
}

TEST(ExactRows, TakeEveryOddityOfLibsvmText) {
  const std::string text =
      "\xEF\xBB\xBF# a comment\n"
      "\n"
      " \t\n"
      "+1 qid:7 1:0.1 2: .50 \t3:-1e-2 # 4:9\r\n"
      "-1\n"
      "spam 2:0 4:+3\r\r\n"
      "1.0 3:00000000000000000000000.3#5:1";
  EXPECT_EQ(read_exactly(text), (Rows{{{1, "1/10"}, {2, "1/2"}, {3, "-1/100"}}, {}, {{4, "3"}}, {{3, "3/10"}}}));
}

TEST(ExactRows, FollowTheOptionsForLibsvmText) {
  ReadOptions from_zero, automatic, sorted;
  from_zero.index_base = IndexBase::zero;
  automatic.index_base = IndexBase::automatic;
  sorted.sort_indices = true;
  EXPECT_EQ(read_exactly("1 1:0.1\n2 2:7\n", from_zero), (Rows{{{2, "1/10"}}, {{3, "7"}}}));
  EXPECT_EQ(read_exactly("1 1:0.1\n2 2:7\n", automatic), (Rows{{{1, "1/10"}}, {{2, "7"}}}));
  EXPECT_EQ(read_exactly("1 1:0.1\n2 0:7\n", automatic), (Rows{{{2, "1/10"}}, {{1, "7"}}}));
  EXPECT_EQ(read_exactly("1 3:0.3 1:0.1 2:0.2\n", sorted), (Rows{{{1, "1/10"}, {2, "1/5"}, {3, "3/10"}}}));
}

TEST(ExactRows, KnowFeaturesThatGotPositionsOfTheirOwn) {
  EXPECT_EQ(read_exactly("1 1:0.1 300000000:0.2\n-1 5000000000:0.3 9223372036854775807:0.7\n"),
            (Rows{{{1, "1/10"}, {300000000, "1/5"}}, {{5000000000, "3/10"}, {INT64_MAX, "7/10"}}}));
}

TEST(ExactRows, TakeEveryOddityOfCsv) {
  const std::string text =
      "\xEF\xBB\xBF\"na\"\"me\", class ,weight;x,b\n"
      "\n"
      " 0.1 ,\"a \"\"word\"\"\",2,\"0.5\"\r\n"
      "-1e-2,1,0.1,0\n"
      "1.50,\"2\",1, .3";
  ReadOptions options;
  options.weight_column = "3";
  options.delimiter = ',';
  EXPECT_EQ(read_exactly(text, options, "t.csv"),
            (Rows{{{1, "1/10"}, {2, "1/2"}}, {{1, "-1/100"}}, {{1, "3/2"}, {2, "3/10"}}}));
  options = {};
  options.header = Header::no;
  options.label_column = "2";
  EXPECT_EQ(read_exactly("0.1;1;0.2\n0.3;-1;0.4\n", options, "t.csv"),
            (Rows{{{1, "1/10"}, {2, "1/5"}}, {{1, "3/10"}, {2, "2/5"}}}));
}

std::string one_over_ten_to(int exponent) { return power(10, -exponent).get_str(); }

TEST(ExactRows, HaveWhatIsTooSmallForTheData) {
  EXPECT_EQ(read_exactly("1 1:1e-50 2:1\n-1 1:0.1\n"),  // 0 as a float
            (Rows{{{1, one_over_ten_to(50)}, {2, "1"}}, {{1, "1/10"}}}));
  EXPECT_EQ(read_exactly("1 1:1 2:1e-400\n-1 2:0.1\n"),  // 0 as a double
            (Rows{{{1, "1"}, {2, one_over_ten_to(400)}}, {{2, "1/10"}}}));
}

TEST(ExactRows, RefuseAbsurdExponents) {
  try {
    read_exactly("1 1:1\n-1 1:1e-99999999\n");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().line, 2);
    EXPECT_THAT(error.what(), HasSubstr("2000 places"));
  }
}

TEST(ExactRows, OfDataInMemoryAreTheirBinaryFractions) {
  for (const auto& [text, precision] : {std::pair("1 1:0.1 2:-3e300\n-1 1:5e-324 2:0.75 3:1\n", Precision::float64),
                                        std::pair("1 1:0.1 2:-3e30\n-1 1:1e-45 2:0.75 3:1\n", Precision::float32)}) {
    const Dataset data = read_ordinarily(text, "t", precision);
    const ExactRows exact(data);
    exact.for_each([&](std::int64_t row, std::span<const ExactValue> values) {
      std::size_t k = 0;
      for_each_value(data, row, [&](std::size_t column, double value) {
        ASSERT_LT(k, values.size());
        EXPECT_EQ(values[k].column, column);
        EXPECT_EQ(fraction(values[k++], exact.base()).get_str(), mpq_class(value).get_str());
      });
      EXPECT_EQ(k, values.size());
    });
  }
}

TEST(ExactRows, OfALargeFileAgreeWithTheData) {
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += i % 3 == 0 ? "1" : "-1";
    for (int j = 1; j <= 40; ++j) {
      if (random() % 3 == 0) continue;
      text += fmt::format(" {}:{}.{}{}", j, static_cast<std::int64_t>(random() % 2000) - 1000,
                          random() >> (random() % 60), random() % 5 == 0 ? "e-3" : "");
    }
    text += "\n";
  }
  const Source source = Source::from_bytes(text, "t.svm");
  const Dataset data = read_ordinarily(text, "t.svm", Precision::float64);
  std::int64_t values = 0;
  ExactRows(data, source, {}).for_each([&](std::int64_t, std::span<const ExactValue> row) {
    values += std::ssize(row);
  });
  EXPECT_EQ(values, data.nonzeros());
}

/// What is said if the text is not what the data were read from.
std::string disagreement(const std::string& read_before, const std::string& there_now, const std::string& name) {
  const Dataset data = read_ordinarily(read_before, name, Precision::float64);
  try {
    ExactRows(data, Source::from_bytes(there_now, name), {}).for_each([](auto, auto) {});
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(ExactRows, NoticeAnyDifferenceFromTheOrdinaryReading) {
  const std::string text = "1 1:0.1 3:2\n-1 2:1 99999999999:0.5\n";
  EXPECT_EQ(disagreement(text, text, "t.svm"), "");
  EXPECT_EQ(disagreement(text, "# moved\n+1 1:1e-1 2:0 3:2.0\n-1.0 2:1 99999999999:.5\n", "t.svm"), "");
  for (const auto& [changed, told] : std::vector<std::pair<std::string, std::string>>{
           {"1 1:0.1 3:2\n-1 2:1 99999999999:0.6\n",
            "t.svm:2: the exact reading disagrees with the ordinary one: feature "
            "99999999999 is '0.6', not 0.5"},
           {"1 1:0.1 3:-2\n-1 2:1 99999999999:0.5\n", "t.svm:1: "},
           {"1 1:0.1\n-1 2:1 99999999999:0.5\n", "there is no feature 3"},
           {"1 1:0.1 3:2\n-1 2:1 3:1 99999999999:0.5\n", "there is a feature 3"},
           {"1 1:0.1 3:2\n-1 2:1 99999999998:0.5\n", "there is a feature 99999999998"},
           {"1 1:0.1 3:2\n-1 2:1 4:1e-400 99999999999:0.5\n", "feature 4 is not 0"},
           {"1 1:0.1 3:2\n-1 2:1 99999999999:0.5 99999999999:1\n", "there is a feature 99999999999"},
           {"1 1:0.1 3:2\n1 2:1 99999999999:0.5\n", "the label is '1', not '-1'"},
           {"1 1:0.1 3:2\n", "there are 1 rows, not 2"},
           {"1 1:0.1 3:2\n-1 2:1 99999999999:0.5\n1\n",
            "t.svm:3: the exact reading disagrees with the ordinary one: there "
            "are more than 2 rows"},
       }) {
    EXPECT_THAT(disagreement(text, changed, "t.svm"), HasSubstr(told)) << changed;
  }
  EXPECT_THAT(disagreement("y,a\n1,0.5\n-1,2\n", "y,a\n1,0.5\n-1,3\n", "t.csv"), HasSubstr("feature 1 is '3', not 2"));
}

}  // namespace
}  // namespace smsvm
