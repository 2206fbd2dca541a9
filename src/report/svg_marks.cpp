#include "report/svg_marks.hpp"

#include <fmt/format.h>

#include "report/svg_parts.hpp"

namespace smsvm::report {

std::string line_attributes(const SeriesStyle& style, bool markers) {
  const bool dashed = !markers && !style.dashes.empty();
  return fmt::format(R"({} stroke-width="2" stroke-linejoin="round" {})", stroke(style.paint),
                     dashed ? fmt::format(R"(stroke-dasharray="{}")", style.dashes) : R"(stroke-linecap="round")");
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
