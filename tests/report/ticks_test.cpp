#include "report/ticks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

namespace smsvm::report {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> found;
  for (const Tick& tick : ticks) {
    if (!tick.label.empty()) found.push_back(tick.label);
  }
  return found;
}

std::vector<double> positions(const std::vector<Tick>& ticks) {
  std::vector<double> found;
  for (const Tick& tick : ticks) found.push_back(tick.position);
  return found;
}

bool all_different(const std::vector<std::string>& texts) {
  return std::set<std::string>(texts.begin(), texts.end()).size() == texts.size();
}

/// 1, 2 or 5 times a power of ten.
bool is_round(double step) {
  const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-6));
  return std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 5) < 1e-6;
}

/// Between 1e-12 and 1e12, of either sign.
rc::Gen<double> magnitude() {
  return rc::gen::map(rc::gen::inRange(-12'000, 12'000),
                      [](int thousandths) { return std::pow(10.0, thousandths * 1e-3); });
}

TEST(LinearTicks, AreTheDoublesNearestToRoundNumbers) {
  EXPECT_THAT(positions(linear_ticks(0, 0.5, 6)), ElementsAre(0, 0.1, 0.2, 0.3, 0.4, 0.5));
  EXPECT_THAT(labels(linear_ticks(0, 0.5, 6)), ElementsAre("0.0", "0.1", "0.2", "0.3", "0.4", "0.5"));
}

TEST(LinearTicks, AreLabelledInOneWay) {
  EXPECT_THAT(labels(linear_ticks(-2.1, 2.1, 6)), ElementsAre("−2", "−1", "0", "1", "2"));
  EXPECT_THAT(labels(linear_ticks(0, 2.2, 6)), ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0"));
  EXPECT_THAT(labels(linear_ticks(0, 32'561, 4)), ElementsAre("0", "10,000", "20,000", "30,000"));
  EXPECT_THAT(labels(linear_ticks(0, 2.2e7, 6)), ElementsAre("0", "0.5×10⁷", "1.0×10⁷", "1.5×10⁷", "2.0×10⁷"));
  EXPECT_THAT(labels(linear_ticks(-2e-5, 0, 3)), ElementsAre("−2×10⁻⁵", "−1×10⁻⁵", "0"));
}

RC_GTEST_PROP(LinearTicks, AreRoundWithinRangeAndDifferent, ()) {
  const double low = *magnitude() * (*rc::gen::arbitrary<bool>() ? 1 : -1);
  const double span = std::max(*magnitude(), std::abs(low) * 1e-8);
  const int at_most = *rc::gen::inRange(6, 12);
  const std::vector<Tick> ticks = linear_ticks(low, low + span, at_most);
  RC_ASSERT(ticks.size() >= 2u);
  RC_ASSERT(ticks.size() <= static_cast<std::size_t>(at_most));
  RC_ASSERT(all_different(labels(ticks)));
  const double step = (ticks.back().position - ticks.front().position) / static_cast<double>(ticks.size() - 1);
  if (span > std::abs(low) * 1e-6) RC_ASSERT(is_round(step));
  for (const Tick& tick : ticks) {
    RC_ASSERT(tick.position >= low - 1e-6 * step);
    RC_ASSERT(tick.position <= low + span + 1e-6 * step);
    const double count = tick.position / step;
    RC_ASSERT(std::abs(count - std::round(count)) <= 1e-6 * std::max(1.0, std::abs(count)));
  }
}

TEST(LogarithmicTicks, AreDecades) {
  EXPECT_THAT(labels(logarithmic_ticks(-3.2, 0.1, 6)), ElementsAre("10⁻³", "10⁻²", "10⁻¹", "10⁰"));
  EXPECT_THAT(labels(logarithmic_ticks(0.9, 12.1, 6)), ElementsAre("10²", "10⁴", "10⁶", "10⁸", "10¹⁰", "10¹²"));
}

TEST(LogarithmicTicks, HaveMinorOnesBetweenFewDecades) {
  const std::vector<Tick> ticks = logarithmic_ticks(-0.05, 2, 6);
  EXPECT_EQ(ticks.size(), 3u + 2 * 8 + 1) << "2 to 9 in each decade, and 0.9";
}

TEST(LogarithmicTicks, AreRoundValuesWithinADecade) {
  EXPECT_THAT(labels(logarithmic_ticks(-0.1, 1.1, 6)), ElementsAre("1", "2", "5", "10"));
  EXPECT_THAT(labels(logarithmic_ticks(-6.01, -5, 6)), ElementsAre("10⁻⁶", "2×10⁻⁶", "5×10⁻⁶", "10⁻⁵"));
  EXPECT_THAT(labels(logarithmic_ticks(std::log10(0.295), std::log10(0.345), 6)),
              ElementsAre("0.3", "0.31", "0.32", "0.33", "0.34"));
  EXPECT_THAT(labels(logarithmic_ticks(std::log10(9.4e6), std::log10(11.2e6), 6)),
              ElementsAre("9.5×10⁶", "10⁷", "1.05×10⁷", "1.1×10⁷"));
}

RC_GTEST_PROP(LogarithmicTicks, AreWithinRangeAndDifferent, ()) {
  const double low = *rc::gen::inRange(-300'000, 300'000) * 1e-3;
  const double span = *rc::gen::inRange(1, 20'000) * 1e-3;
  const int at_most = *rc::gen::inRange(6, 12);
  const std::vector<Tick> ticks = logarithmic_ticks(low, low + span, at_most);
  const std::vector<std::string> found = labels(ticks);
  RC_ASSERT(found.size() >= 1u);
  RC_ASSERT(found.size() <= static_cast<std::size_t>(at_most));
  RC_ASSERT(all_different(found));
  RC_ASSERT(std::is_sorted(ticks.begin(), ticks.end(), [](auto& a, auto& b) { return a.position < b.position; }));
  RC_ASSERT(ticks.front().position >= low - 1e-6);
  RC_ASSERT(ticks.back().position <= low + span + 1e-6);
}

TEST(LogarithmicTicks, WorkWhereNoDoubleIs) {
  EXPECT_THAT(labels(logarithmic_ticks(-400.5, -399.5, 6)), ElementsAre("5×10⁻⁴⁰¹", "10⁻⁴⁰⁰", "2×10⁻⁴⁰⁰"));
}

}  // namespace
}  // namespace smsvm::report
