#include "report/heat_map.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/xml.hpp"

namespace smsvm::report {
namespace {

using test::parse_xml;
using test::XmlElement;
using testing::HasSubstr;
using testing::Not;

HeatMap map_of(std::size_t rows, std::size_t columns, std::vector<HeatMap::Cell> cells) {
  HeatMap map{"title", "features", "classes", {}, {}, std::move(cells), "for", "against"};
  for (std::size_t row = 0; row < rows; ++row) map.rows.push_back(fmt::format("row {}", row));
  for (std::size_t column = 0; column < columns; ++column) map.columns.push_back(fmt::format("{}", column));
  return map;
}

std::vector<XmlElement> cells_in(const XmlElement& drawing) {
  std::vector<XmlElement> found = drawing.all("path");
  std::erase_if(found, [](const XmlElement& one) { return one.attribute("class") != "cell"; });
  return found;
}

TEST(HeatMap, SaysWhatEachCellIs) {
  const XmlElement drawing = parse_xml(svg(map_of(2, 2, {{0, 1, 0.5, "half"}, {1, 0, -1, "all"}, {1, 1, 0, "none"}})));
  const auto cells = cells_in(drawing);
  ASSERT_EQ(cells.size(), 2u);  // nothing is drawn of a zero
  EXPECT_EQ(drawing.attribute("role"), "img");
  EXPECT_EQ(drawing.attribute("aria-label"), "title: 2 by 2 cells, features downwards, classes to the right");
}

TEST(HeatMap, NamesOnlyTheSignsThatAreThere) {
  EXPECT_THAT(svg(map_of(2, 2, {{0, 0, 1, ""}})), Not(HasSubstr("against")));
  EXPECT_THAT(svg(map_of(2, 2, {{0, 0, -1, ""}})), HasSubstr("against"));
}

TEST(HeatMap, NamesAsManyRowsAndColumnsAsHaveRoom) {
  const XmlElement small = parse_xml(svg(map_of(5, 5, {}))), large = parse_xml(svg(map_of(105, 105, {})));
  EXPECT_EQ(small.of_class("row-names").all("text").size(), 5u);
  EXPECT_EQ(small.of_class("column-names").all("text").size(), 5u);
  EXPECT_LT(large.of_class("row-names").all("text").size(), 40u);
  EXPECT_GT(large.of_class("column-names").all("text").size(), 10u);
}

TEST(HeatMap, StaysSmallForManyCells) {
  std::vector<HeatMap::Cell> cells;
  for (std::size_t row = 0; row < 200; ++row)
    for (std::size_t column = 0; column < 200; ++column)
      cells.push_back({row, column, 0.001 * static_cast<double>(row + 1), "a cell with a text of its own"});
  EXPECT_LT(svg(map_of(200, 200, cells)).size(), 1'500'000u);
}

TEST(HeatMap, IsWellFormedWhateverTheNumbersAndNames) {
  for (const double one :
       {0.0, 5e-324, -1e308, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    HeatMap map = map_of(2, 2, {{0, 0, one, "<script>"}, {1, 1, 1e308, "&"}, {7, 7, 1, "outside"}});
    map.rows[0] = map.columns[1] = map.title = "<script>&\"'\x01\xff";
    EXPECT_NO_THROW(parse_xml(svg(map))) << one;
  }
  EXPECT_NO_THROW(parse_xml(svg(map_of(0, 0, {}))));
}

}  // namespace
}  // namespace smsvm::report
