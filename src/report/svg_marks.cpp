#include "report/svg_marks.hpp"

#include <fmt/format.h>

#include <array>

#include "report/svg_parts.hpp"

namespace smsvm::report {

std::string background_attributes(bool crowded) {
  return fmt::format(R"({} stroke-width="1" stroke-opacity="{}" stroke-linejoin="round")", stroke(muted),
                     crowded ? 0.2 : 0.55);
}

std::string line_attributes(const SeriesStyle& style, const Series& series) {
  const bool dashed = !series.markers && !style.dashes.empty();
  return fmt::format(R"({} stroke-width="2" stroke-linejoin="round" {})", stroke(style.paint),
                     dashed ? fmt::format(R"(stroke-dasharray="{}")", style.dashes) : R"(stroke-linecap="round")");
}

std::string guide_attributes(std::size_t index) {
  constexpr std::array<const char*, 2> dashes = {"7 4", "2 4"};
  return fmt::format(R"({} stroke-width="1.6" stroke-dasharray="{}")", stroke(ink), dashes.at(index % dashes.size()));
}

std::string marker_attributes(const SeriesStyle& style) {
  // The thin rim of paper keeps markers apart that lie upon each other.
  return style.hollow ? fill_and_stroke(paper, style.paint) + R"( stroke-width="1.9")"
                      : fill_and_stroke(style.paint, paper) + R"( stroke-width="0.9")";
}

std::string marker_path(const SeriesStyle& style, double x, double y) {
  return fmt::format("M{} {}{}", coordinate(x), coordinate(y), style.marker);
}

}  // namespace smsvm::report
