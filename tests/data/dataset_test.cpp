#include "smsvm/dataset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/in_float.hpp"
#include "data/libsvm_text.hpp"

namespace smsvm {
namespace {

using test::all_dense;
using test::all_listed;
using test::read_text;

TEST(Label, NumbersAreComparedByValue) {
  EXPECT_EQ(Label::parse("1"), Label::parse("+1"));
  EXPECT_EQ(Label::parse("1"), Label::parse("1.0"));
  EXPECT_EQ(Label::parse("100"), Label::parse("1e2"));
  EXPECT_EQ(Label::parse("0"), Label::parse("-0"));
  EXPECT_FALSE(Label::parse("1") == Label::parse("1.5"));
  EXPECT_FALSE(Label::parse("1") == Label::parse("-1"));
}

TEST(Label, WholeNumbersBetweenDoublesAreLabelsOfTheirOwn) {
  const std::string even = "9007199254740992", odd = "9007199254740993", next = "9007199254740995";
  EXPECT_TRUE(Label::parse(even).numeric);
  EXPECT_EQ(Label::parse(even), Label::parse("9007199254740992.0"));
  EXPECT_FALSE(Label::parse(even) == Label::parse(odd));
  EXPECT_FALSE(Label::parse(odd) == Label::parse(next));
  EXPECT_FALSE(Label::parse("-" + odd) == Label::parse("-" + even));
  EXPECT_FALSE(Label::parse("18446744073709551615") == Label::parse("18446744073709551616"));
  EXPECT_EQ(Label::parse("000000000000000000000000000000001").number, 1);
}

TEST(Label, AnythingElseIsComparedAsText) {
  EXPECT_EQ(Label::parse("spam"), Label::parse("spam"));
  EXPECT_FALSE(Label::parse("spam") == Label::parse("Spam"));
  EXPECT_FALSE(Label::parse("1") == Label::parse("1x"));
  EXPECT_FALSE(Label::parse("nan") == Label::parse("0"));
  EXPECT_FALSE(Label::parse("9007199254740993") == Label::parse("9007199254740992"));  // as doubles they are equal
}

TEST(Label, KeepsItsTextAndItsNumber) {
  const Label number = Label::parse("+1.50");
  EXPECT_EQ(number.text, "+1.50");
  EXPECT_TRUE(number.numeric);
  EXPECT_EQ(number.number, 1.5);
  for (const char* text : {"", "nan", "inf", "1e400", "1e-400", "0x10", "1 ", "1e", "one"}) {
    const Label label = Label::parse(text);
    EXPECT_FALSE(label.numeric) << text;
    EXPECT_EQ(label.number, 0) << text;
    EXPECT_EQ(label.text, text);
  }
}

Dataset dense_example() {
  Dataset data;
  data.rows = 2;
  data.features = data.width = 3;
  data.matrix = all_dense<float>({{0.5, 0, 2}, {0, 1, 0}});
  data.labels = {{Label::parse("1"), Label::parse("-1")}, {0, 1}};
  return data;
}

Dataset sparse_example() {
  Dataset data = dense_example();
  data.matrix = all_listed<float>({{0.5, 0, 2}, {0, 1, 0}});
  return data;
}

TEST(Dataset, CountsNonzeros) {
  EXPECT_EQ(dense_example().nonzeros(), 3);
  EXPECT_EQ(sparse_example().nonzeros(), 3);
}

TEST(Dataset, KnowsItsPrecision) {
  EXPECT_EQ(dense_example().precision(), Precision::float32);
  EXPECT_EQ(sparse_example().precision(), Precision::float32);
  Dataset data;
  data.matrix = BlockedRows<double>{};
  EXPECT_EQ(data.precision(), Precision::float64);
}

TEST(Checksum, DoesNotDependOnTheLayout) {
  const auto expected = dense_example().checksum();
  EXPECT_EQ(sparse_example().checksum(), expected);
  Dataset in_double = dense_example();
  in_double.matrix = all_dense<double>({{0.5, 0, 2}, {0, 1, 0}});
  EXPECT_EQ(in_double.checksum(), expected);
  EXPECT_EQ(read_text("1 1:0.5 3:2\n-1 2:1\n").checksum(), expected);
}

TEST(Checksum, DoesNotDependOnTheNumbering) {
  Dataset remapped = sparse_example();
  Dataset plain = remapped;
  remapped.feature_ids = {1, 2, 3};
  EXPECT_EQ(remapped.checksum(), plain.checksum());
  // The same rows, remapped because one more (empty) feature is far away.
  EXPECT_EQ(read_text("1 1:0.5 3:2\n-1 2:1 99999999999:0\n").checksum(), plain.checksum());
}

TEST(Checksum, IgnoresZerosAndSpellings) {
  const auto expected = dense_example().checksum();
  Dataset negative_zero = dense_example();
  negative_zero.matrix = all_dense<float>({{0.5, -0.0, 2}, {0, 1, -0.0}});
  EXPECT_EQ(negative_zero.checksum(), expected);
  EXPECT_EQ(read_text("+1 1:5e-1 2:0 3:2.0 9:0\n-1.0 2:1\n").checksum(), expected);
  Dataset other_order = dense_example();
  other_order.labels = {{Label::parse("-1"), Label::parse("1")}, {1, 0}};
  EXPECT_EQ(other_order.checksum(), expected);
}

TEST(Checksum, ChangesWithAnythingThatCounts) {
  const std::vector<std::string> different = {
      "1 1:0.5 3:2\n-1 2:1\n",          // the example
      "1 1:0.5 3:2\n1 2:1\n",           // a label
      "1 1:0.5 3:2\n-1x 2:1\n",         // a text label
      "2 1:0.5 3:2\n-1 2:1\n",          // another label
      "1 1:0.5 3:2\n-1 3:1\n",          // a feature
      "1 1:0.5 3:2.0000002\n-1 2:1\n",  // a value by one unit
      "1 1:0.5 3:-2\n-1 2:1\n",         // a sign
      "-1 2:1\n1 1:0.5 3:2\n",          // the order of rows
      "1 1:0.5 3:2\n-1 2:1\n-1\n",      // an empty row
      "1 1:0.5\n-1 2:1 3:2\n",          // a value in another row
      "0 1:0.5 3:2\n-1 2:1\n",         "1 1:0.5 3:2\n",
  };
  std::vector<std::uint64_t> sums;
  for (const std::string& text : different) sums.push_back(read_text(text).checksum());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(sums[i], sums[j]) << different[i] << different[j];
  }
  Dataset unlabelled = dense_example();
  unlabelled.labels = {};
  EXPECT_NE(unlabelled.checksum(), sums[0]);
}

TEST(Checksum, OfDataInDoubleCanBeHadAsIfTheyWereReadAsFloat) {
  ReadOptions in_double;
  in_double.precision = Precision::float64;
  for (const std::string text : {
           "1 1:0.1 3:2\n-1 2:1.7 5000000000:1e-3\n",
           "1 1:1e-300 2:1e-50 3:-1e-46\n-1 2:1e-44\n",                                      // zeros and small numbers
           "1 1:1.000000059604644775390625000000000001 2:1.00000005960464477540\n-1 3:7\n",  // half-way of floats
           "1 1:0.000000000000000000000000123456789012345678 2:123456789.0123456789\n-1 3:16777217\n",
       }) {
    const Dataset as_float = read_text(text, in_float()), as_double = read_text(text, in_double);
    EXPECT_EQ(as_double.checksum_as(Precision::float32), as_float.checksum()) << text;
    EXPECT_EQ(as_double.checksum_as(Precision::float64), as_double.checksum()) << text;
    EXPECT_EQ(as_float.checksum_as(Precision::float64), as_float.checksum()) << text;
    EXPECT_NE(as_double.checksum(), as_float.checksum()) << text;
  }
}

/// Certificates name this number: it must stay what it is, on every machine and in every version.
TEST(Checksum, IsFixedForever) { EXPECT_EQ(dense_example().checksum(), 11583673969367042026U); }

TEST(Labels, AreSortedAsNumbersThenAsText) {
  Labels labels;
  for (const char* text : {"b", "10", "9", "B", "-1", "ab"}) labels.distinct.push_back(Label::parse(text));
  EXPECT_THAT(labels.sorted(), testing::ElementsAre(4, 2, 1, 3, 5, 0));
}

TEST(Labels, ThePositiveOfTwoIsOneTrueYesOrTheLarger) {
  const auto positive = [](const char* first, const char* second) {
    const std::size_t one = positive_of_two(Label::parse(first), Label::parse(second));
    EXPECT_EQ(one, 1 - positive_of_two(Label::parse(second), Label::parse(first)));
    return std::string(one == 0 ? first : second);
  };
  EXPECT_EQ(positive("-1", "+1"), "+1");
  EXPECT_EQ(positive("1", "0"), "1");
  EXPECT_EQ(positive("2", "1.0"), "1.0");
  EXPECT_EQ(positive("Yes", "no"), "Yes");
  EXPECT_EQ(positive("TRUE", "zebra"), "TRUE");
  EXPECT_EQ(positive("9", "10"), "10");
  EXPECT_EQ(positive("B", "a"), "a");
  EXPECT_EQ(positive("5", "a"), "a");
}

}  // namespace
}  // namespace smsvm
