#include "experiments/labelled_rows.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "data/blocks.hpp"
#include "experiments/synthetic_rows.hpp"
#include "smsvm/error.hpp"

namespace smsvm::experiments {
namespace {

using testing::Each;
using testing::Ge;
using testing::Le;

using Parts = std::vector<std::vector<std::int64_t>>;

/// One third positive, in no regular order; the value of a row is its number.
LabelledRows numbered_rows(std::int64_t count) {
  LabelledRows rows;
  rows.data.rows = count;
  rows.data.features = 1;
  test::Table table;
  for (std::int64_t i = 0; i < count; ++i) {
    table.push_back({static_cast<double>(i)});
    rows.target.sign.push_back((i * i + i / 7) % 3 == 0 ? 1 : -1);
  }
  rows.data.matrix = test::all_dense<double>(table);
  return rows;
}

std::vector<double> values_of(const LabelledRows& rows) { return test::all_values(rows.data); }

std::int64_t positives(const LabelledRows& rows) {
  return std::count(rows.target.sign.begin(), rows.target.sign.end(), 1);
}

std::vector<std::int64_t> sizes_of(const Parts& parts) {
  std::vector<std::int64_t> sizes;
  for (const auto& part : parts) sizes.push_back(std::ssize(part));
  return sizes;
}

Dataset with_labels(const std::vector<std::string>& texts) {
  Dataset data;
  data.rows = std::ssize(texts);
  data.features = 1;
  data.matrix = test::all_dense<double>(test::Table(texts.size(), {1.0}));
  for (const auto& text : texts) {
    data.labels.of_row.push_back(static_cast<std::int32_t>(data.labels.distinct.size()));
    data.labels.distinct.push_back(Label::parse(text));
  }
  return data;
}

TEST(StratifiedParts, HoldEveryRowOnce) {
  const auto parts = stratified_parts(numbered_rows(103), 5, 1);
  ASSERT_EQ(parts.size(), 5U);
  auto all = all_but(parts, parts.size());
  std::vector<std::int64_t> expected(103);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(all, expected);
}

TEST(StratifiedParts, DifferInSizeByOneAtMost) {
  for (const std::int64_t count : {5, 9, 62, 103, 690}) {
    const auto sizes = sizes_of(stratified_parts(numbered_rows(count), 5, 1));
    EXPECT_THAT(sizes, Each(Ge(count / 5)));
    EXPECT_THAT(sizes, Each(Le((count + 4) / 5)));
  }
}

TEST(StratifiedParts, KeepTheClassesInProportion) {
  const auto rows = numbered_rows(103);
  const std::int64_t all = positives(rows);
  for (const auto& part : stratified_parts(rows, 5, 1)) {
    const std::int64_t here = positives(take_rows(rows, part));
    EXPECT_GE(here, all / 5);
    EXPECT_LE(here, (all + 4) / 5);
  }
}

TEST(StratifiedParts, DependOnTheSeedAlone) {
  const auto rows = numbered_rows(103);
  EXPECT_EQ(stratified_parts(rows, 5, 1), stratified_parts(rows, 5, 1));
  EXPECT_NE(stratified_parts(rows, 5, 1), stratified_parts(rows, 5, 2));
}

TEST(Split, SetsAFifthAsideInProportion) {
  const auto rows = numbered_rows(100);
  const Split parts = split(rows, 1);
  EXPECT_EQ(parts.train.size(), 80);
  EXPECT_EQ(parts.test.size(), 20);
  EXPECT_NEAR(static_cast<double>(positives(parts.test)), 0.2 * static_cast<double>(positives(rows)), 1);
  std::vector<double> all = values_of(parts.train);
  const auto test = values_of(parts.test);
  all.insert(all.end(), test.begin(), test.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, values_of(rows)) << "a row is missing, or on both sides";
}

TEST(Split, KeepsTheClassOfEachRow) {
  const auto rows = numbered_rows(100);
  const LabelledRows test = split(rows, 1).test;
  const auto numbers = values_of(test);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    EXPECT_EQ(test.target.sign[k], rows.target.sign[static_cast<std::size_t>(numbers[k])]);
}

TEST(Sample, NeverHasMoreRowsThanAskedFor) {
  for (const std::int64_t count : {50'001, 75'000, 99'999, 100'001, 120'000}) {
    const auto rows = numbered_rows(count);
    const auto taken = sample(rows, 50'000, 1);
    EXPECT_LE(taken.size(), 50'000) << "of " << count;
    EXPECT_GE(taken.size(), 25'000) << "of " << count;
    const double share = static_cast<double>(positives(rows)) / static_cast<double>(count);
    EXPECT_NEAR(static_cast<double>(positives(taken)), share * static_cast<double>(taken.size()), 1);
  }
}

TEST(Sample, IsEverythingWhereThereIsNoMore) {
  const auto rows = numbered_rows(100);
  EXPECT_EQ(values_of(sample(rows, 100, 1)), values_of(rows));
  EXPECT_EQ(values_of(sample(rows, 1000, 1)), values_of(rows));
}

TEST(Labelled, TakesPlusOneForThePositiveClass) {
  EXPECT_THAT(labelled(with_labels({"-1", "+1"})).target.sign, testing::ElementsAre(-1, 1));
  EXPECT_THAT(labelled(with_labels({"1", "0"})).target.sign, testing::ElementsAre(1, -1));
}

TEST(Labelled, TakesTheFirstWhereNoneIsOne) {
  EXPECT_THAT(labelled(with_labels({"good", "bad"})).target.sign, testing::ElementsAre(1, -1));
}

TEST(Labelled, NeedsTwoClasses) {
  EXPECT_THROW(labelled(with_labels({"1"})), Error);
  EXPECT_THROW(labelled(with_labels({"1", "2", "3"})), Error);
}

TEST(Accuracy, IsTheShareOnTheRightSide) {
  auto rows = numbered_rows(4);
  rows.target.sign = {1, -1, 1, -1};
  const std::vector<double> weights{1};
  EXPECT_EQ(accuracy(rows, weights, -1.5), 0.5);  // −, −, +, +
  EXPECT_EQ(accuracy(rows, weights, -2.0), 0.25) << "a score of zero is not positive";
}

}  // namespace
}  // namespace smsvm::experiments
