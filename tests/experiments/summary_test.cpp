#include "experiments/summary.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace smsvm::experiments {
namespace {

TEST(Summary, IsMeanAndDeviationOfTheSample) {
  const Summary summary = summarize(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(32.0 / 7));
  EXPECT_EQ(summary.count, 8U);
}

TEST(Summary, HasNoDeviationForFewerThanTwo) {
  EXPECT_EQ(summarize({}).count, 0U);
  const Summary one = summarize(std::vector<double>{3});
  EXPECT_EQ(one.mean, 3);
  EXPECT_EQ(one.deviation, 0);
}

TEST(PairedDifference, HasTheErrorOfTheMean) {
  const Difference difference = paired_difference(std::vector<double>{5, 7, 9}, std::vector<double>{4, 5, 6});
  EXPECT_DOUBLE_EQ(difference.mean, 2);
  EXPECT_DOUBLE_EQ(difference.error, 1 / std::sqrt(3.0));
  EXPECT_EQ(difference.count, 3U);
  EXPECT_TRUE(difference.is_clear());
}

TEST(PairedDifference, IsClearFromTwoStandardErrorsOn) {
  EXPECT_FALSE((Difference{1.9, 1, 10}).is_clear());
  EXPECT_TRUE((Difference{2.1, 1, 10}).is_clear());
  EXPECT_TRUE((Difference{-2.1, 1, 10}).is_clear());
}

TEST(PairedDifference, ShowsNothingWithOnePairOrWithoutADifference) {
  EXPECT_FALSE(paired_difference(std::vector<double>{9}, std::vector<double>{1}).is_clear());
  const std::vector<double> same{1, 2, 3};
  EXPECT_FALSE(paired_difference(same, same).is_clear());
  EXPECT_FALSE(paired_difference({}, {}).is_clear());
}

TEST(PairedDifference, NeedsPairs) {
  EXPECT_THROW(paired_difference(std::vector<double>{1, 2}, std::vector<double>{1}), std::invalid_argument);
}

TEST(Median, LiesInTheMiddle) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(FittedExponent, IsThatOfAPower) {
  const std::vector<double> x{10, 100, 1000};
  EXPECT_NEAR(*fitted_exponent(x, std::vector<double>{2e-3, 2e-2, 2e-1}), 1, 1e-12);
  EXPECT_NEAR(*fitted_exponent(x, std::vector<double>{1, 100, 10000}), 2, 1e-12);
}

TEST(FittedExponent, NeedsTwoDifferentPlaces) {
  EXPECT_FALSE(fitted_exponent(std::vector<double>{10}, std::vector<double>{1}));
  EXPECT_FALSE(fitted_exponent(std::vector<double>{10, 10}, std::vector<double>{1, 2}));
}

TEST(SummaryText, ShowsADeviationOnlyWhereThereIsOne) {
  EXPECT_EQ(percent_text(Summary{0.859, 0.003, 50}), "85.9 ± 0.3");
  EXPECT_EQ(percent_text(Summary{0.859, 0, 1}), "85.9");
  EXPECT_EQ(percent_text(Summary{}), no_value);
  EXPECT_EQ(percent_text(Difference{0.0121, 0.0003, 50}), "1.21 ± 0.03");
  EXPECT_EQ(percent_text(Difference{0.0121, 0, 1}), "1.21");
  EXPECT_EQ(seconds_text(Summary{1.25, 0.031, 5}), "1.25 ± 0.03");
  EXPECT_EQ(seconds_text(Summary{}), no_value);
}

TEST(SummaryText, ShowsThreeDigitsOfATime) {
  EXPECT_EQ(seconds_text(0.00214), "0.0021");
  EXPECT_EQ(seconds_text(0.0523), "0.0523");
  EXPECT_EQ(seconds_text(1.2345), "1.23");
  EXPECT_EQ(seconds_text(148.7), "149");
  EXPECT_EQ(seconds_text(0.0), "0.0000");
}

TEST(SummaryText, ShowsGapsPassesAndCounts) {
  EXPECT_EQ(gap_text(3.2e-5), "3.2e-05");
  EXPECT_EQ(gap_text(std::nullopt), no_value);
  EXPECT_EQ(passes_text(9.43), "9.4");
  EXPECT_EQ(passes_text(99.97), "100");
  EXPECT_EQ(count_text(10'000'000), "10,000,000");
}

TEST(SummaryText, JoinsAList) {
  EXPECT_EQ(list_text({}), "none");
  EXPECT_EQ(list_text({"a"}), "a");
  EXPECT_EQ(list_text({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace smsvm::experiments
