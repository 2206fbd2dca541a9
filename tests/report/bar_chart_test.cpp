#include "report/bar_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/xml.hpp"

namespace smsvm::report {
namespace {

using test::parse_xml;
using test::XmlElement;

BarChart chart_of(std::vector<Bar> bars) { return {"weights", "for", "against", std::move(bars)}; }

std::vector<XmlElement> bars_in(const XmlElement& drawing) {
  std::vector<XmlElement> found = drawing.all("rect");
  std::erase_if(found, [](const XmlElement& one) { return one.attribute("class") != "bar"; });
  return found;
}

double number(const XmlElement& element, const std::string& key) { return std::stod(element.attribute(key)); }

TEST(BarChart, DrawsToBothSidesOfZero) {
  const auto bars = bars_in(parse_xml(svg(chart_of({{"a", 2}, {"b", -1}}))));
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(number(bars[0], "width"), 2 * number(bars[1], "width"), 0.2);
  EXPECT_NEAR(number(bars[1], "x") + number(bars[1], "width"), number(bars[0], "x"), 0.2);
  EXPECT_NE(bars[0].attribute("fill"), bars[1].attribute("fill"));
}

TEST(BarChart, SaysEachNumberInFull) {
  const XmlElement drawing = parse_xml(svg(chart_of({{"age", 0.1234567890123}})));
  EXPECT_EQ(bars_in(drawing)[0].text, "age: 0.1234567890123");
  EXPECT_EQ(drawing.attribute("role"), "img");
  EXPECT_EQ(drawing.attribute("aria-label"), "weights: age 0.1235");
}

TEST(BarChart, NamesOnlyTheSidesThatAreThere) {
  EXPECT_THAT(svg(chart_of({{"a", 2}})), testing::Not(testing::HasSubstr("against")));
  EXPECT_THAT(svg(chart_of({{"a", -2}})), testing::HasSubstr("against"));
}

TEST(BarChart, AlignedChartsHaveOneZeroAndOneScale) {
  std::vector<BarChart> charts = {chart_of({{"a", 2}, {"a longer name", -1}}), chart_of({{"b", 0.5}})};
  align(charts);
  const XmlElement one = parse_xml(svg(charts[0])), other = parse_xml(svg(charts[1]));
  const auto zero = [](const XmlElement& drawing) {
    const std::string path = drawing.of_class("zero").attribute("d");
    return path.substr(0, path.find(' '));
  };
  EXPECT_EQ(zero(one), zero(other));
  EXPECT_NEAR(number(bars_in(one)[0], "width"), 4 * number(bars_in(other)[0], "width"), 0.5);
}

TEST(BarChart, MayHaveAColourForEachName) {
  BarChart chart = chart_of({{"a", 2, 3}, {"b", -1, 3}});
  const auto bars = bars_in(parse_xml(svg(chart)));
  EXPECT_EQ(bars[0].attribute("fill"), bars[1].attribute("fill"));
  EXPECT_THAT(svg(chart), testing::HasSubstr("→ for"));
  EXPECT_THAT(svg(chart), testing::HasSubstr("← against"));
}

TEST(BarChart, IsWellFormedWhateverTheNumbersAndNames) {
  const std::vector<double> hard = {0, 5e-324, -5e-324, 1e308, -1e308};
  for (const double one : hard) {
    for (const double other : hard)
      EXPECT_NO_THROW(parse_xml(svg(chart_of({{"<script>&\"'", one}, {"\x01\xff", other}})))) << one << ' ' << other;
  }
  EXPECT_NO_THROW(parse_xml(svg(chart_of({}))));
}

}  // namespace
}  // namespace smsvm::report
