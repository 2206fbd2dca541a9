#include "report/polyline.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace smsvm::report {
namespace {

TEST(Polyline, LosesCornersThatAreNone) {
  std::vector<Place> line;
  for (int at = 0; at <= 100; ++at) line.push_back({double(at), at <= 50 ? 0.0 : at - 50.0});
  const std::vector<Place> result = simplified(line, 0.1);
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[1].x, 50);
}

TEST(Polyline, StaysWithinItsTolerance) {
  std::vector<Place> line;
  for (int at = 0; at <= 400; ++at) line.push_back({double(at), 100 * std::sin(at / 40.0)});
  const std::vector<Place> result = simplified(line, 0.5);
  EXPECT_LT(result.size(), 80u);
  std::size_t segment = 0;
  for (const Place& at : line) {
    while (result[segment + 1].x < at.x) ++segment;
    const Place &from = result[segment], &to = result[segment + 1];
    const double share = (at.x - from.x) / (to.x - from.x);
    EXPECT_NEAR(from.y + share * (to.y - from.y), at.y, 2) << at.x;
  }
}

TEST(Polyline, KeepsShortLinesAndTurns) {
  EXPECT_TRUE(simplified({}, 1).empty());
  EXPECT_EQ(simplified(std::vector<Place>{{1, 1}}, 1).size(), 1u);
  EXPECT_EQ(simplified(std::vector<Place>{{0, 0}, {9, 0}, {0, 0}}, 1).size(), 3u);  // there and back
}

}  // namespace
}  // namespace smsvm::report
