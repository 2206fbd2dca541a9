#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <locale>
#include <set>
#include <sstream>

#include "report/plot.hpp"
#include "report/xml.hpp"

namespace smsvm::report {
namespace {

using test::parse_xml;
using test::XmlElement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double plot_infinity = std::numeric_limits<double>::infinity();
constexpr double plot_nan = std::numeric_limits<double>::quiet_NaN();

Plot plot_of(std::vector<Series> series, bool logarithmic = false) {
  return {"a title", {"the x label", logarithmic}, {"the y label", logarithmic}, std::move(series)};
}

XmlElement drawn(const Plot& plot) { return parse_xml(svg(plot)); }

std::vector<XmlElement> of_class(const XmlElement& drawing, std::string_view element, std::string_view wanted) {
  std::vector<XmlElement> found = drawing.all(element);
  std::erase_if(found, [&](const XmlElement& one) { return one.attribute("class") != wanted; });
  return found;
}

std::size_t markers(const XmlElement& drawing) { return drawing.of_class("markers").children.size(); }

std::vector<std::string> texts(const XmlElement& group) {
  std::vector<std::string> found;
  for (const XmlElement& text : group.all("text")) found.push_back(text.text);
  return found;
}

double number(const std::string& text) { return std::stod(text); }

/// Its axes are drawn as M left top V bottom ...
double bottom_of_data(const XmlElement& drawing) {
  const std::string path = drawing.of_class("axes").attribute("d");
  return number(path.substr(path.find('V') + 1));
}

TEST(SvgPlot, IsAnImageWithADescription) {
  const XmlElement drawing = drawn(plot_of({{"one", {{1, 2}}}, {"two", {{2, 3}}}}));
  EXPECT_EQ(drawing.name, "svg");
  EXPECT_EQ(drawing.attribute("xmlns"), "http://www.w3.org/2000/svg");
  EXPECT_EQ(drawing.attribute("role"), "img");
  EXPECT_EQ(drawing.attribute("aria-label"), "a title. the y label against the x label: one, two");
  EXPECT_EQ(drawing.children.front().name, "title");
  EXPECT_EQ(drawing.children.front().text, "a title");
}

TEST(SvgPlot, HasTheSizeOfAFigure) {
  const XmlElement drawing = drawn(plot_of({{"one", {{1, 2}}}}));
  EXPECT_THAT(drawing.attribute("viewBox"), testing::StartsWith("0 0 480 3"));
  EXPECT_GE(number(drawing.attribute("font-size")), 12);
}

TEST(SvgPlot, IsOnWhiteUnlessThePageSaysOtherwise) {
  const XmlElement paper = drawn(plot_of({})).of_class("paper");
  EXPECT_EQ(paper.attribute("fill"), "#ffffff");
  EXPECT_EQ(paper.attribute("style"), "fill:var(--plot-paper,#ffffff)");
}

TEST(SvgPlot, HasNoNamesThatCouldMeetThoseOfAnotherPlot) {
  EXPECT_THAT(svg(plot_of({{"one", {{1, 2}}}})), Not(HasSubstr(" id=")));
}

TEST(SvgPlot, EscapesAllTexts) {
  const std::string nasty = "<script>alert(\"x\") & 'y'</script>\x01";
  const Plot plot{nasty, {nasty}, {nasty}, {{nasty, {{1, 2, 0.5}}}, {nasty + "2", {}}}};
  EXPECT_THAT(svg(plot), Not(HasSubstr("<script")));
  EXPECT_THAT(drawn(plot).children.front().text, HasSubstr("<script>alert(\"x\") & 'y'</script>"));
}

TEST(SvgPlot, LabelsTicksWithRoundNumbers) {
  const XmlElement drawing = drawn(plot_of({{"one", {{0, 0}, {10, 0.46}}}}));
  EXPECT_THAT(texts(drawing.of_class("x-ticks")), ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(texts(drawing.of_class("y-ticks")), ElementsAre("0.0", "0.1", "0.2", "0.3", "0.4"));
}

TEST(SvgPlot, LabelsDecadesOfALogarithmicAxis) {
  const XmlElement drawing = drawn(plot_of({{"one", {{1, 1e-4}, {1e3, 1}}}}, true));
  EXPECT_THAT(texts(drawing.of_class("x-ticks")), ElementsAre("10⁰", "10¹", "10²", "10³"));
  EXPECT_THAT(texts(drawing.of_class("y-ticks")), ElementsAre("10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"));
}

TEST(SvgPlot, LeavesOutPointsWithoutAPlace) {
  const std::vector<Point> points = {{1, 1}, {plot_nan, 1}, {2, plot_infinity}, {3, 0}, {-4, 1}, {5, 2}, {6, 3}};
  EXPECT_EQ(markers(drawn(plot_of({{"linear", points}}))), 5u);
  EXPECT_EQ(markers(drawn(plot_of({{"logarithmic", points}}, true))), 3u);
}

TEST(SvgPlot, BreaksTheLineWhereAPointIsLeftOut) {
  const std::string path =
      drawn(plot_of({{"one", {{1, 1}, {2, 2}, {3, plot_nan}, {4, 4}, {5, 5}, {6, plot_nan}, {7, 7}}}}))
          .of_class("line")
          .attribute("d");
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 3);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'L'), 2);
  EXPECT_TRUE(path.ends_with("h0")) << "a point alone is a dot: " << path;
}

TEST(SvgPlot, SaysWhatHasNoData) {
  EXPECT_EQ(drawn(plot_of({})).of_class("no-data").text, "no data");
  const XmlElement drawing = drawn(plot_of({{"full", {{1, 1}}}, {"empty", {}}, {"void", {{plot_nan, 1}}}}));
  EXPECT_EQ(drawing.of_class("no-data").name, "");
  EXPECT_THAT(texts(drawing.of_class("legend")), ElementsAre("full", "empty (no data)", "void (no data)"));
}

TEST(SvgPlot, ShowsPointsOnTheirOwnValue) {
  const XmlElement marker = drawn(plot_of({{"one", {{1.5, 2.25, 0.125}}}})).of_class("markers").children.at(0);
  EXPECT_EQ(marker.children.at(0).text, "one\nthe x label: 1.5\nthe y label: 2.25 ± 0.125");
}

TEST(SvgPlot, DrawsErrorBarsOnlyWhereThereIsADeviation) {
  const XmlElement drawing =
      drawn(plot_of({{"one", {{1, 5, 1}, {2, 6}, {3, 7, plot_nan}, {4, 8, -1}, {5, 9, plot_infinity}}}}));
  const std::string bars = drawing.of_class("error-bars").attribute("d");
  EXPECT_EQ(std::count(bars.begin(), bars.end(), 'V'), 1) << bars;
  EXPECT_EQ(std::count(bars.begin(), bars.end(), 'h'), 2) << "two caps: " << bars;
}

TEST(SvgPlot, EndsAnErrorBarThatReachesZeroAtTheEdge) {
  const XmlElement drawing = drawn(plot_of({{"one", {{1, 5, 6}, {10, 50}}}}, true));
  const std::string bars = drawing.of_class("error-bars").attribute("d");
  EXPECT_EQ(std::count(bars.begin(), bars.end(), 'h'), 1) << "no cap below: " << bars;
  EXPECT_DOUBLE_EQ(number(bars.substr(bars.find('V') + 1)), bottom_of_data(drawing));
}

TEST(SvgPlot, TellsTenSeriesApartByColourAndByMarker) {
  std::vector<Series> series;
  for (int index = 0; index < 10; ++index) series.push_back({std::to_string(index), {{1.0, 1.0 * index}}});
  std::set<std::string> colours, shapes;
  for (const XmlElement& group : of_class(drawn(plot_of(series)), "g", "markers")) {
    const bool hollow = group.attribute("fill") == "#ffffff";
    colours.insert(group.attribute(hollow ? "stroke" : "fill"));
    const std::string path = group.children.at(0).attribute("d");
    shapes.insert(path.substr(path.find('m')) + (hollow ? " hollow" : ""));
  }
  EXPECT_EQ(colours.size(), 10u);
  EXPECT_EQ(shapes.size(), 10u);
}

TEST(SvgPlot, TellsLinesWithoutMarkersApartByDashes) {
  const XmlElement drawing =
      drawn(plot_of({{"a", {{1, 1}, {2, 2}}, true, false}, {"b", {{1, 2}, {2, 3}}, true, false}}));
  EXPECT_EQ(markers(drawing), 0u);
  const auto lines = of_class(drawing, "path", "line");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_NE(lines[0].attribute("stroke-dasharray"), lines[1].attribute("stroke-dasharray"));
}

TEST(SvgPlot, DrawsAScatterWithoutLines) {
  const XmlElement drawing = drawn(plot_of({{"a", std::vector<Point>(100, Point{1, 1}), false, true}}));
  EXPECT_EQ(drawing.of_class("line").name, "");
  EXPECT_EQ(markers(drawing), 100u);
}

TEST(SvgPlot, ShowsNotEveryMarkerOfACrowdedLine) {
  Series series{"a", {}};
  for (int index = 0; index < 1000; ++index) series.points.push_back({1.0 * index, 0});
  const std::size_t shown = markers(drawn(plot_of({series})));
  EXPECT_GT(shown, 10u);
  EXPECT_LT(shown, 50u);
}

RC_GTEST_PROP(SvgPlot, KeepsTheLegendBelowTheDataAndWithinTheDrawing, (const std::vector<std::uint8_t>& lengths)) {
  std::vector<Series> series;
  for (const std::uint8_t length : lengths) series.push_back({std::string(length, 'n'), {{1, 1}, {2, 2}}});
  const XmlElement drawing = drawn(plot_of(series));
  for (const XmlElement& text : drawing.of_class("legend").all("text")) {
    RC_ASSERT(number(text.attribute("y")) > bottom_of_data(drawing) + 30);
    RC_ASSERT(number(text.attribute("y")) < number(drawing.attribute("height")));
    const auto letters = static_cast<double>(std::count(text.text.begin(), text.text.end(), 'n'));
    RC_ASSERT(number(text.attribute("x")) + 8.3 * letters < 480);
  }
}

RC_GTEST_PROP(SvgPlot, IsWellFormedAndFiniteWhateverTheNumbers, (bool logarithmic)) {
  const auto value =
      rc::gen::oneOf(rc::gen::arbitrary<double>(),
                     rc::gen::map(rc::gen::inRange(-320, 309), [](int power) { return std::pow(10.0, power); }),
                     rc::gen::element(0.0, plot_nan, plot_infinity, -plot_infinity, 1e308, -1e308, 5e-324));
  std::vector<Series> series(static_cast<std::size_t>(*rc::gen::inRange(0, 4)));
  for (Series& one : series) {
    one.name = *rc::gen::string<std::string>();
    const int count = *rc::gen::inRange(0, 6);
    for (int point = 0; point < count; ++point) one.points.push_back({*value, *value, *value});
  }
  const Plot plot = plot_of(series, logarithmic);
  const XmlElement drawing = drawn(plot);
  for (const XmlElement& path : drawing.all("path")) {
    RC_ASSERT(path.attribute("d").find("nan") == std::string::npos);
    RC_ASSERT(path.attribute("d").find("inf") == std::string::npos);
    RC_ASSERT(path.attribute("d").find('e') == std::string::npos);
  }
  for (const XmlElement& text : drawing.all("text")) {
    const double y = number(text.attribute("y"));
    RC_ASSERT(y >= 0 && y <= number(drawing.attribute("height")));
  }
}

TEST(SvgPlot, IsTheSameInEveryLocale) {
  struct German : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const Plot plot = plot_of({{"one", {{1234.5, 0.25, 0.125}, {5678.9, 0.5}}}});
  const std::string expected = svg(plot);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new German));
  const std::string found = svg(plot);
  std::locale::global(before);
  EXPECT_EQ(found, expected);
}

TEST(SvgPlot, NamesLinesAtTheirEnds) {
  Plot plot = plot_of({{"up", {{0, 0}, {1, 1}}, true, false}, {"down", {{0, 1}, {1, 0}}, true, false}});
  plot.named_at_ends = true;
  const XmlElement drawing = drawn(plot);
  EXPECT_THAT(texts(drawing.of_class("end-labels")), ElementsAre("upup", "downdown"));  // with their titles
  EXPECT_EQ(drawing.of_class("legend").name, "");
}

TEST(SvgPlot, KeepsNamesOfLinesApartThatEndTogether) {
  Plot plot = plot_of({});
  for (int line = 0; line < 10; ++line)
    plot.series.push_back({"line " + std::to_string(line), {{0, double(line)}, {1, 1}}, true, false});
  plot.named_at_ends = true;
  const auto labels = drawn(plot).of_class("end-labels").all("text");
  ASSERT_EQ(labels.size(), 10u);
  for (std::size_t at = 1; at < labels.size(); ++at)
    EXPECT_GE(number(labels[at].attribute("y")), number(labels[at - 1].attribute("y")) + 14);
}

TEST(SvgPlot, TurnsToALegendWhereNamesHaveNoRoom) {
  Plot plot = plot_of({});
  for (int line = 0; line < 20; ++line)
    plot.series.push_back({"line " + std::to_string(line), {{0, double(line)}, {1, 1}}, true, false});
  plot.named_at_ends = true;
  const XmlElement drawing = drawn(plot);
  EXPECT_EQ(drawing.of_class("end-labels").name, "");
  EXPECT_EQ(texts(drawing.of_class("legend")).size(), 20u);
}

TEST(SvgPlot, DrawsABandInsteadOfBars) {
  Series series{"one", {{0, 1, 0.5}, {1, 2, 0.5}, {2, plot_nan, 1}, {3, 1, 0.2}}};
  series.band = true;
  const XmlElement drawing = drawn(plot_of({series}));
  const std::string path = drawing.of_class("band").attribute("d");
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);  // broken where the line is
  EXPECT_EQ(drawing.of_class("error-bars").name, "");
}

TEST(SvgPlot, AUnitSquareIsAsHighAsItIsWide) {
  Plot plot = plot_of({{"one", {{0, 0}, {0.5, 0.7}, {2, 2}}}});
  plot.unit_square = true;
  const XmlElement drawing = drawn(plot);
  EXPECT_EQ(markers(drawing), 2u);  // what lies outside has no place
  EXPECT_THAT(texts(drawing.of_class("y-ticks")), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  // M left top V bottom H right
  std::string axes = drawing.of_class("axes").attribute("d");
  for (char& character : axes)
    if (character == 'M' || character == 'V' || character == 'H') character = ' ';
  std::istringstream numbers(axes);
  double left = 0, top = 0, bottom = 0, right = 0;
  numbers >> left >> top >> bottom >> right;
  EXPECT_NEAR(right - left, bottom - top, 0.2);
}

}  // namespace
}  // namespace smsvm::report
